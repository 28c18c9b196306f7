// @ts-check
/** A family of games in the lobby: a picture, why to play it, how hard and how long it is, and its ways to play. */

import { percent } from "./analyst.js";
import { anyNumber } from "./deals.js";
import { h } from "./dom.js";
import { openMaker } from "./maker.js";
import { lastPlayed } from "./memory.js";
import { preview } from "./preview.js";
import { addressOf } from "./router.js";
import { settings } from "./settings.js";
import { state } from "./state.js";
import { newDeal } from "./table.js";

/** @import { Family, Game } from "./types.js" */

/** How hard a game is, by the share of deals that careful play wins. @type {[number, string][]} */
const HARDNESS = [[0.75, "Easy"], [0.4, "Medium"], [0.1, "Hard"], [0, "Very hard"]];

/** @param {Game} game */
function hardness({ fair_wins: share }) {
  if (share === null) return null;
  const [, word] = /** @type {[number, string]} */ (HARDNESS.find(([least]) => share >= least));
  return h("span", { class: "hardness", title: "The share of all deals that the analyst wins, seeing only what you see" }, h("b", {}, word), ` careful play wins ${percent(share)}`);
}

/** What sets a way to play apart from its family: what follows the family's name. @param {Family} family @param {Game} game */
const wayName = (family, game) => game.title.replace(`${family.title}, `, "");

export class Tile {
  /** @type {HTMLSelectElement | null} */
  #ways = null;
  #picture = h("div", { class: "picture" });
  #about = h("p", { class: "about" });
  #meta = h("p", { class: "meta" });
  #play = h("a", { class: "button main", "data-new": true }, "Play");
  #rules = h("a", {}, "Rules");
  #leaders = h("a", {}, "Leaderboard");
  /** The way to play that the player has chosen here. */
  #chosen = "";
  #number = anyNumber();

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
    this.games = state.games.filter((game) => game.family === family.name);
    this.slug = this.games[0].slug;
    if (this.games.length > 1) {
      const ways = h("select", { "aria-label": `Ways to play ${family.title}`, change: () => { this.#chosen = ways.value; this.choose(""); } },
        ...this.games.map((game) => h("option", { value: game.slug }, wayName(family, game))));
      this.#ways = ways;
    }
    // The link leads to any deal; the analyst may know a better one.
    this.#play.addEventListener("click", (event) => {
      if (settings.deals === "any" || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void newDeal(this.slug);
    });
    const own = family.options.length
      ? h("button", { type: "button", class: "link", "aria-label": `Make your own ${family.title}`, click: () => openMaker(family, this.games, this.slug) }, "Make your own")
      : null;
    this.el = h("li", { class: "tile", "data-family": family.name },
      h("div", { class: "inside" }, this.#picture,
        h("div", { class: "blurb" },
          h("h2", {}, family.title),
          h("p", { class: "fun" }, family.fun), this.#meta,
          this.#ways ? h("p", { class: "ways" }, this.#ways) : null, this.#about,
          h("p", { class: "links" }, this.#play, this.#rules, own, this.#leaders))));
    this.refresh();
  }

  /** What the journal says has come: which way was played last, and whether others play here. */
  refresh() {
    this.#leaders.hidden = !state.journal?.is_shared;
    this.choose("");
  }

  /** Show one of the ways to play; the one that was chosen or played last if none is named. @param {string} slug */
  choose(slug) {
    const wanted = slug || this.#chosen || lastPlayed(this.games.map((game) => game.slug));
    if (wanted === this.el.dataset.slug) return;
    const game = this.games.find((each) => each.slug === wanted) ?? this.games[0];
    this.slug = game.slug;
    this.el.dataset.slug = game.slug;
    if (this.#ways) this.#ways.value = game.slug;
    this.#picture.replaceChildren(preview(game));
    this.#about.textContent = game.about;
    this.#about.hidden = this.games.length < 2;
    this.#meta.replaceChildren(...[hardness(game), h("span", {}, `${game.minutes.replace("-", "–")} minutes`)].filter((each) => each !== null));
    this.#play.href = addressOf("play", `${game.slug}.${this.#number}`);
    this.#play.setAttribute("aria-label", `Play ${game.title}`);
    this.#rules.href = `/rules/${game.slug}`;
    this.#rules.setAttribute("aria-label", `Rules of ${game.title}`);
    this.#leaders.href = `/day/${game.slug}`;
    this.#leaders.setAttribute("aria-label", `Leaderboard of ${game.title}`);
  }

  play() {
    this.#play.click();
  }

  /** Lead to the button, without pressing it. */
  offer() {
    this.#play.focus();
  }
}
