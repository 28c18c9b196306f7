// @ts-check
/** Going through a game step by step: the record at a step, buttons and keys. */

import { h, icon } from "./dom.js";
import { settings } from "./settings.js";

/** A record with its first acts only. @param {string} record @param {number} count */
export const recordAt = (record, count) => record.split("/").slice(0, count + 1).join("/");

/** A button with a drawing; its title may name its key. @param {string} name @param {string} title @param {() => void} click */
export const tool = (name, title, click) => h("button", { type: "button", class: "tool", "aria-label": title.split(" (")[0], title, click }, icon(name));

/** The buttons to the first position, back, forward and to the last. @param {(count: number) => void} leap so many steps on */
export const stepTools = (leap) => [
  tool("first", "First position (Home)", () => leap(-Infinity)),
  tool("back", "Step back (left arrow)", () => leap(-1)),
  tool("forward", "Step forward (right arrow)", () => leap(1)),
  tool("last", "Last position (End)", () => leap(Infinity)),
];

/**
 * The keys that do the same, and others that mean something here. They leave alone what is meant for something else.
 * @param {(count: number) => void} leap @param {Record<string, () => void>} others @param {(event: KeyboardEvent) => boolean} isElsewhere @param {AbortSignal} signal
 */
export function startStepKeys(leap, others, isElsewhere, signal) {
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => leap(-1), ArrowRight: () => leap(1), Home: () => leap(-Infinity), End: () => leap(Infinity), ...others };
  document.addEventListener("keydown", (event) => {
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key.toLowerCase() === "p" ? !settings.letters : isElsewhere(event)) return;
    event.preventDefault();
    run();
  }, { signal });
}
