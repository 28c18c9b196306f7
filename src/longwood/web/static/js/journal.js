// @ts-check
/** The journal: what was played, in numbers and pictures, and the history. */

import { Refused, askJournal } from "./api.js";
import { accuracyChart, calendarChart, dayWords, localDay, winsChart } from "./charts.js";
import { h } from "./dom.js";
import { fan } from "./fan.js";
import { ENDING_WORDS, row, time } from "./history.js";
import { giveUp, refreshJournal, sendChange, whyNotChanged } from "./keeper.js";
import { counted } from "./names.js";
import { LEVELS } from "./settings.js";
import { say } from "./speech.js";
import { state } from "./state.js";
import { ownership } from "./taking.js";
import { troubles } from "./trouble.js";

/** @import { Entries, Entry, Statistics, Totals } from "./types.js" */

/** @param {number} value */
const number = (value) => value.toLocaleString("en-GB");

/** @param {number} seconds */
function longTime(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (!minutes) return `${Math.floor(seconds)} s`;
  const hours = minutes < 60 ? [] : [`${number(Math.floor(minutes / 60))} h`];
  return [...hours, ...(minutes % 60 ? [`${minutes % 60} min`] : [])].join(" ");
}

/** What is not none and not all is not called so. @param {number} share */
const rounded = (share) => (share > 0 && share < 1 ? Math.min(Math.max(Math.round(share * 100), 1), 99) : Math.round(share * 100));

/** @param {number} share */
const percent = (share) => `${rounded(share)}\u00a0%`;

/** @param {Totals} all @param {Statistics} found */
function numbers(all, found) {
  /** @type {[string, string, string][]} */
  const cells = [
    ["Played", number(all.played), longTime(all.seconds)],
    ["Won", number(all.won), all.played ? `${percent(all.share)}, likely ${rounded(all.low)} to ${percent(all.high)}` : ""],
    ["Streak", String(all.streak), `longest ${all.longest_streak}`],
    ["Daily streak", String(found.day_streak), `longest ${found.longest_day_streak}`],
    ["Best time", all.best_seconds === null ? "–" : time(all.best_seconds), all.mean_seconds === null ? "" : `average ${time(all.mean_seconds)}`],
    ["Fewest moves", all.best_acts === null ? "–" : String(all.best_acts), all.mean_acts === null ? "" : `average ${Math.round(all.mean_acts)}`],
  ];
  if (all.accuracy !== null) cells.push(["Accuracy", percent(all.accuracy / 100), all.analysed < all.played ? `${number(all.analysed)} of ${counted(all.played, "game")} analysed` : "of all games"]);
  return h("dl", { class: "numbers" }, ...cells.map(([name, value, more]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, h("strong", {}, value), more ? h("small", {}, more) : null))));
}

/** Skill and luck in a few sentences, and how that is known. @param {Totals} all */
function luck(all) {
  if (!all.played) return null;
  const left = all.played - all.analysed;
  const rest = left ? `${counted(left, "game")} ${left === 1 ? "is" : "are"} not analysed yet: the analyst looks at the newest ones when it is free.${state.journal?.is_shared ? "" : " To do all of them now, run “longwood journal analyse”."}` : "";
  return h("section", { class: "luck" }, h("h2", {}, "Skill and luck"),
    all.luck ? h("p", { class: "verdict" }, all.luck_words.join(" ").replaceAll(" %", "\u00a0%")) : h("p", {}, `Once a few games are analysed, you can tell skill from luck here. ${rest}`),
    all.luck ? h("p", {}, all.cost_words) : null, all.luck && rest ? h("p", { class: "rest" }, rest) : null,
    all.luck ? h("details", {}, h("summary", {}, "How do you know?"), h("p", {}, "The analyst looks at every move of a finished game from what you could see then. What your moves cost is skill; what the cards turn up is luck. It also plays each of these deals once itself, seeing no more than you did. With average luck, moves that kept three quarters of the win chance would win you three quarters as many deals as the analyst. A game that you give up counts as lost; cards that you saw before an undo look like luck.")) : null);
}

/** A heading with more letters stands on two lines. */
const LONG = 14;

