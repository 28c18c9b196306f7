// @ts-check
/** Which move lost a game that is stuck: found by halves, from what is proven, and offered as a place to go back to. */

import { count } from "./keeper.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";
import { backTo } from "./table.js";
import { settle } from "./verdict.js";

/** The number of the losing move of the game on the table; 0 if it is not known. */
export const lostMove = () => (state.lost && state.lost.record === state.record ? state.lost.move : 0);

/** Undo to before the move that lost the game. */
export function undoLost() {
  const move = lostMove();
  if (!move) return;
  count("verdicts");
  backTo(state.record.split("/").slice(0, move).join("/"));
}

/**
 * The first position that is proven lost, if the one before it is proven winnable; 0 if nobody knows.
 * @param {string} record @param {AbortSignal} signal
 */
async function losingMove(record, signal) {
  const parts = record.split("/");
  let [won, lost] = [0, parts.length - 1];
  const verdictAt = (/** @type {number} */ n) => settle(parts.slice(0, n + 1).join("/"), signal);
  if (await verdictAt(0) !== "won") return 0;
  while (lost - won > 1) {
    const middle = (won + lost) >> 1;
    const verdict = await verdictAt(middle);
    if (signal.aborted) return 0;
    if (verdict === "won") won = middle;
    else if (verdict === "lost") lost = middle;
    // What nobody knows lies between the two: from there it is looked at move by move.
    else return nearest(won, lost, verdictAt, signal);
  }
  return lost;
}

/** How many moves are looked at one by one where halves do not lead on. */
const STEPS = 6;

/** @param {number} won @param {number} lost @param {(n: number) => Promise<string>} verdictAt @param {AbortSignal} signal */
async function nearest(won, lost, verdictAt, signal) {
  for (let n = lost - 1; n > won && n >= lost - STEPS; n--) {
    const verdict = await verdictAt(n);
    if (signal.aborted || verdict === "unknown") return 0;
    if (verdict === "won") return n + 1;
  }
  return 0;
}

/** @param {AbortSignal} signal */
export function startLost(signal) {
  let asked = "";
  /** @type {AbortController | null} */
  let asking = null;
  const draw = () => {
    const { position, record } = state;
    const isStuck = position?.is_stuck && position.record === record && !position.has_unknown && !state.watched && settings.verdict !== "off";
    if (!isStuck) {
      if (asked) asking?.abort();
      asked = "";
      if (state.lost) change({ lost: null });
      return;
    }
    if (asked === record) return;
    asking?.abort();
    asked = record;
    const own = (asking = new AbortController());
    void losingMove(record, own.signal).then((move) => {
      if (!move || own.signal.aborted || state.record !== record) return;
      change({ lost: { record, move } });
      say(`Move ${move} of ${record.split("/").length - 1} lost the game`);
    }).catch(() => {});
  };
  const stop = listen(draw);
  signal.addEventListener("abort", () => { stop(); asking?.abort(); if (state.lost) change({ lost: null }); });
  draw();
}
