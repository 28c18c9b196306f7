// @ts-check
/** The status line: score, time, moves, and what the game has beside the cards. */

import { clockText, elapsed } from "./clock.js";
import { attr, h } from "./dom.js";
import { capital, rankSign } from "./names.js";
import { settings } from "./settings.js";
import { listen, state } from "./state.js";

/** @returns {[string, string][]} */
function entries() {
  const { position } = state;
  if (!position) return [];
  const { facts } = position;
  /** @type {[string, string][]} */
  const found = [["Score", String(position.score)]];
  if (!state.watched) found.push(["Time", clockText(elapsed())]);
  found.push(["Moves", String(position.acts)]);
  for (const [name, value] of Object.entries(facts)) {
    // What is only true or false is seen on the table, and how many cards are left on the stock.
    if (typeof value !== "boolean" && name !== "stock") found.push([capital(name), value === "" ? "–" : rankSign(String(value))]);
  }
  if (state.par && settings.par === "during") found.push(["Best possible", `${state.par.score}${state.par.is_proven ? "" : "+"}`]);
  return found;
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startStatus(root, signal) {
  /** @type {Map<string, HTMLElement>} */
  const values = new Map();
  function draw() {
    const found = entries();
    if (found.length !== values.size || found.some(([name]) => !values.has(name))) {
      values.clear();
      root.replaceChildren(...found.map(([name]) => {
        const value = h("dd");
        values.set(name, value);
        return h("div", { class: `stat-${name.toLowerCase().replace(" ", "-")}` }, h("dt", {}, name), value);
      }));
    }
    for (const [name, text] of found) {
      const value = values.get(name);
      if (value && value.textContent !== text) value.textContent = text;
    }
    attr(root, "data-score", String(state.position?.score ?? ""));
  }
  const stop = listen(draw);
  const timer = setInterval(draw, 1000);
  signal.addEventListener("abort", () => { stop(); clearInterval(timer); });
  draw();
}
