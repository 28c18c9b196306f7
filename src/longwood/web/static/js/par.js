// @ts-check
/** Par: the best score of the deal, during the game or after it, as the player chooses. */

import { consult, whyNot } from "./analyst.js";
import { onSettings, settings } from "./settings.js";
import { change, listen, state } from "./state.js";

/** @import { Par } from "./types.js" */

/** @type {Map<string, Par>} */
const known = new Map();

/** @param {Par} par */
export const parWords = ({ score, is_proven: isProven }) => `${score} ${isProven ? "(proven)" : "(best known)"}`;

/** @param {string} deal @param {AbortSignal} signal */
async function ask(deal, signal) {
  const found = known.get(deal);
  if (found) return found;
  try {
    /** @type {Par} */
    const par = await consult("par", deal, {}, signal);
    known.set(deal, par);
    return par;
  } catch (error) {
    whyNot(error, signal);
    return null;
  }
}

/** Keep `state.par` up to date: it is there when it is to be shown. @param {AbortSignal} signal */
export function startPar(signal) {
  let asked = "";
  const draw = () => {
    const { position } = state;
    if (!position) return;
    const isShown = settings.par === "during" || position.won || position.stuck;
    if (!isShown) {
      if (state.par) change({ par: null });
      asked = "";
      return;
    }
    if (asked === position.deal) return;
    asked = position.deal;
    void ask(position.deal, signal).then((par) => { if (par && asked === position.deal) change({ par }); });
  };
  const stops = [listen(draw), onSettings(() => { asked = ""; draw(); })];
  signal.addEventListener("abort", () => { stops.forEach((stop) => stop()); if (state.par) change({ par: null }); });
  draw();
}
