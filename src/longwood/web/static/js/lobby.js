// @ts-check
/** The lobby: what to continue, the deal of the day, where to start, and every family of games. */

import { openSettings } from "./choices.js";
import { openReport } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { fan } from "./fan.js";
import { sentence } from "./names.js";
import { find, foundWords } from "./search.js";
import { shelf } from "./shelf.js";
import { say } from "./speech.js";
import { listen, state } from "./state.js";
import { Tile } from "./tiles.js";
import { troubles } from "./trouble.js";

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startLobby(root, signal) {
  document.title = "Longwood: a card table for patience";
  const tiles = state.families.map((family) => new Tile(family));
  const trouble = h("div", { class: "troubles" });
  const first = h("div", { class: "shelf" });
  const list = h("ul", { class: "tiles", role: "list" }, ...tiles.map((tile) => tile.el));
  const status = h("p", { class: "none", role: "status" });
  const search = h("input", { type: "search", id: "search", placeholder: "Find a game", "aria-label": "Find a game", autocomplete: "off", input: filter });

  /** @param {string} text */
  function tell(text) {
    status.textContent = sentence(text);
    say(text);
    status.scrollIntoView({ block: "nearest" });
  }

  function filter() {
    const found = find(search.value, state.families, state.games);
    for (const tile of tiles) {
      const hit = found.hits.find(({ family }) => family === tile.family);
      tile.el.hidden = !hit;
      tile.choose(hit?.slug ?? "");
    }
    first.hidden = found.how !== "all";
    status.textContent = foundWords(found, state.games);
  }

  /** Enter opens what was found. What only stands in for a game that is not here is offered, not begun. */
  function answer() {
    const { hits: [best], how } = find(search.value, state.families, state.games);
    const tile = tiles.find(({ family }) => family === best?.family);
    if (how === "found" || how === "near") tile?.play();
    else if (how === "instead") tile?.offer();
  }

  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) answer();
    if (event.key === "Escape" && search.value) {
      event.preventDefault();
      search.value = "";
      filter();
    }
  });
  // Typing anywhere is searching.
  document.addEventListener("keydown", (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && /^\p{L}$/u.test(event.key);
    const isBusy = document.activeElement instanceof HTMLSelectElement || document.querySelector("dialog[open]");
    if (isPlain && document.activeElement !== search && !isBusy) search.focus();
  }, { signal });

  /** What the journal says may come after the lobby stands. */
  let { journal } = state;
  let offered = new AbortController();
  function drawFirst() {
    offered.abort();
    offered = new AbortController();
    trouble.replaceChildren(...troubles(tell));
    first.replaceChildren(...shelf(AbortSignal.any([signal, offered.signal]), tell));
  }
  const stop = listen(() => {
    if (state.journal === journal) return;
    ({ journal } = state);
    drawFirst();
    for (const tile of tiles) tile.refresh();
  });
  signal.addEventListener("abort", stop);
  drawFirst();
  root.className = "lobby";
  root.replaceChildren(
    h("header", {},
      h("div", { class: "name" }, fan("small"), h("h1", {}, "Longwood"), h("p", {}, "A card table for patience")),
      h("div", { class: "search" }, icon("search"), search),
      h("button", { type: "button", class: "quiet round", "aria-label": "Report on a game", title: "Report on a game", click: openReport }, icon("report"), h("span", {}, "Report")),
      h("a", { class: "button quiet round", href: "/journal", "aria-label": "Journal", title: "Journal" }, icon("journal"), h("span", {}, "Journal")),
      h("button", { type: "button", class: "quiet round", "aria-label": "Settings", title: "Settings", click: openSettings }, icon("settings"), h("span", {}, "Settings"))),
    h("main", {}, trouble, first, status, list),
  );
}
