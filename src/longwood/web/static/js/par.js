// @ts-check
/** Par: the best score of the deal, during the game or after it, as the player chooses. */

import { consult, whyNot } from "./analyst.js";
import { onSettings, settings } from "./settings.js";
import { change, listen, state } from "./state.js";

/** @import { Par } from "./types.js" */

/** @type {Map<string, Par>} */
const known = new Map();

/** What there is to say against a best score, in brackets. @param {Par} par */
export const parHow = ({ is_proven: isProven, is_of_round: isOfRound }) =>
  isProven && !isOfRound ? "" : `(${[isOfRound ? "first round" : "", isProven ? "" : "best known"].filter(Boolean).join(", ")})`;

/** @param {Par} par */
export const parWords = (par) => `${par.score} ${parHow(par)}`.trim();

/** Of a deal, or of a game that is over: it may have done better than a search did. @param {string} record @param {AbortSignal} signal */
async function ask(record, signal) {
  const found = known.get(record);
  if (found) return found;
  try {
    const par = await consult("par", record, {}, signal);
    known.set(record, par);
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
    if (!position || position.has_unknown) return;
    const isOver = position.is_won || position.is_stuck;
    const isShown = settings.par === "during" || isOver;
    if (!isShown) {
      if (state.par) change({ par: null });
      asked = "";
      return;
    }
    const about = isOver ? position.record : position.deal;
    if (asked === about) return;
    asked = about;
    void ask(about, signal).then((par) => { if (par && asked === about) change({ par }); });
  };
  const stops = [listen(draw), onSettings(() => { asked = ""; draw(); })];
  signal.addEventListener("abort", () => { stops.forEach((stop) => stop()); if (state.par) change({ par: null }); });
  draw();
}
