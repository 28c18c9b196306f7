// @ts-check
/** Whether the position can be won: asked for, or followed live. What is proven of one position holds for others too. */

import { follow, whyNot } from "./analyst.js";
import { askPosition } from "./api.js";
import { isWinnable } from "./deals.js";
import { attr, h } from "./dom.js";
import { parent } from "./journeys.js";
import { count } from "./keeper.js";
import { unplaced } from "./names.js";
import { onSettings, settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";
import { backTo, table } from "./table.js";

/** @typedef {{verdict: string, words: string}} Verdict */

/** @type {Record<string, string>} */
const WORDS = { won: "Winnable", lost: "Lost", unknown: "Unknown" };
const ASK = "Still winnable?";
const STAYS_LOST = "It was lost before this move.";
const CHOSEN = "A winning line exists.";
const WON_LATER = "A winning line exists.";
const MOST = 2000;
/** How far back the losing move is looked for, where the player was quicker than the analyst. */
const LOOK_BACK = 12;
/** A loss is told for so long at least, however quickly the player goes on. */
const SEEN = 2000;

/** @type {Map<string, Verdict>} */
const known = new Map();
/** @type {AbortController | null} */
let asking = null;
let asked = "";
let waiting = "";
/** Whether the player has asked here; live questions need no answer aloud. */
let isAloud = false;
/** @type {() => void} */
let draw = () => {};

/** What is proven of a record, also by what came before or after it. @param {string} record @returns {Verdict | undefined} */
function verdictOf(record) {
  const found = known.get(record) ?? (isWinnable(record) ? { verdict: "won", words: CHOSEN } : undefined);
  if (found && found.verdict !== "unknown") return found;
  // What is lost stays lost.
  for (let before = record; before.includes("/"); ) {
    before = parent(before);
    if (known.get(before)?.verdict === "lost") return { verdict: "lost", words: STAYS_LOST };
  }
  return found;
}

/** What the chip tells of a record; nothing where it tells none. @param {string} record */
export const toldVerdict = (record) => (settings.verdict === "off" ? undefined : verdictOf(record)?.verdict);

/** Who wants to know what the chip tells. @type {Set<() => void>} */
const listeners = new Set();

/** Call back whenever the chip may tell something new, until the returned function is called. @param {() => void} listener */
export function onVerdict(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} record @param {Verdict} verdict */
function learn(record, verdict) {
  if (known.size > MOST) known.clear();
  known.set(record, verdict);
  // What can be won now could be won before.
  if (verdict.verdict === "won") {
    for (let before = record; before.includes("/"); ) {
      before = parent(before);
      if (known.get(before)?.verdict === "won") break;
      known.set(before, { verdict: "won", words: WON_LATER });
    }
  }
}

/** @param {string} record @param {boolean} [isLong] whether to search for longer than usual */
async function ask(record, isLong = false) {
  asking?.abort();
  count("verdicts");
  const { signal } = (asking = new AbortController());
  [asked, waiting] = [record, "…"];
  draw();
  try {
    await follow("verdict", record, isLong ? { search: "longer" } : {}, signal, (event, data) => {
      if (event === "waiting") waiting = data.words;
      else if (event === "verdict") {
        // What is not known yet is searched on: the chip thinks until the last word is said.
        waiting = data.verdict === "unknown" ? data.words : "";
        learn(record, data);
      }
      draw();
    });
    noticeLoss();
  } catch (error) {
    const why = whyNot(error, signal);
    if (why && isAloud) { table.flash(why, "refusal"); say(why); }
  } finally {
    if (!signal.aborted) [asked, waiting] = ["", ""];
    draw();
  }
}

/** What is proven of a record, asked quietly if it is not known yet. @param {string} record @param {AbortSignal} signal @returns {Promise<string>} */
export async function settle(record, signal) {
  const found = verdictOf(record);
  if (found && found.verdict !== "unknown") return found.verdict;
  await follow("verdict", record, {}, signal, (event, data) => { if (event === "verdict") learn(record, data); });
  return verdictOf(record)?.verdict ?? "unknown";
}

/** The position after the move that was told to have lost the game, and when that was. */
let told = "";
let toldAt = 0;

/** Undo to before the move that lost the game. */
export const undoLoss = () => backTo(parent(told));

/** Whether the player has seen that the game is lost, and gone on. */
const isPast = () => told !== "" && state.record !== told && isWithin(state.record, told) && performance.now() - toldAt > SEEN;

/** @param {string} record @param {string} start */
const isWithin = (record, start) => `${record}/`.startsWith(`${start}/`);

/** Say which move lost the game, if that is proven: the last one, or an earlier one if the player was quicker. */
function noticeLoss() {
  const { record, position } = state;
  if (settings.verdict !== "live" || position?.record !== record || isPast() || verdictOf(record)?.verdict !== "lost") return;
  let lost = record;
  for (let steps = 0; lost.includes("/") && steps < LOOK_BACK; steps++) {
    const before = parent(lost);
    const verdict = verdictOf(before)?.verdict;
    if (verdict === "won") return void tellLoss(lost);
    if (verdict === undefined) return void ask(before);
    if (verdict === "unknown") return;
    lost = before;
  }
}

/** @param {string} lost the position after the losing move */
async function tellLoss(lost) {
  const { record } = state;
  const last = (await askPosition(lost).catch(() => null))?.last;
  // Where a round was cleared and the next one dealt, no move lost anything.
  if (!last || last.changed === null || state.record !== record || settings.verdict !== "live") return;
  const move = lost === record ? "That move" : `Move ${lost.split("/").length - 1} (${last.words.replace(/\.$/, "")})`;
  const text = unplaced(`${move} lost the game`);
  if (told !== lost) {
    toldAt = performance.now();
    say(text);
  }
  told = lost;
  change({ advice: { text, kind: "loss", tag: "", buttons: ["undo-loss"] } });
}

/** The player asks whether this can be won. */
export function askVerdict() {
  const { record, position } = state;
  if (!position || position.has_unknown || state.watched || settings.verdict === "off" || position.is_won || position.is_stuck) return;
  isAloud = true;
  const found = verdictOf(record);
  if (found && found.verdict !== "unknown") tellAloud(found);
  else {
    const isLong = found !== undefined;
    void ask(record, isLong).then(() => {
      const now = verdictOf(record);
      if (!now || state.record !== record) return;
      tellAloud(now.verdict === "unknown" && !isLong ? { ...now, words: `${now.words} Ask again to search longer.` } : now);
    });
  }
}

/** @param {Verdict} verdict */
function tellAloud({ verdict, words }) {
  isAloud = false;
  const text = `${WORDS[verdict]}. ${words}`;
  table.flash(text, verdict === "lost" ? "loss" : "prompt");
  say(text);
}

/** @param {HTMLElement} facts @param {AbortSignal} signal */
export function startVerdict(facts, signal) {
  const mark = h("span", { class: "mark", "aria-hidden": "true" });
  const words = h("span");
  const chip = h("button", { type: "button", class: "chip", click: askVerdict }, mark, words);
  facts.append(chip);
  let record = "";
  draw = () => {
    const { position } = state;
    chip.hidden = settings.verdict === "off" || !position || position.has_unknown;
    // What is over needs no verdict, but the table must not move when the game ends.
    chip.classList.toggle("over", Boolean(position?.is_won || position?.is_stuck));
    const found = position ? verdictOf(position.record) : undefined;
    const isAsking = asked === state.record && waiting !== "";
    attr(chip, "data-verdict", isAsking ? "asking" : found?.verdict ?? "none");
    const text = isAsking ? "Thinking…" : found ? WORDS[found.verdict] : ASK;
    if (words.textContent !== text) words.textContent = text;
    attr(chip, "title", isAsking && waiting.length > 1 ? waiting : found?.words ?? "Still winnable? (V)");
    for (const listener of listeners) listener();
  };
  const moved = () => {
    if (state.position && state.position.record !== record && state.position.record === state.record) {
      record = state.position.record;
      if (asked && asked !== record) { asking?.abort(); [asked, waiting] = ["", ""]; }
      if (state.advice?.kind === "loss") change({ advice: null });
      // Whoever has undone it may lose the game by the same move again.
      if (!isWithin(record, told)) told = "";
      if (settings.verdict === "live" && !state.position.is_won && !state.position.is_stuck && !state.position.has_unknown) {
        if (verdictOf(record)?.verdict === undefined || verdictOf(record)?.verdict === "unknown") void ask(record);
        else noticeLoss();
      }
    }
    draw();
  };
  let setting = settings.verdict;
  const stops = [listen(moved), onSettings(() => {
    if (setting !== settings.verdict) [setting, told] = [settings.verdict, ""];
    record = "";
    moved();
  })];
  signal.addEventListener("abort", () => {
    stops.forEach((stop) => stop());
    asking?.abort();
    [asked, waiting, isAloud, told] = ["", "", false, ""];
    draw = () => {};
  });
  moved();
}
