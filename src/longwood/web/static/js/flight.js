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

/** A card turns over. @param {Element} picture */
export function turn(picture) {
  if (hasMotion()) picture.animate([{ transform: "scaleX(.1)" }, { transform: "none" }], { duration: 140, easing: "ease-out" });
}

/** A refused card shakes its head. @param {HTMLElement} el */
export function shake(el) {
  if (!hasMotion()) return;
  el.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }], { duration: 180 });
}

/** All cards of the table dance for a moment. Returns how to end it. @param {View[]} views @param {number} width @param {number} height */
export function celebrate(views, width, height) {
  if (!hasMotion()) return () => {};
  const dances = views.map((view, i) => {
    const turns = (i % 2 ? 1 : -1) * (120 + (i * 37) % 160);
    const x = width * (0.08 + ((i * 61) % 84) / 100);
    const y = height * (0.06 + ((i * 43) % 60) / 100);
    return view.el.animate(
      [
        { transform: at(view), offset: 0 },
        { transform: `translate(${x}px, ${y}px) rotate(${turns}deg)`, offset: 0.45, easing: "cubic-bezier(.4, 0, .3, 1)" },
        { transform: `translate(${x}px, ${y + height * 0.08}px) rotate(${turns * 1.2}deg)`, offset: 0.6, easing: "ease-in" },
        { transform: at(view), offset: 1 },
      ],
      { duration: 1900, delay: (i * 23) % 400, easing: "cubic-bezier(.2, .8, .3, 1)" },
    );
  });
  return () => dances.forEach((dance) => dance.cancel());
}
