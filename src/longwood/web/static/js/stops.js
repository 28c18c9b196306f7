// @ts-check
/** Where the keyboard can go: the cards that can be seen and the empty places of the table. */

import { corner, spread } from "./geometry.js";
import { key } from "./journeys.js";

/** @import { View } from "./flight.js" */
/** @import { Measure, Point } from "./geometry.js" */
/** @import { Spot } from "./state.js" */
/** @import { Game, Move, Position } from "./types.js" */

/** A spot that can have the focus, with the middle of what is seen of it. */
/** @typedef {Spot & Point & {el: HTMLElement}} Stop */

/**
 * Everything that can have the focus. An empty pile has it where it has a slot to be seen.
 * @param {Game} game @param {Position} position @param {Measure} m
 * @param {Map<string, HTMLElement>} slots @param {Map<string, View>} views @returns {Stop[]}
 */
export function stopsOf(game, position, m, slots, views) {
  /** @type {Stop[]} */
  const stops = [];
  for (const pile of game.piles) {
    const length = position.piles[pile].length;
    if (length === 0) {
      const slot = slots.get(pile);
      const { x, y } = corner(m, pile, 0, 0);
      if (slot) stops.push({ pile, index: 0, el: slot, x: x + m.cw / 2, y: y + m.ch / 2 });
      continue;
    }
    const { first } = spread(m.layout.places[pile], length);
    for (let index = first; index < length; index++) {
      const view = views.get(key(pile, index));
      if (!view) continue;
      const here = corner(m, pile, index, length);
      const next = index + 1 < length ? corner(m, pile, index + 1, length) : { x: here.x + m.cw, y: here.y + m.ch };
      const [w, t] = [next.x > here.x ? next.x - here.x : m.cw, next.y > here.y ? next.y - here.y : m.ch];
      stops.push({ pile, index, el: view.el, x: here.x + Math.min(w, m.cw) / 2, y: here.y + Math.min(t, m.ch) / 2 });
    }
  }
  return stops;
}

/**
 * Where the keyboard goes when its pile has gone: to the nearest one like it. At first: to where something can be done.
 * @param {Game} game @param {Move[]} moves @param {Stop[]} stops @param {string} pile @param {Point | null} last
 * @returns {Stop | undefined}
 */
export function nearby(game, moves, stops, pile, last) {
  if (!last) return stops.find((stop) => moves.some((move) => move.src === stop.pile)) ?? stops[0];
  const alike = stops.filter((stop) => game.kinds[stop.pile] === game.kinds[pile]);
  const far = (/** @type {Stop} */ stop) => Math.hypot(stop.x - last.x, stop.y - last.y);
  return (alike.length ? alike : stops).reduce((/** @type {Stop | undefined} */ a, b) => (a && far(a) <= far(b) ? a : b), undefined);
}
