// @ts-check
/** A game's table in small, as a picture made of the table's own cards. */

import { drawCard } from "./cards.js";
import { h } from "./dom.js";
import { downIn, heaped, spread, stepsTo } from "./geometry.js";

/** @import { Game } from "./types.js" */

/** Height of a card for a width of 1. */
const RATIO = 1.4;

/** A picture of the table as it is dealt. @param {Game} game */
export function preview(game) {
  const { places, width } = game.layouts.wide;
  const heap = heaped(game.layouts.wide);
  /** @type {{el: HTMLElement, x: number, y: number}[]} */
  const parts = [];
  for (const pile of game.piles) {
    const place = places[pile];
    const cards = game.preview[pile];
    const { first, count } = spread(place, cards.length);
    const down = downIn(cards);
    if (!cards.length && !heap.has(pile)) parts.push({ el: h("i", { class: "hole" }), x: place.x, y: place.y });
    for (let k = 0; k < count; k++) {
      // Of a covered card in a fan across only the rank is seen.
      const isCovered = place.fan_x > 0 && k < count - 1;
      const el = h("i", { class: isCovered ? "mini covered tight" : "mini" }, drawCard(cards[first + k], "small"));
      parts.push({ el, x: place.x + k * place.fan_x, y: place.y + stepsTo(k, down) * place.fan_y });
    }
  }
  const height = Math.max(...parts.map(({ y }) => y + 1));
  const scene = h("div", { class: "preview", "aria-hidden": "true" });
  scene.style.setProperty("--cards", String(width));
  scene.style.setProperty("--tall", String((height * RATIO) / width));
  scene.style.setProperty("aspect-ratio", `${width} / ${height * RATIO}`);
  for (const { el, x, y } of parts) {
    el.style.setProperty("left", `${(100 * x) / width}%`);
    el.style.setProperty("top", `${(100 * y) / height}%`);
    scene.append(el);
  }
  return scene;
}
