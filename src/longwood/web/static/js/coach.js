// @ts-check
/** The coach: after each move a small mark, good or not, with the reason on tap. It never keeps anybody waiting. */

import { NoAnswer, consult } from "./analyst.js";
import { h } from "./dom.js";
import { parent } from "./journeys.js";
import { count } from "./keeper.js";
import { capital, sentence, signed } from "./names.js";
import { onSettings, settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";

/** @import { Coach } from "./types.js" */

/** The grades that are marked, with the sign that chess players know. @type {Record<string, string>} */
const SIGNS = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** How long praise stays, in milliseconds; what went wrong stays until the next move. */
const MOMENT = 4000;

/** @type {() => void} */
let tellWhy = () => {};
/** @type {() => boolean} */
let hasMark = () => false;

export const coachWhy = () => tellWhy();
export const isCoached = () => hasMark();

/** @param {HTMLElement} cloth @param {AbortSignal} signal */
export function startCoach(cloth, signal) {
  const place = h("div", { class: "coach", role: "status" });
  cloth.append(place);
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Coach | null} */
  let shown = null;
  let record = state.position?.record ?? "";
  let timer = 0;

  function clear() {
    asking?.abort();
    clearTimeout(timer);
    [asking, shown] = [null, null];
    if (place.childElementCount) place.replaceChildren();
  }

  /** @param {Coach} found */
  function mark(found) {
    const sign = SIGNS[found.grade];
    if (!sign || !found.is_decision) return;
    shown = found;
    // Whoever is told has been helped, as by the win chance.
    count("chances");
    place.replaceChildren(h("button", { type: "button", class: "coach-mark", "data-grade": found.grade, title: "Why? (K)", click: tellWhy },
      h("span", { class: "sign", "aria-hidden": "true" }, sign), capital(found.grade)));
    if (found.grade === "good") timer = window.setTimeout(clear, MOMENT);
  }

  /** @param {string} played */
  async function ask(played) {
    const { signal: mine } = (asking = new AbortController());
    try {
      const found = await consult("coach", played, {}, AbortSignal.any([mine, signal]));
      if (!mine.aborted && state.record === played) mark(found);
    } catch (error) {
      // A coach who cannot say anything says nothing.
      if (!mine.aborted && !signal.aborted && !(error instanceof NoAnswer)) throw error;
    }
  }

  tellWhy = () => {
    if (!shown) return;
    const { grade, words, better } = shown;
    const name = capital(grade);
    change({ picked: null, advice: { text: sentence(signed(words)), kind: "coach", tag: `${name}.`, buttons: better ? ["undo"] : [] } });
    say(`${name}. ${words}`);
    clear();
  };
  hasMark = () => shown !== null;

  const stop = listen(() => {
    const { position } = state;
    if (!position || position.record === record || position.record !== state.record) return;
    // One move further: not undone, not several at once, and nothing that was asked for by a reload.
    const isMove = record !== "" && parent(position.record) === record && !position.last?.act.includes(".");
    record = position.record;
    clear();
    if (state.advice?.kind === "coach") change({ advice: null });
    if (settings.coach === "on" && isMove && !state.redo.length && !position.is_won) void ask(record);
  });
  const stopSettings = onSettings(() => { if (settings.coach !== "on") clear(); });
  signal.addEventListener("abort", () => {
    stop();
    stopSettings();
    clear();
    place.remove();
    [tellWhy, hasMark] = [() => {}, () => false];
  });
}
