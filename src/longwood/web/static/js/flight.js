// @ts-check
/** Cards in motion: short flights that can be redirected at any moment. */

import { hasMotion } from "./settings.js";

/** @import { Point } from "./geometry.js" */

const LONGEST = 180;
const RAISED = 10000;

/**
 * A card on the table: its element, where it belongs, and its flight there if it is still under way.
 * @typedef {object} View
 * @property {HTMLElement} el
 * @property {string} face
 * @property {string} pile
 * @property {number} index
 * @property {number} x
 * @property {number} y
 * @property {number} z
 * @property {Point | null} held where the player holds it
 * @property {Animation | null} flight
 */

/** Where a card is seen at this moment. @param {View} view @returns {Point} */
function whereabouts(view) {
  if (view.held) return view.held;
  if (!view.flight) return view;
  const { m41, m42 } = new DOMMatrixReadOnly(getComputedStyle(view.el).transform);
  return { x: m41, y: m42 };
}

/** @param {Point} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/**
 * Bring a card to its place, from wherever it is seen now.
 * @param {View} view @param {Point} to @param {number} z @param {{fly: boolean, delay?: number}} how
 */
export function bring(view, to, z, { fly, delay = 0 }) {
  const from = whereabouts(view);
  view.flight?.cancel();
  view.flight = null;
  view.held = null;
  const { style } = view.el;
  [view.x, view.y, view.z] = [to.x, to.y, z];
  style.transform = at(to);
  const distance = Math.hypot(from.x - to.x, from.y - to.y);
  if (!fly || distance < 1 || !hasMotion()) {
    style.zIndex = String(z);
    return;
  }
  style.zIndex = String(RAISED + z);
  const duration = Math.min(LONGEST, 90 + distance / 4);
  const flight = view.el.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration, delay, easing: "cubic-bezier(.25, .7, .3, 1)", fill: "backwards",
  });
  view.flight = flight;
  flight.onfinish = () => {
    if (view.flight !== flight) return;
    view.flight = null;
    style.zIndex = String(view.z);
  };
}

/** Follow the player's hand. @param {View} view @param {Point} to @param {number} order */
export function hold(view, to, order) {
  view.flight?.cancel();
  view.flight = null;
  view.held = to;
  view.el.style.transform = at(to);
  view.el.style.zIndex = String(2 * RAISED + order);
}

/** Half the time that a card takes to turn over. */
const HALF = 95;

/** A card turns over: what was seen of it goes edge on, then what is seen now comes. @param {HTMLElement} el @param {Element} before @param {Element} now */
export function turn(el, before, now) {
  el.replaceChildren(now);
  if (!hasMotion()) return;
  el.classList.add("turning");
  el.append(before);
  before.animate([{ transform: "none" }, { transform: "scaleX(.02)" }], { duration: HALF, easing: "ease-in", fill: "forwards" }).onfinish = () => before.remove();
  now.animate([{ transform: "scaleX(.02)" }, { transform: "none" }], { duration: HALF, delay: HALF, easing: "ease-out", fill: "backwards" }).onfinish = () => {
    // It may have been turned back meanwhile.
    if (el.lastElementChild === now) el.classList.remove("turning");
  };
}

/** A refused card shakes its head. @param {HTMLElement} el */
export function shake(el) {
  if (!hasMotion()) return;
  el.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }], { duration: 180 });
}
