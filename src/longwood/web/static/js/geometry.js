// @ts-check
/** From the layout, in card widths and heights, to pixels. */

import { HIDDEN } from "./cards.js";

/** @import { Layout, Piles, Place } from "./types.js" */

/** Height of a card for a width of 1. */
export const RATIO = 1.4;
const WIDEST = 168;
/** Below this width of a card its pips cannot be told apart: it is drawn with a larger index. */
export const SMALL = 56;
/** No fan grows beyond this part of a card's height, however much room there is: the index is seen, no more. */
const WIDEST_FAN = 0.27, WIDEST_SMALL_FAN = 0.34;
/** On an upright screen there is height to spare, and a finger likes to have it. */
const WIDEST_TALL_FAN = 0.85;
/** What is seen of a card in a fan at the least: its index. Where the columns leave no room for that the cards are smaller. */
const INDEX_DOWN = { classic: 0.196, plain: 0.196, small: 0.339, large: 0.38 };
/** However long a column is, no fan is tighter than this. */
const TIGHTEST_FAN = 0.12;
/** Columns have room for so many cards: for more only when they need it, so that the cards keep their size from move to move. */
const ROOMS = [7, 10, 13, 16, 20, 25, 31, 40, 60, 104];
/** How many cards shorter the longest column has to be before the cards grow again. */
const LATE = 2;
/** From the columns to the piles at the foot of the table, in card heights. */
const GAP = 0.12;

/** How much of the step to the next card a card takes that lies face down: there is nothing to read on it. */
const DOWN = 0.45;
/** The part of a card's width that rank and suit take, side by side. */
const INDEX = { classic: 0.5, plain: 0.5, small: 0.84, large: 0.9 };

/** How a card is drawn. @typedef {"classic" | "plain" | "small" | "large"} Drawing */
/** @typedef {{cw: number, ch: number, width: number, left: number, top: number, bottom: number, right: number, foot: number, layout: Layout, room: number, widest: number, drawing: Drawing, down: Record<string, number>}} Measure */
/** @typedef {{x: number, y: number}} Point */

/**
 * For how many cards the columns have room: never for less than there are, and for as many as before if that is not far too many.
 * @param {number} longest @param {number} before
 */
export function roomFor(longest, before) {
  const fitting = ROOMS.find((room) => room >= longest) ?? longest;
  const isLate = before > fitting && longest > (ROOMS[ROOMS.indexOf(before) - 1] ?? 0) - LATE;
  return isLate ? before : fitting;
}

/** Where the columns begin; Infinity without columns. @param {Layout} layout */
const columnsTop = ({ places }) => Math.min(...Object.values(places).map(({ y, fan_y: fan }) => (fan ? y : Infinity)));

/** Where the piles begin that lie below the columns: they stay at the foot of the table, whatever its height. @param {Layout} layout */
function footOf(layout) {
  const top = columnsTop(layout);
  return Math.min(...Object.values(layout.places).map(({ y, fan_y: fan }) => (!fan && y > top ? y : Infinity)));
}

/** What lies below the columns, in card heights. @param {Layout} layout @param {number} foot */
const footHeight = ({ places }, foot) => (foot === Infinity ? 0 : Math.max(...Object.values(places).map(({ y }) => y)) + 1 - foot + GAP);

/**
 * The largest cards with which a table of this size holds the piles.
 * @param {Layout} layout @param {number} width @param {number} height @param {Piles} piles
 * @param {{below: number, room: number, face: Drawing}} how `below`: what stays free at the bottom, in pixels; `room`: for
 * how many cards the columns had room before; `face`: how the player likes cards to be drawn
 * @returns {Measure}
 */
export function measure(layout, width, height, piles, { below, room: before, face }) {
  const isLarge = face === "large";
  const isTall = height > width;
  const pad = isTall ? 4 : Math.max(5, Math.min(width, height) * 0.015);
  const side = isTall && width < 500 ? 2 : pad;
  const [w, h] = [Math.max(60, width - 2 * side), Math.max(60, height - 2 * pad - below)];
  const fans = Object.entries(layout.places).filter(([, place]) => place.fan_y);
  const down = Object.fromEntries(Object.entries(piles).map(([name, cards]) => [name, downIn(cards)]));
  const longest = Math.max(0, ...fans.map(([name]) => Math.ceil(stepsTo(piles[name].length - 1, down[name]) + 1)));
  const room = fans.length ? roomFor(longest, before) : 0;
  const [start, foot] = [columnsTop(layout), footOf(layout)];
  const footed = footHeight(layout, foot);
  /** @param {Drawing} drawing */
  const heightFor = (drawing) => {
    const tall = room ? start + 1 + INDEX_DOWN[drawing] * (room - 1) + footed : Math.max(...Object.values(layout.places).map(({ y }) => y)) + 1;
    return Math.min((w / layout.width) * RATIO, h / tall, WIDEST * RATIO);
  };
  /** @type {Drawing} */
  let drawing = face;
  let ch = heightFor(drawing);
  if (ch < SMALL * RATIO && !isLarge) ch = Math.min(heightFor((drawing = "small")), SMALL * RATIO - RATIO);
  // Whole device pixels keep the edges of cards crisp.
  const cw = Math.max(12, Math.floor(ch / RATIO + 0.001));
  ch = Math.round(cw * RATIO);
  const left = Math.max(side, (width - layout.width * cw) / 2);
  const widest = isTall ? WIDEST_TALL_FAN : INDEX_DOWN[drawing] < WIDEST_FAN ? WIDEST_FAN : WIDEST_SMALL_FAN + (isLarge ? 0.06 : 0);
  // What the piles take at the most while the columns have this room: that stands in the middle, a little above it.
  const used = room ? (start + 1 + widest * (room - 1) + footed) * ch : heightOf(layout) * ch;
  const spare = Math.max(0, height - below - used);
  // On an upright screen what is played with lies within reach of a thumb.
  const top = foot < Infinity ? Math.max(pad, Math.min(spare / 4, ch * 0.3)) : Math.max(pad, spare * (isTall ? 0.62 : 0.42));
  const bottom = height - pad;
  return { cw, ch, width, left, top, layout, room, widest, drawing, down, bottom, foot, right: Math.max(width - side, left + layout.width * cw) };
}

