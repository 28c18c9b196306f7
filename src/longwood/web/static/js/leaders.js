// @ts-check
/** The leaderboard of the day: who won the day's deal, with and without help. */

import { consult, whyNot } from "./analyst.js";
import { askJournal } from "./api.js";
import { dayWords } from "./charts.js";
import { clockText } from "./clock.js";
import { today } from "./deals.js";
import { h } from "./dom.js";
import { journalLoaded } from "./keeper.js";
import { sentence } from "./names.js";
import { levelEnding } from "./settings.js";
import { state } from "./state.js";
import { dailyDeal } from "./table.js";

/** @import { Leader, Leaders } from "./types.js" */

/** @param {string} title @param {Leader[]} rows */
function board(title, rows) {
  const heads = ["Place", "Name", "Time", "Moves", "Undos"];
  const body = rows.map((row, i) => h("tr", { class: row.is_you ? "you" : "" }, h("td", {}, String(i + 1)), h("th", { scope: "row" }, row.is_you ? `${row.name} (you)` : row.name),
    ...[row.seconds === null ? "not timed" : clockText(row.seconds * 1000), String(row.acts), String(row.undos)].map((cell) => h("td", {}, cell))));
  return h("section", { class: "leaders" }, h("h2", {}, title), rows.length
    ? h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...body)))
    : h("p", {}, "Nobody yet."));
}

/** @param {HTMLElement} root @param {string} slug @param {AbortSignal} signal */
export async function startLeaders(root, slug, signal) {
  const game = state.games.find((each) => each.slug === slug);
  const main = h("main", {}, h("p", { role: "status" }, "Looking for today’s deal…"));
  const play = h("button", { type: "button", class: "primary", click: () => void dailyDeal(slug) }, "Play today’s deal");
  root.className = "journal-view";
  document.title = `Today’s deal of ${game?.title ?? slug} · Longwood`;
  root.replaceChildren(h("header", { class: "bar" }, h("a", { class: "button", href: "/" }, "All games"), h("h1", {}, `Leaderboard of ${game?.title ?? slug}`), play), main);
  await journalLoaded();
  const day = new URLSearchParams(location.search).get("date") ?? today();
  try {
    const { deal, difficulty } = await consult("daily", slug, { date: day }, signal);
    /** @type {Leaders} */
    const found = await askJournal(`/day/${slug}?${new URLSearchParams({ date: day, deal })}`, signal);
    if (signal.aborted) return;
    main.replaceChildren(
      h("p", { class: "count" }, `Deal of ${dayWords(day)}${levelEnding(difficulty?.level)}. Times run from the first to the last move, as this server saw them.`),
      board("Without help", found.without_help), board("With hints or verdicts", found.with_help),
      state.journal?.name ? h("p", {}, `You play as ${state.journal.name}.`) : h("p", {}, "Choose a name in your ", h("a", { href: "/journal" }, "journal"), " to be listed."));
  } catch (error) {
    if (signal.aborted) return;
    main.replaceChildren(h("p", {}, sentence(whyNot(error, signal) || (error instanceof Error ? error.message : String(error)))));
  }
}
