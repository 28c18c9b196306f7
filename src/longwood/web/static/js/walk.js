// @ts-check
/** Walking over the table by keys: arrows lead from card to card, M to the next one that can move. */

import { nearest } from "./geometry.js";
import { targets } from "./names.js";
import { settings } from "./settings.js";
import { state } from "./state.js";

/** @import { Board } from "./board.js" */

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {number} dx @param {number} dy */
export function step(board, dx, dy) {
  const stops = board.stops();
  const { pile, index } = board.cursor;
  const here = stops.find((stop) => stop.pile === pile && stop.index === index) ?? stops[0];
  if (!board.hasFocus()) board.pointTo(here);
  else {
    const next = nearest(here, stops, dx, dy, dy ? here.el.offsetWidth * 0.75 : 0);
    if (next) board.pointTo(next);
  }
  return true;
}

/** @param {Board} board @param {number} way */
export function nextMovable(board, way) {
  const { position } = state;
  if (!position) return false;
  const stops = board.stops().filter(({ pile, index }) => targets(position, pile, index).length > 0);
  if (!stops.length) return true;
  const all = board.stops();
  const { pile, index } = board.cursor;
  const here = all.findIndex((stop) => stop.pile === pile && stop.index === index);
  const order = stops.map((stop) => all.findIndex((s) => s.el === stop.el));
  const at = way > 0 ? order.findIndex((i) => i > here) : order.findLastIndex((i) => i < here);
  board.pointTo(stops[at < 0 ? (way > 0 ? 0 : stops.length - 1) : at]);
  return true;
}

/** Where there is nothing to play: for a table that is only looked at. @param {Board} board @param {AbortSignal} signal */
export function startWalk(board, signal) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const isMeant = event.key in ARROWS && board.hasFocus() ? step(board, ...ARROWS[event.key])
      : event.key.toLowerCase() === "m" && settings.letters && nextMovable(board, event.shiftKey ? -1 : 1);
    if (isMeant) event.preventDefault();
  }, { signal });
}
