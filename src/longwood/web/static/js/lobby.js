// @ts-check
/** The lobby: all ways to play by family, and the games that wait to be finished. */

import { HIDDEN } from "./cards.js";
import { clockText } from "./clock.js";
import { openReview, openSettings } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { RANK_STROKES, SUIT_PATHS } from "./glyphs.js";
import { spread } from "./geometry.js";
import { counted } from "./names.js";
import { addressOf } from "./router.js";
import { savedGames } from "./saves.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { state } from "./state.js";
import { dailyDeal, newDeal } from "./table.js";

/** @import { Game } from "./types.js" */
/** @import { Save } from "./saves.js" */

/** @type {Record<string, string>} */
const FAMILIES = {
  terrace: "Terrace and its relatives",
  "forty-thieves": "Forty Thieves",
  quatorze: "Quatorze",
  "triple-peaks": "Triple Peaks",
  elevator: "Elevator",
};

/** Deals that people can say to each other. */
const EASY_NUMBERS = 999999;

/** A picture of the table as it is dealt. @param {Game} game */
function preview(game) {
  const [w, t] = [20, 28];
  const { places, width } = game.layouts.wide;
  const parts = [];
  let bottom = 0;
  for (const pile of game.piles) {
    const place = places[pile];
    const cards = game.preview[pile];
    const { first, count } = spread(place, cards.length);
    const at = (/** @type {number} */ k) => [(place.x + k * place.fan_x) * w, (place.y + k * place.fan_y) * t];
    if (!cards.length) {
      const [x, y] = at(0);
      parts.push(`<rect class="hole" x="${x + 0.5}" y="${y + 0.5}" width="${w - 1}" height="${t - 1}" rx="2"/>`);
      bottom = Math.max(bottom, y + t);
    }
    for (let k = 0; k < count; k++) {
      const [x, y] = at(k).map((v) => Math.round(v * 10) / 10);
      const face = cards[first + k];
      bottom = Math.max(bottom, y + t);
      if (face === HIDDEN) {
        parts.push(
          `<rect class="down" x="${x}" y="${y}" width="${w}" height="${t}" rx="2"/>` +
          `<rect class="line" x="${x + 2}" y="${y + 2}" width="${w - 4}" height="${t - 4}" rx="1"/>`);
      } else {
        // Of a covered card in a fan across only the rank is seen.
        const suit = place.fan_x && k < count - 1 ? "" : `<path fill="currentColor" transform="translate(${x + 8} ${y + 14}) scale(.1)" d="${SUIT_PATHS[face[1]]}"/>`;
        parts.push(
          `<g class="suit-${face[1]}"><rect class="up" x="${x}" y="${y}" width="${w}" height="${t}" rx="2"/>` +
          `<path class="rank" transform="translate(${x + 1.8} ${y + 2}) scale(.09)" d="${RANK_STROKES[face[0]].path}"/>${suit}</g>`);
      }
    }
  }
  const template = document.createElement("template");
  template.innerHTML = `<svg class="preview" viewBox="-4 -4 ${width * w + 8} ${bottom + 8}" aria-hidden="true" focusable="false">${parts.join("")}</svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}

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
  const words = `${game.title} ${game.about} ${game.goal} ${FAMILIES[game.family] ?? ""}`.toLowerCase();
  return h("li", { class: "tile", "data-words": words, "data-slug": game.slug },
    h("div", { class: "picture" }, preview(game)),
    h("h3", {}, h("a", { class: "main", href: addressOf("play", `${game.slug}.${number}`), "data-new": true, click: deal }, game.title)),
    h("p", { class: "about" }, game.about),
    h("p", { class: "goal" }, game.goal),
    h("p", { class: "meta" }, h("span", {}, counted(game.decks, "deck")), h("span", {}, `${game.minutes.replace("-", "–")} minutes`)),
    h("p", { class: "links" },
      h("button", { type: "button", class: "link", "aria-label": `Today’s deal of ${game.title}`, title: "The same deal for everyone, and it can be won", click: () => void daily() }, "Today’s deal"),
      h("a", { href: `/rules/${game.slug}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
      save ? h("a", { href: addressOf("play", save.record), "aria-label": `Continue ${game.title}` }, "Continue") : null),
  );
}

/** @param {string} deal @param {Save} save */
function resume(deal, save) {
  return h("section", { class: "resume", "aria-label": "Unfinished game" },
    h("div", {}, h("h2", {}, save.title), h("p", {}, `${deal.includes(".") ? `Deal ${deal.split(".")[1]}, ` : ""}${counted(save.acts, "move")}, score ${save.score}, ${clockText(save.elapsed)}`)),
    h("a", { class: "button primary", href: addressOf("play", save.record) }, icon("play"), "Resume"));
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startLobby(root, signal) {
  document.title = "Longwood: a card table for patience";
  const saves = savedGames();
  const known = Object.entries(saves).sort(([, a], [, b]) => b.when - a.when);
  const latest = known[0];
  const latestOf = (/** @type {Game} */ game) => known.find(([deal]) => deal.split(/[.:]/)[0] === game.slug)?.[1];
  /** @param {string} text */
  function tell(text) {
    none.textContent = `${text}.`.replace("..", ".");
    say(text);
    none.scrollIntoView({ block: "nearest" });
  }
  const families = [...new Set(state.games.map((game) => game.family))];
  const sections = families.map((family) =>
    h("section", { class: "family", "aria-labelledby": `family-${family}` },
      h("h2", { id: `family-${family}` }, FAMILIES[family] ?? family),
      h("ul", { class: "tiles", role: "list" }, ...state.games.filter((game) => game.family === family).map((game) => tile(game, latestOf(game), tell)))));
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
      h("button", { type: "button", class: "quiet round", "aria-label": "Report on a game", title: "Report on a game", click: openReview }, icon("review")),
      h("button", { type: "button", class: "quiet round", "aria-label": "Settings", title: "Settings", click: openSettings }, icon("settings"))),
    h("main", {}, latest ? resume(...latest) : null, none, ...sections),
  );
}