/** @param {Layout} layout */
const heightOf = ({ places }) => Math.max(...Object.values(places).map(({ y }) => y)) + 1;

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
  let [x, y] = [place.fan_x * cw, 0];
  if (x) {
    // A pile that is spread out whole has the rest of its row for itself: as it grows shorter, more of each card is seen.
    const rest = (m.layout.width - place.x - 1) * cw;
    if (!place.shown) x = Math.max(x, Math.min(indexWidth(m), rest / (count - 1)));
    x = Math.min(x, (m.right - (m.left + place.x * cw) - cw) / (count - 1));
  }
  if (place.fan_y) {
    const room = m.bottom - footHeight(m.layout, m.foot) * ch - (m.top + place.y * ch) - ch;
    // As wide as it would be with all the cards that there is room for: a fan does not breathe with every move.
    y = Math.min(m.widest * ch, Math.max(room / (m.room - 1), TIGHTEST_FAN * ch), room / stepsTo(count - 1, down));
  }
  return { x: Math.max(0, x), y: Math.max(0, y) };
}

/** Whether a fan across shows less of its cards than rank and suit side by side. @param {Measure} m @param {string} pile @param {number} length */
export function isTight(m, pile, length) {
  const place = m.layout.places[pile];
  return step(m, place, spread(place, length).count, 0).x < Math.floor(indexWidth(m));
}

/** @param {Measure} m */
const indexWidth = ({ cw, drawing }) => INDEX[drawing] * cw;

/** Where the first card of a pile begins, from the top. @param {Measure} m @param {Place} place */
const rowOf = (m, { y }) => (y >= m.foot ? m.bottom - (heightOf(m.layout) - y) * m.ch : m.top + y * m.ch);

/**
 * Where a pile begins, from the left of the table. A left-handed table is a mirror image of the other, pile by pile: a fan
 * still opens to the right, because that is where the index of a card is seen, and its top card stays where it is. So does
 * a heap, whose cards lie on each other: it changes sides as a whole.
 * @param {Measure} m @param {string} pile @param {number} count @param {number} x the step from card to card
 */
function startOf(m, pile, count, x) {
  const { layout, cw } = m;
  const place = layout.places[pile];
  if (document.documentElement.dataset.hand !== "left") return place.x * cw;
  const [from, to] = heapEnds(layout, pile) ?? [place.x, place.x + 1];
  return (layout.width - to + place.x - from) * cw - Math.max(0, count - 1) * x;
}

/** @type {WeakMap<Layout, {piles: Set<string>, ends: [number, number]}>} */
const heaps = new WeakMap();

/** Where the heap begins and ends that a pile belongs to; nothing for other piles. @param {Layout} layout @param {string} pile */
function heapEnds(layout, pile) {
  let heap = heaps.get(layout);
  if (!heap) {
    const piles = heaped(layout);
    const lefts = [...piles].map((name) => layout.places[name].x);
    heap = { piles, ends: [Math.min(...lefts), Math.max(...lefts) + 1] };
    heaps.set(layout, heap);
  }
  return heap.piles.has(pile) ? heap.ends : null;
}

/** The corner of a card. @param {Measure} m @param {string} pile @param {number} index @param {number} length @returns {Point} */
export function corner(m, pile, index, length) {
  const place = m.layout.places[pile];
  const { first, count } = spread(place, length);
  const down = Math.max(0, m.down[pile] - first);
  const { x, y } = step(m, place, count, down);
  const k = Math.max(0, index - first);
  return {
    x: Math.round(m.left + startOf(m, pile, count, x) + k * x),
    y: Math.round(rowOf(m, place) + stepsTo(k, down) * y),
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
