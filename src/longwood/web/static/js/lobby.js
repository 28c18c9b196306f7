// @ts-check
/** The lobby: all ways to play by family, and the games that wait to be finished. */

import { clockText } from "./clock.js";
import { openReport, openSettings } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { unfinishedGames } from "./keeper.js";
import { openMaker } from "./maker.js";
import { counted, dealName, sentence, slugOf } from "./names.js";
import { preview } from "./preview.js";
import { addressOf } from "./router.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { state } from "./state.js";
import { dailyDeal, newDeal } from "./table.js";

/** @import { Game } from "./types.js" */
/** @import { Save } from "./saves.js" */

/** Deals that people can say to each other. */
const EASY_NUMBERS = 999999;
/** How many unfinished games are listed beside the last one; the journal has them all. */
const MOST_LISTED = 6;

/** @param {Game} game */
const familyOf = (game) => state.families.find((family) => family.name === game.family);

/** @param {Game} game @param {Save | undefined} save @param {(text: string) => void} tell */
function tile(game, save, tell) {
  /** The link leads to any deal; the analyst may know a better one. @param {MouseEvent} event */
  function deal(event) {
    if (settings.deals === "any" || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void newDeal(game.slug);
  }
  async function daily() {
    const why = await dailyDeal(game.slug);
    if (why) tell(why);
  }
  const number = 1 + Math.floor(Math.random() * EASY_NUMBERS);
  const words = `${game.title} ${game.about} ${game.goal} ${familyOf(game)?.title ?? ""}`.toLowerCase();
  return h("li", { class: "tile", "data-words": words, "data-slug": game.slug },
    h("div", { class: "picture" }, preview(game)),
    h("h3", {}, h("a", { class: "main", href: addressOf("play", `${game.slug}.${number}`), "data-new": true, click: deal }, game.title)),
    h("p", { class: "about" }, game.about),
    h("p", { class: "goal" }, game.goal),
    h("p", { class: "meta" }, h("span", {}, counted(game.decks, "deck")), h("span", {}, `${game.minutes.replace("-", "–")} minutes`)),
    h("p", { class: "links" },
      h("button", { type: "button", class: "link", "aria-label": `Today’s deal of ${game.title}${state.journal?.today[game.slug] === "won" ? ", won" : ""}`, title: "The same deal for everyone, and it can be won", click: () => void daily() }, state.journal?.today[game.slug] === "won" ? "✓ Today’s deal" : "Today’s deal"),
      state.journal?.is_shared ? h("a", { href: `/day/${game.slug}`, "aria-label": `Leaderboard of ${game.title}` }, "Leaders") : null,
      h("a", { href: `/rules/${game.slug}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
      save ? h("a", { href: addressOf("play", save.record), "aria-label": `Continue ${game.title}` }, "Continue") : null),
  );
}

/** @param {string} deal @param {Save} save */
function resume(deal, save) {
  return h("section", { class: "resume", "aria-label": "Unfinished game" },
    h("div", {}, h("h2", {}, save.title), h("p", {}, `${sentence(dealName(deal)).replace(".", ",")} ${counted(save.acts, "move")}, score ${save.score}, ${clockText(save.elapsed)}`)),
    h("a", { class: "button primary", href: addressOf("play", save.record) }, icon("play"), "Resume"));
}

/** The other unfinished games. @param {[string, Save][]} saves */
function otherGames(saves) {
  const listed = saves.slice(0, MOST_LISTED);
  if (!listed.length) return null;
  const all = Math.max(state.journal?.unfinished_count ?? 0, saves.length + 1);
  const link = (/** @type {[string, Save]} */ [deal, save]) =>
    h("li", {}, h("a", { href: addressOf("play", save.record) }, `${save.title}, ${dealName(deal)}`), h("small", {}, counted(save.acts, "move")));
  return h("section", { class: "own", "aria-labelledby": "unfinished-games" },
    h("h2", { id: "unfinished-games" }, "More unfinished games"),
    h("ul", { role: "list" }, ...listed.map(link), all > listed.length + 1 && state.journal?.is_kept ? h("li", {}, h("a", { href: "/journal?ending=open" }, `All ${all}`)) : null));
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startLobby(root, signal) {
  document.title = "Longwood: a card table for patience";
  const known = unfinishedGames();
  const latest = known[0];
  const latestOf = (/** @type {Game} */ game) => known.find(([deal]) => slugOf(deal) === game.slug)?.[1];
  /** @param {string} text */
  function tell(text) {
    none.textContent = `${text}.`.replace("..", ".");
    say(text);
    none.scrollIntoView({ block: "nearest" });
  }
  const sections = state.families.map((family) => {
    const games = state.games.filter((game) => game.family === family.name);
    return h("section", { class: "family", "aria-labelledby": `family-${family.name}` },
      h("header", {},
        h("h2", { id: `family-${family.name}` }, family.title),
        family.options.length
          ? h("button", { type: "button", class: "link", "aria-label": `Make your own ${games[0].title}`, click: () => openMaker(family, games) }, "Make your own")
          : null),
      h("ul", { class: "tiles", role: "list" }, ...games.map((game) => tile(game, latestOf(game), tell))));
  });
  const none = h("p", { class: "none", role: "status" });
  const search = h("input", { type: "search", id: "search", placeholder: "Find a game", "aria-label": "Find a game", autocomplete: "off", input: filter });

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of sections) {
      const tiles = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".tile")]);
      for (const each of tiles) each.hidden = !words.every((word) => each.dataset.words?.includes(word));
      const left = tiles.filter((each) => !each.hidden).length;
      section.hidden = left === 0;
      count += left;
    }
    none.textContent = count ? (words.length ? `${counted(count, "game")} found.` : "") : "No game of that name.";
  }

  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const first = /** @type {HTMLElement | null} */ (root.querySelector(".family:not([hidden]) .tile:not([hidden]) a.main"));
    first?.click();
  });
  // Typing anywhere is searching.
  document.addEventListener("keydown", (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && /^\p{L}$/u.test(event.key);
    if (isPlain && document.activeElement !== search && !document.querySelector("dialog[open]")) search.focus();
  }, { signal });
  root.className = "lobby";
  root.replaceChildren(
    h("header", {},
      h("div", { class: "name" }, h("h1", {}, "Longwood"), h("p", {}, "A card table for patience")),
      h("div", { class: "search" }, icon("search"), search),
      h("button", { type: "button", class: "quiet round", "aria-label": "Report on a game", title: "Report on a game", click: openReport }, icon("report")),
      h("a", { class: "button quiet round", href: "/journal", "aria-label": "Journal", title: "Journal" }, icon("journal")),
      h("button", { type: "button", class: "quiet round", "aria-label": "Settings", title: "Settings", click: openSettings }, icon("settings"))),
    h("main", {}, latest ? resume(...latest) : null, otherGames(known.slice(1)), none, ...sections),
  );
}
