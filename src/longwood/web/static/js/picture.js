// @ts-check
/** A position as a picture: small, still, with a move marked or the parts of the table numbered. */

import { drawCard } from "./cards.js";
import { h } from "./dom.js";
import { RATIO, downIn, heaped, spread, stepsTo } from "./geometry.js";

/** @import { Game, Move, Part, Piles } from "./types.js" */

/** Where a card lies, in card widths and heights. @typedef {{pile: string, index: number, face: string, x: number, y: number, isCovered: boolean}} Laid */

/** The cards of a wide table, and its empty places. @param {Game} game @param {Piles} piles @returns {Laid[]} */
export function laidOut(game, piles) {
  const heap = heaped(game.layouts.wide);
  /** @type {Laid[]} */
  const found = [];
  for (const pile of game.piles) {
    const place = game.layouts.wide.places[pile];
    const cards = piles[pile];
    if (!cards.length) {
      if (!heap.has(pile)) found.push({ pile, index: 0, face: "", x: place.x, y: place.y, isCovered: false });
      continue;
    }
    const { first, count } = spread(place, cards.length);
    const down = downIn(cards);
    for (let k = 0; k < count; k++) {
      const isCovered = place.fan_x > 0 && k < count - 1;
      found.push({ pile, index: first + k, face: cards[first + k], x: place.x + k * place.fan_x, y: place.y + stepsTo(k, down) * place.fan_y, isCovered });
    }
  }
  return found;
}

/** @param {Game} game @param {Piles} piles @param {{move?: Move | null, parts?: Part[]}} [marks] */
export function picture(game, piles, { move = null, parts = [] } = {}) {
  const laid = laidOut(game, piles);
  const width = Math.max(...laid.map(({ x }) => x + 1));
  const height = Math.max(...laid.map(({ y }) => y + 1));
  const scene = h("div", { class: "position", "aria-hidden": "true" });
  scene.style.setProperty("aspect-ratio", `${width} / ${height * RATIO}`);
  scene.style.setProperty("--across", String(width));
  /** @param {HTMLElement} el @param {number} x @param {number} y */
  const put = (el, x, y) => {
    el.style.setProperty("left", `${(100 * x) / width}%`);
    el.style.setProperty("top", `${(100 * y) / height}%`);
    scene.append(el);
  };
  const isTaken = (/** @type {Laid} */ { pile, index }) => move !== null && pile === move.src && index >= piles[pile].length - move.count;
  const top = (/** @type {string} */ pile) => laid.findLast((each) => each.pile === pile);
  for (const each of laid) {
    const name = each.face ? `paper${each.isCovered ? " covered tight" : ""}` : "hole";
    const marked = isTaken(each) || (move && each === top(move.dst)) ? " marked" : "";
    put(h("i", { class: name + marked }, each.face ? drawCard(each.face, "small") : null), each.x, each.y);
  }
  const [from, to] = move ? [laid.find(isTaken), top(move.dst)] : [];
  if (from && to) scene.append(arrow(width, height, from, to));
  parts.forEach((part, i) => {
    const its = laid.filter(({ pile }) => part.piles.includes(pile));
    if (!its.length) return;
    const middle = (/** @type {number[]} */ at) => (Math.min(...at) + Math.max(...at) + 1) / 2;
    put(h("b", {}, String(i + 1)), middle(its.map(({ x }) => x)), middle(its.map(({ y }) => y)));
  });
  return scene;
}

/** @param {number} width @param {number} height @param {Laid} from @param {Laid} to */
function arrow(width, height, from, to) {
  const [x1, y1, x2, y2] = [from.x + 0.5, (from.y + (from.isCovered ? 0.25 : 0.5)) * RATIO, to.x + 0.5, (to.y + 0.5) * RATIO];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - ux * 0.3, y2 - uy * 0.3];
  const template = document.createElement("template");
  template.innerHTML =
    `<svg viewBox="0 0 ${width} ${height * RATIO}" focusable="false"><path class="shaft" d="M${x1} ${y1}L${bx} ${by}"/>` +
    `<path d="M${x2} ${y2}L${bx - uy * 0.2} ${by + ux * 0.2}L${bx + uy * 0.2} ${by - ux * 0.2}Z"/></svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}
