// @ts-check
/** What a screen reader hears: each move and what followed, each refusal. */

import { sentence, spoken } from "./names.js";

/** @type {HTMLElement | null} */
let region = null;
let isEven = false;

/** @param {string} text */
export function say(text) {
  region ??= document.getElementById("live");
  if (!region || !text) return;
  // The same words twice would be no change, and so not be heard.
  isEven = !isEven;
  region.textContent = sentence(spoken(text)) + (isEven ? "\u00a0" : "");
}
