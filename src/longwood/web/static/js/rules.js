// @ts-check
/** The rules of a way to play: what is different first, the table with its parts numbered, positions as pictures. */

import { askGame, askRules } from "./api.js";
import { attr, h } from "./dom.js";
import { picture } from "./picture.js";
import { state } from "./state.js";

/** @import { Game, Rules } from "./types.js" */

/** @param {string} slug @param {AbortSignal} [signal] @returns {Promise<Game>} */
async function gameOf(slug, signal) {
  return state.games.find((game) => game.slug === slug) ?? askGame(slug, signal);
}

/** The table with its parts numbered, and below it what they are. @param {Game} game @param {Rules} rules */
function labelled(game, { parts }) {
  return h("figure", { class: "labelled" },
    picture(game, game.preview, { parts }),
    h("figcaption", {}, h("ol", {}, ...parts.map(({ name, say }) => h("li", {}, h("strong", {}, name), say ? ` ${say}` : "")))));
}

/** The rules as an element. @param {string} slug @param {AbortSignal} [signal] @returns {Promise<{title: string, body: HTMLElement}>} */
export async function rulesOf(slug, signal) {
  const rules = await askRules(slug);
  const games = new Map(await Promise.all([...new Set([slug, ...rules.pictures.map(({ game }) => game)])].map(
    async (each) => /** @type {[string, Game]} */ ([each, await gameOf(each, signal)]))));
  const body = h("article", { class: "prose" });
  body.innerHTML = rules.html;
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("[data-picture]"))) {
    const found = rules.pictures[Number(figure.dataset.picture)];
    const game = found && games.get(found.game);
    if (game) figure.prepend(picture(game, found.piles, { move: found.move }));
  }
  const own = games.get(slug);
  if (own && rules.parts.length) body.querySelector("h2")?.before(labelled(own, rules));
  // What is too wide scrolls, and keys must be able to do that.
  new ResizeObserver(() => {
    for (const wide of body.querySelectorAll("table, pre")) attr(wide, "tabindex", wide.scrollWidth > wide.clientWidth ? "0" : null);
  }).observe(body);
  return { title: rules.title, body };
}