/** A row for each; where a row is of several games it has no best score, because each game counts in its own way. @param {string} title @param {Totals[]} rows @param {boolean} [hasScores] */
function table(title, rows, hasScores = true) {
  const all = ["", "Played", "Won", "Share", "Longest streak", "Best time", "Fewest moves", "Best score", "Accuracy", "With average luck", "The analyst"];
  const cells = rows.map((row) => [
    number(row.played), number(row.won), row.played ? percent(row.share) : "–", String(row.longest_streak),
    row.best_seconds === null ? "–" : time(row.best_seconds), row.best_acts === null ? "–" : String(row.best_acts),
    row.best_score === null || !hasScores ? "–" : `${row.best_score}${row.best_possible === null ? "" : ` of ${row.best_possible}`}`,
    row.accuracy === null ? "–" : percent(row.accuracy / 100), row.luck ? percent(row.luck.adjusted) : "–", row.luck ? percent(row.luck.analyst) : "–",
  ]);
  // A column without a number would only widen the table.
  const isTold = (/** @type {number} */ column) => column === 0 || cells.some((row) => row[column - 1] !== "–");
  const heads = all.filter((_, column) => isTold(column));
  const body = rows.map((row, i) => h("tr", {}, h("th", { scope: "row" }, row.title), ...cells[i].filter((_, column) => isTold(column + 1)).map((cell) => h("td", {}, cell))));
  return h("section", { class: "by" }, h("h2", {}, title),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col", class: head.length > LONG ? "long" : "" }, head || h("span", { class: "unseen" }, title))))), h("tbody", {}, ...body))));
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export async function startJournal(root, signal) {
  document.title = "Journal · Longwood";
  const main = h("main", {}, h("p", {}, "Opening the journal…"));
  root.className = "journal-view";
  root.replaceChildren(
    h("header", { class: "bar" }, h("a", { class: "button", href: "/" }, "All games"), h("h1", {}, "Journal")), main);
  window.scrollTo(0, 0);
  await refreshJournal();
  if (signal.aborted) return;
  const { journal } = state;
  if (!journal?.is_kept) {
    main.replaceChildren(h("p", {}, journal?.problem || "This table keeps no journal."), h("p", {}, "Your unfinished games are kept in this browser."));
    return;
  }
  const notice = h("p", { class: "notice", role: "status" });
  const asked = new URLSearchParams(location.search);
  /** @param {string} name @param {string} label @param {string[][]} values */
  const choice = (name, label, values) => h("label", {}, h("span", {}, label), h("select", { name, change: () => void draw() },
    ...values.map(([value, words]) => h("option", { value, selected: asked.get(name) === value }, words))));
  const games = [["", "All games"], ...state.games.map((game) => [game.slug, game.title])];
  const filters = h("form", { class: "filters", "aria-label": "Filters", submit: (/** @type {Event} */ event) => { event.preventDefault(); void draw(); } },
    choice("game", "Game", games), choice("ending", "Ending", [["", "Any ending"], ...Object.entries(ENDING_WORDS)]),
    choice("level", "Level", [["", "Any level"], ...Object.entries(LEVELS).slice(1)]),
    choice("daily", "Deals", [["", "All deals"], ["1", "Deals of the day"]]),
    ...[["since", "From"], ["until", "To"]].map(([name, label]) => h("label", {}, h("span", {}, label), h("input", { type: "date", name, value: asked.get(name) ?? "", change: () => void draw() }))),
    h("label", {}, h("span", {}, "Deal"), h("input", { type: "text", name: "deal", autocomplete: "off", placeholder: `${state.games[0]?.slug}.5`, value: asked.get("deal") ?? "", change: () => void draw() })));
  const shown = h("div", { class: "shown" });
  // On a small screen the numbers come first.
  const folded = h("details", { class: "folded", open: window.innerWidth > 760 || location.search !== "" }, h("summary", {}, "Filters"), filters);
  const trouble = h("div", { class: "troubles" }, ...troubles((text) => void restored(text)));
  main.replaceChildren(trouble, notice, folded, shown, ownership(notice, () => void draw()));

  function query() {
    const found = new URLSearchParams();
    for (const [name, value] of new FormData(filters)) if (String(value).trim()) found.set(name, String(value).trim());
    return found;
  }

  /** @param {string} text */
  function tell(text) {
    notice.textContent = text;
    say(text);
  }

  /** Games came back from a backup, or it is said why not. @param {string} text */
  async function restored(text) {
    if (!state.journal?.note) trouble.replaceChildren();
    await draw();
    tell(text);
  }

  let drawn = 0;
  async function draw() {
    const mine = ++drawn;
    const asked = query().toString();
    history.replaceState(history.state, "", `/journal${asked ? `?${asked}` : ""}`);
    try {
      const [found, page] = /** @type {[Statistics, Entries]} */ (await Promise.all([askJournal(`/statistics?${asked}`, signal), askJournal(`/entries?${asked}`, signal)]));
      if (signal.aborted || mine !== drawn) return;
      notice.textContent = "";
      folded.hidden = !page.count && !query().size;
      shown.replaceChildren(...content(found, page));
      // The newest is at the right end.
      for (const chart of shown.querySelectorAll(".chart > .scroll")) chart.scrollLeft = chart.scrollWidth;
    } catch (error) {
      if (error instanceof Refused && mine === drawn) notice.textContent = error.message;
    }
  }

  /** @param {Statistics} found @param {Entries} page */
  function content(found, page) {
    if (!page.count && query().size) return [h("p", { class: "empty" }, "No games match these filters.")];
    if (!page.count) return [h("section", { class: "empty" }, fan(), h("p", {}, "Nothing played yet. Every game you play is kept here."), h("a", { class: "button primary", href: "/" }, "Choose a game"))];
    const list = h("ol", { class: "history", role: "list" });
    const more = h("button", { type: "button", click: () => void next() }, "Show more");
    let after = "";
    /** @param {Entries} some */
    function add(some) {
      list.append(...some.entries.map((entry) => row(entry, (each) => void drop(each), (each) => void end(each))));
      after = some.after;
      more.hidden = !after;
    }
    async function next() {
      const asked = query();
      asked.set("after", after);
      const last = list.lastElementChild;
      add(await askJournal(`/entries?${asked}`, signal));
      /** @type {HTMLElement | null | undefined} */ (last?.nextElementSibling?.querySelector("a"))?.focus();
    }
    add(page);
    const stones = found.milestones.slice(-8).reverse();
    return [
      numbers(found.all, found),
      luck(found.all),
      h("div", { class: "charts" }, calendarChart(found.days, found.day_streak, found.longest_day_streak), found.months.length ? winsChart(found.months) : null, accuracyChart(found.months)),
      stones.length ? h("section", { class: "stones" }, h("h2", {}, "Milestones"), h("ul", { role: "list" }, ...stones.map((stone) =>
        h("li", {}, h("span", {}, stone.words), h("small", {}, dayWords(localDay(stone.when))))))) : null,
      table("By game", found.games),
      found.levels.length ? table("By level", found.levels, false) : null,
      h("section", {}, h("h2", {}, "History"), h("p", { class: "count" }, counted(page.count, "game")), list, more),
    ].filter((each) => each !== null);
  }

  /** Whether a change was made; if not, it is said why. @param {Promise<unknown>} change */
  async function done(change) {
    try {
      await change;
      return true;
    } catch (error) {
      tell(whyNotChanged(error));
      notice.scrollIntoView({ block: "nearest" });
      return false;
    }
  }

  /** @param {Entry} entry */
  async function drop(entry) {
    if (!await done(sendChange("delete", { ids: [entry.id] }))) return;
    await draw();
    tell("Deleted.");
    notice.append(" ", h("button", { type: "button", class: "link", click: () => void back() }, "Undo"));
    notice.scrollIntoView({ block: "nearest" });
    notice.querySelector("button")?.focus();
    async function back() {
      if (!await done(sendChange("undelete", { ids: [entry.id] }))) return;
      await draw();
      tell("The game is back.");
    }
  }

  /** @param {Entry} entry */
  async function end(entry) {
    if (!await done(giveUp(entry.id))) return;
    await draw();
    tell("Given up.");
  }
  await draw();
}
