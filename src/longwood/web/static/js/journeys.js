// @ts-check
/** Which card of the old position is which card of the new one: animation is the difference of two positions. */

import { HIDDEN } from "./cards.js";

/** @import { Journey, Position } from "./types.js" */

/** @param {string} pile @param {number} index */
export const key = (pile, index) => `${pile}:${index}`;

/** The record without its last act; empty for a deal. @param {string} record */
export function parent(record) {
  return record.slice(0, Math.max(0, record.lastIndexOf("/")));
}

/**
 * For every place of the new position whose card came from elsewhere, the place it had in the old one.
 * @param {Position} old @param {Position} now @returns {Map<string, string>}
 */
export function journeys(old, now) {
  if (now.last?.changed && parent(now.record) === old.record) {
    return new Map(now.last.changed.map(([src, i, dst, k]) => [key(dst, k), key(src, i)]));
  }
  if (old.last?.changed && parent(old.record) === now.record) {
    return new Map(old.last.changed.map(([src, i, dst, k]) => [key(src, i), key(dst, k)]));
  }
  return now.deal === old.deal ? byFace(old, now) : new Map();
}

/** For a leap of several moves: each face goes from where it was seen to where it is seen. @param {Position} old @param {Position} now */
function byFace(old, now) {
  /** @type {Map<string, string[]>} */
  const seen = new Map();
  for (const [pile, cards] of Object.entries(old.piles)) {
    cards.forEach((face, i) => {
      if (face === HIDDEN || now.piles[pile][i] === face) return;
      seen.set(face, [...(seen.get(face) ?? []), key(pile, i)]);
    });
  }
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [pile, cards] of Object.entries(now.piles)) {
    cards.forEach((face, i) => {
      if (face === HIDDEN || old.piles[pile][i] === face) return;
      const from = seen.get(face)?.pop();
      if (from) found.set(key(pile, i), from);
      // A card that was not seen before was in the stock.
      else if (old.piles.s.length > i) found.set(key(pile, i), key("s", old.piles.s.length - 1));
    });
  }
  return found;
}
