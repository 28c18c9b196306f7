// @ts-check
/** What the lobby offers first: the game to continue, the deal of the day, and where to start. */

import { clockText } from "./clock.js";
import { dailyLevel, today } from "./deals.js";
import { h, icon } from "./dom.js";
import { unfinishedGames } from "./keeper.js";
import { hasWon } from "./memory.js";
import { counted, dealName } from "./names.js";
import { addressOf } from "./router.js";
import { state } from "./state.js";
import { dailyDeal } from "./table.js";

/** @import { Game } from "./types.js" */
/** @import { Save } from "./saves.js" */

/** How many unfinished games are listed beside the last one; the journal has them all. */
const MOST_LISTED = 6;
const DAY = 86400000;
/** The level is asked for when the lobby stands. */
const LATER = 250;
/** After so long a player is told what they wait for. */
const SLOW = 1000;

function continued() {
  const known = unfinishedGames();
  const [latest] = known;
  if (!latest) return null;
  const [deal, save] = latest;
  const [title, ...variant] = save.title.split(", ");
  const others = known.slice(1, 1 + MOST_LISTED);
  const all = Math.max(state.journal?.unfinished_count ?? 0, known.length);
  const link = (/** @type {[string, Save]} */ [each, kept]) =>
    h("li", {}, h("a", { href: addressOf("play", kept.record) }, `${kept.title}, ${dealName(each)}`), h("small", {}, counted(kept.acts, "move")));
  return h("section", { class: "offer resume", "aria-labelledby": "offer-resume" },
    h("h2", { id: "offer-resume" }, "Continue"),
    h("p", { class: "what" }, title),
    h("p", { class: "more" }, [...variant, dealName(deal), counted(save.acts, "move"), clockText(save.elapsed)].join(" · ")),
    h("a", { class: "button primary", href: addressOf("play", save.record), "aria-label": `Continue ${save.title}` }, icon("play"), "Continue"),
    others.length ? h("details", {}, h("summary", {}, `${all - 1} more unfinished`),
      h("ul", { role: "list" }, ...others.map(link), all > others.length + 1 && state.journal?.is_kept ? h("li", {}, h("a", { href: "/journal?ending=open" }, `All ${all}`)) : null)) : null);
}

/** The game that the day's deal is of, unless the player wants another: each family in turn, each of its ways in turn. @param {string} day */
function gameOfDay(day) {
  const number = Math.floor(Date.parse(day) / DAY);
  const family = state.families[number % state.families.length];
  const ways = state.games.filter((game) => game.family === family.name);
  return ways[Math.floor(number / state.families.length) % ways.length];
}

/** @param {string} day */
const dateWords = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });

/** The game whose deal of the day is wanted, as long as the page lives. */
let wanted = "";

/** @param {AbortSignal} signal @param {(text: string) => void} tell */
function daily(signal, tell) {
  const day = today();
  const games = state.games;
  const isWon = (/** @type {string} */ slug) => state.journal?.today[slug] === "won";
  const nameOf = (/** @type {Game} */ game) => `${game.title}${isWon(game.slug) ? " ✓" : ""}`;
  const chosen = h("select", { "aria-label": "Game of today’s deal", change: () => { wanted = chosen.value; draw(); } }, ...games.map((game) => h("option", { value: game.slug }, nameOf(game))));
  chosen.value = games.find((game) => game.slug === wanted)?.slug ?? gameOfDay(day).slug;
  const level = h("p", { class: "more", role: "status" });
  const play = h("button", { type: "button", class: "primary", title: "The same deal for everyone, and it can be won", click: () => void start() }, "Play");
  const leaders = h("a", { class: "link", hidden: !state.journal?.is_shared }, "Leaderboard");
  let asked = "";
  async function start() {
    const late = setTimeout(() => tell("Finding today’s deal…"), SLOW);
    const why = await dailyDeal(chosen.value);
    clearTimeout(late);
    if (why) tell(why);
  }
  async function draw() {
    const slug = chosen.value;
    const title = games.find((game) => game.slug === slug)?.title ?? slug;
    asked = slug;
    const tick = isWon(slug) ? " · ✓ won" : "";
    level.textContent = dateWords(day) + tick;
    play.textContent = isWon(slug) ? "Play again" : "Play";
    play.setAttribute("aria-label", `${play.textContent} today’s deal of ${title}`);
    leaders.setAttribute("href", `/day/${slug}`);
    leaders.setAttribute("aria-label", `Leaderboard of ${title}`);
    await new Promise((resolve) => { setTimeout(resolve, LATER); });
    if (asked !== slug || signal.aborted) return;
    const words = await dailyLevel(slug, signal);
    if (words && asked === slug) level.textContent = `${dateWords(day)} · ${words}${tick}`;
  }
  void draw();
  return h("section", { class: "offer today", "aria-labelledby": "offer-today" },
    h("h2", { id: "offer-today" }, "Today’s deal"),
    h("p", { class: "what" }, chosen), level, h("div", { class: "buttons" }, play, leaders));
}

function first() {
  const family = state.families.find((each) => each.is_for_newcomers);
  const game = family && state.games.find((each) => each.family === family.name);
  if (!family || !game || hasWon()) return null;
  return h("section", { class: "offer start", "aria-labelledby": "offer-start" },
    h("h2", { id: "offer-start" }, "New here?"),
    h("p", { class: "what" }, `Start with ${game.title}`),
    h("p", { class: "more" }, family.fun),
    h("a", { class: "button primary", href: `/learn/${game.slug}`, "aria-label": `Start with ${game.title}` }, icon("play"), "Start"));
}

/** @param {AbortSignal} signal @param {(text: string) => void} tell */
export function shelf(signal, tell) {
  const offers = [continued(), first(), daily(signal, tell)].filter((offer) => offer !== null);
  // One of them is what most people want; the others are quieter.
  for (const offer of offers.slice(1)) offer.querySelector(".primary")?.classList.remove("primary");
  return offers;
}
