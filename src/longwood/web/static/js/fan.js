// @ts-check
/** A hand of cards, fanned out: for the joy of it. */

import { drawCard } from "./cards.js";
import { h } from "./dom.js";

/** @import { Drawing } from "./geometry.js" */

const HAND = ["JC", "QD", "KS", "AH"];

/** @param {Drawing} [drawing] */
export const fan = (drawing = "classic") => h("div", { class: "fan", "aria-hidden": "true" }, ...HAND.map((face) => h("i", { class: "mini" }, drawCard(face, drawing))));
