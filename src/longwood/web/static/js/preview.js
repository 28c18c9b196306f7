// @ts-check
/** A game's table in small, as a picture. */

import { HIDDEN } from "./cards.js";
import { downIn, spread, stepsTo } from "./geometry.js";
import { RANK_STROKES, SUIT_PATHS } from "./glyphs.js";

/** @import { Game } from "./types.js" */

/** A picture of the table as it is dealt. @param {Game} game */
export function preview(game) {
  const [w, t] = [20, 28];
  const { places, width } = game.layouts.wide;
  const parts = [];
  let bottom = 0;
  for (const pile of game.piles) {
    const place = places[pile];
    const cards = game.preview[pile];
    const { first, count } = spread(place, cards.length);
    const down = downIn(cards);
    const at = (/** @type {number} */ k) => [(place.x + k * place.fan_x) * w, (place.y + stepsTo(k, down) * place.fan_y) * t];
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
