// @ts-check
/** From the layout, in card widths and heights, to pixels. */

import { HIDDEN } from "./cards.js";

/** @import { Layout, Piles, Place } from "./types.js" */

/** Height of a card for a width of 1. */
const RATIO = 1.4;
const WIDEST = 168;
/** Below this width of a card its pips cannot be told apart: it is drawn with a larger index. */
export const SMALL = 56;
/** No fan grows beyond this part of a card's height, however much room there is: the index is seen, no more. */
const WIDEST_FAN = 0.235, WIDEST_SMALL_FAN = 0.34;
/** On an upright screen there is height to spare, and a finger likes to have it. */
const WIDEST_TALL_FAN = 0.8;
/** A fan that has to be tighter than this makes the cards smaller instead. */
const TIGHTEST_FAN = 0.16;

/** Fans of fewer cards than this are drawn as wide as those of this many. */
const FEW = 7;
/** How much of the step to the next card a card takes that lies face down: there is nothing to read on it. */
const DOWN = 0.45;
/** The part of a card's width that rank and suit take, side by side. */
const INDEX = 0.5, SMALL_INDEX = 0.74;

/** @typedef {{cw: number, ch: number, left: number, top: number, bottom: number, right: number, layout: Layout, longest: number, widest: number, down: Record<string, number>}} Measure */
/** @typedef {{x: number, y: number}} Point */

/**
 * The largest cards with which a table of this size holds the piles.
 * @param {Layout} layout @param {number} width @param {number} height @param {Piles} piles
 * @param {number} below what is to stay free at the bottom, in pixels @returns {Measure}
 */
export function measure(layout, width, height, piles, below) {
  const isTall = height > width;
  const pad = isTall ? 4 : Math.max(5, Math.min(width, height) * 0.015);
  const side = isTall && width < 500 ? 2 : pad;
  const [w, h] = [Math.max(60, width - 2 * side), Math.max(60, height - 2 * pad - below)];
  let ch = Math.min((w / layout.width) * RATIO, h / layout.height, WIDEST * RATIO);
  let longest = 0;
  for (const [name, place] of Object.entries(layout.places)) {
    if (!place.fan_y) continue;
    const steps = stepsTo(piles[name].length - 1, downIn(piles[name]));
    longest = Math.max(longest, steps + 1, FEW);
    ch = Math.min(ch, h / (place.y + 1 + TIGHTEST_FAN * steps));
  }
  // Whole device pixels keep the edges of cards crisp.
  const cw = Math.floor(ch / RATIO);
  ch = Math.round(cw * RATIO);
  const left = Math.max(side, (width - layout.width * cw) / 2);
  const spare = Math.max(0, height - below - layout.height * ch);
  const top = longest ? Math.max(pad, Math.min(spare / 8, ch * 0.5)) : Math.max(pad, spare * 0.45);
  const widest = isTall ? WIDEST_TALL_FAN : cw < SMALL ? WIDEST_SMALL_FAN : WIDEST_FAN;
  const down = Object.fromEntries(Object.entries(piles).map(([name, cards]) => [name, downIn(cards)]));
  return { cw, ch, left, top, layout, longest, widest, down, bottom: height - pad, right: Math.max(width - side, left + layout.width * cw) };
}

/** How many cards at the bottom of a pile lie face down. @param {string[]} cards */
export function downIn(cards) {
  const up = cards.findIndex((face) => face !== HIDDEN);
  return up < 0 ? cards.length : up;
}

/** How many steps it is from the first card that is spread out downwards to the k-th after it, if `down` of them lie face down. @param {number} k @param {number} down */
export const stepsTo = (k, down) => Math.min(Math.max(0, k), down) * DOWN + Math.max(0, k - down);

/** How many cards of a pile are spread out, and from which one on. @param {Place} place @param {number} length */
export function spread(place, length) {
  if (!place.fan_x && !place.fan_y) return { first: Math.max(0, length - 1), count: Math.min(1, length) };
  const first = place.shown ? Math.max(0, length - place.shown) : 0;
  return { first, count: length - first };
}

/**
 * The step from card to card of a pile: as the layout says, wider where there is room, tighter for a long pile.
 * @param {Measure} m @param {Place} place @param {number} count @param {number} down how many of them lie face down
 */
function step(m, place, count, down) {
  if (count < 2) return { x: 0, y: 0 };
  const { cw, ch } = m;
  let [x, y] = [place.fan_x * cw, place.fan_y * ch];
  if (x) {
    // A pile that is spread out whole has the rest of its row for itself: as it grows shorter, more of each card is seen.
    const rest = (m.layout.width - place.x - 1) * cw;
    if (!place.shown) x = Math.max(x, Math.min(indexWidth(m), rest / (count - 1)));
    x = Math.min(x, (m.right - (m.left + place.x * cw) - cw) / (count - 1));
  }
  if (y) {
    const room = m.bottom - (m.top + place.y * ch) - ch;
    const roomy = Math.max(y, Math.min(m.widest * ch, room / (m.longest - 1)));
    y = Math.min(roomy, room / stepsTo(count - 1, down));
  }
  return { x: Math.max(0, x), y: Math.max(0, y) };
}

/** Whether a fan across shows less of its cards than rank and suit side by side. @param {Measure} m @param {string} pile @param {number} length */
export function isTight(m, pile, length) {
  const place = m.layout.places[pile];
  return step(m, place, spread(place, length).count, 0).x < Math.floor(indexWidth(m));
}

/** @param {Measure} m */
const indexWidth = ({ cw }) => (cw < SMALL ? SMALL_INDEX : INDEX) * cw;

/** The corner of a card. @param {Measure} m @param {string} pile @param {number} index @param {number} length @returns {Point} */
export function corner(m, pile, index, length) {
  const place = m.layout.places[pile];
  const { first, count } = spread(place, length);
  const down = Math.max(0, m.down[pile] - first);
  const { x, y } = step(m, place, count, down);
  const k = Math.max(0, index - first);
  return {
    x: Math.round(m.left + place.x * m.cw + k * x),
    y: Math.round(m.top + place.y * m.ch + stepsTo(k, down) * y),
  };
}

/** Piles that share ground with another one: a heap, whose empty places are not marked. @param {Layout} layout */
export function heaped(layout) {
  const places = Object.entries(layout.places);
  return new Set(
    places
      .filter(([name, a]) => places.some(([other, b]) => name !== other && Math.abs(a.x - b.x) < 0.99 && Math.abs(a.y - b.y) < 0.99))
      .map(([name]) => name),
  );
}

/**
 * The nearest point in a direction: straight ahead counts for more than aside, but within one card's width the next row
 * or column comes first, as in a heap whose cards lie between those of the next row.
 * @template {{x: number, y: number}} T
 * @param {T} from @param {T[]} points @param {number} dx @param {number} dy @param {number} [near] what is not aside yet
 * @returns {T | null}
 */
export function nearest(from, points, dx, dy, near = 0) {
  let best = null;
  let least = Infinity;
  for (const point of points) {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (ahead < 4) continue;
    const cost = ahead + 2.5 * Math.max(0, aside - near) + aside / 50;
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}
