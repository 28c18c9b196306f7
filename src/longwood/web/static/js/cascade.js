// @ts-check
/** A won game: the cards leap off their piles, bounce over the table and away. */

import { HIDDEN, drawCard } from "./cards.js";
import { h } from "./dom.js";
import { corner } from "./geometry.js";
import { hasMotion } from "./settings.js";

/** @import { Measure } from "./geometry.js" */
/** @import { Position } from "./types.js" */

/** How long all of it takes at the most, and how long one card is on its way, in milliseconds. */
const ALL = 2200, ONE = 1500;
/** As many cards as dance without a browser losing its breath. */
const MOST = 52;
/** Steps of a card's way in a second; the browser draws what lies between. */
const STEPS = 24;
/** In heights of the table for each second, and what is left of the speed after a bounce. */
const GRAVITY = 2.6, BOUNCE = 0.72;

/** The part of its time after which a card finds no floor any more, and falls away. */
const FALL = 0.66;

/** A card on its way: keyframes of where it is. @param {number} i @param {{x: number, y: number}} from @param {Measure} m @param {number} height */
function way(i, from, m, height) {
  const [floor, wall] = [height - m.ch, m.width - m.cw];
  // Neighbours leap to different sides, by turns far and near; off a pile at the edge there is one side only.
  const side = from.x > wall * 0.75 ? -1 : from.x < wall * 0.25 ? 1 : i % 2 ? 1 : -1;
  let vx = side * (0.12 + ((i * 37) % 60) / 90) * Math.max(m.width, height * 0.7);
  let vy = -height * (0.15 + ((i * 53) % 40) / 55);
  let { x, y } = from;
  /** @type {Keyframe[]} */
  const frames = [{ transform: `translate(${x}px, ${y}px)`, opacity: 1 }];
  const step = 1 / STEPS;
  let turned = 0;
  for (let t = step; t <= ONE / 1000; t += step) {
    vy += GRAVITY * height * step;
    [x, y] = [x + vx * step, y + vy * step];
    turned += vx * step * 0.12;
    if (y > floor && vy > 0 && t < (FALL * ONE) / 1000) [y, vy] = [floor, -vy * BOUNCE];
    if (x < 0 || x > wall) [x, vx] = [Math.min(Math.max(x, 0), wall), -vx];
    frames.push({ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turned.toFixed(1)}deg)`, opacity: 1 });
  }
  frames[frames.length - 1].opacity = 0;
  return frames;
}

/** The cards that are seen, pile by pile in turn, the topmost first. @param {Position} position */
function dancers(position) {
  const piles = Object.entries(position.piles).map(([pile, cards]) =>
    cards.map((face, index) => ({ pile, index, face })).filter(({ face }) => face !== HIDDEN).reverse());
  const longest = Math.max(0, ...piles.map((cards) => cards.length));
  const found = Array.from({ length: longest }, (_, k) => piles.flatMap((cards) => cards.slice(k, k + 1))).flat();
  return found.slice(0, MOST);
}

/**
 * Let the cards dance. Resolves when they have, when the player presses anything, or at once without motion.
 * @param {HTMLElement} root @param {Measure} m @param {Position} position @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function cascade(root, m, position, signal) {
  const cards = hasMotion() ? dancers(position) : [];
  if (!cards.length || signal.aborted) return;
  const pace = (ALL - ONE) / cards.length;
  const stage = h("div", { class: "cascade", "aria-hidden": "true" });
  const elements = cards.map(({ face }) => h("div", { class: "card dancing" }, drawCard(face, m.drawing)));
  stage.append(...elements.slice().reverse());
  root.append(stage);
  const flights = elements.map((el, i) => {
    const { pile, index } = cards[i];
    return el.animate(way(i, corner(m, pile, index, position.piles[pile].length), m, root.clientHeight), { duration: ONE, delay: pace * i, fill: "both" });
  });
  const over = new AbortController();
  const skipped = new Promise((resolve) => {
    /** @param {Event} event */
    const skip = (event) => {
      if (event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey || event.key === "Shift")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      resolve(undefined);
    };
    for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, skip, { capture: true, signal: over.signal });
    signal.addEventListener("abort", resolve, { signal: over.signal });
  });
  await Promise.race([skipped, Promise.allSettled(flights.map((flight) => flight.finished))]);
  over.abort();
  for (const flight of flights) flight.cancel();
  stage.remove();
}
