// @ts-check
/** The game on the table: play, undo, redo, restart. What the page asks for is always a whole record, so the newest wins. */

import { Refused, askPosition, askWhy, knownPosition } from "./api.js";
import { elapsed, runClock, setClock } from "./clock.js";
import { findDaily, findDeal, isWinnable } from "./deals.js";
import { parent } from "./journeys.js";
import { count, isKept, keep, leaveGame } from "./keeper.js";
import { rememberPlayed } from "./memory.js";
import { counted, dealName, sentence, targets } from "./names.js";
import { addressOf, go, rewrite } from "./router.js";
import { dropGame, keepGame } from "./saves.js";
import { say } from "./speech.js";
import { change, state } from "./state.js";

/** @import { Board } from "./board.js" */
/** @import { Intent } from "./state.js" */
/** @import { Position } from "./types.js" */

/** @typedef {"open" | "new" | "play" | "undo" | "back" | "redo" | "again" | "leap"} Manner */

/** What a view of the table wants to know. */
export const table = {
  /** @type {Board | null} */
  board: null,
  /** Something to tell the player for a moment. @type {(text: string, kind?: string) => void} */
  flash: () => {},
  /** The game has just ended. @type {() => void} */
  ended: () => {},
  /** The player asks what to play. Whoever knows puts the answer here. @type {(isOther?: boolean) => void} */
  hint: () => tell("There are no hints at this table"),
  /** The player asks for another move than the one that is shown. @type {() => void} */
  again: () => {},
  /** A record cannot be shown. @type {(reason: string) => void} */
  failed: () => {},
};

/** @type {AbortController | null} */
let asking = null;

/** Leave the table: nothing that is under way may come back to it. */
export function leaveTable() {
  leaveGame(state.watched ? null : state.position);
  asking?.abort();
  asking = null;
  runClock(false);
  clearTimeout(saving);
  change({ game: null, position: null, record: "", redo: [], waiting: [], picked: null, watched: null, lockReason: "" });
}

/** @param {string} record @param {Manner} manner */
export async function show(record, manner) {
  asking?.abort();
  const { signal } = (asking = new AbortController());
  change({ record });
  // At once, so that a reload loses nothing; once only, because browsers are slow at it.
  write();
  const known = knownPosition(record);
  if (known) {
    arrive(known, manner);
    return;
  }
  try {
    const position = await askPosition(record, signal);
    if (!signal.aborted) arrive(position, manner);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refused)) throw error;
    refused(error.message);
  }
}

/** @param {string} reason */
function refused(reason) {
  if (!state.position) {
    table.failed(reason);
    return;
  }
  // Only a server with other rules could do this; the table stays as it was.
  change({ record: state.position.record, waiting: [], picked: null });
  write();
  table.board?.settle();
  tell(reason);
}

/** @param {Position} position @param {Manner} manner */
function arrive(position, manner) {
  const before = state.position;
  const isDone = position.is_won || position.is_stuck;
  const { picked } = state;
  const keeps = picked && before && sameCards(before, position, picked.pile, picked.index) && targets(position, picked.pile, picked.index).length > 0;
  change({ position, record: position.record, picked: keeps ? picked : null, lockReason: "" });
  table.board?.show(position);
  if (manner === "new") table.board?.dealOut();
  speak(before, position, manner);
  if (state.watched) return;
  const isPlayed = manner !== "open" && manner !== "new";
  touched = isPlayed || (touched && before !== null);
  if (isPlayed) {
    playedAt = Date.now();
    keep(position, elapsed(), state.redo);
  }
  runClock(position.acts > 0 && !isDone);
  saveSoon();
  void explainLock(position);
  const next = state.waiting[0];
  if (next) {
    change({ waiting: state.waiting.slice(1) });
    if (isPossible(position, next)) return void show(`${position.record}/${next.act}`, "play");
    change({ waiting: [] });
    table.board?.settle();
    tell("That is no longer possible");
  }
  if (isDone && (manner === "play" || manner === "redo" || manner === "again")) table.ended();
}

/** @param {Position} a @param {Position} b @param {string} pile @param {number} index */
function sameCards(a, b, pile, index) {
  return a.piles[pile].slice(index).join() === b.piles[pile].slice(index).join();
}

/** @param {Position | null} before @param {Position} now @param {Manner} manner */
function speak(before, now, manner) {
  const end = now.is_won ? [`You won! Score ${now.score}`] : now.is_stuck ? [`No moves left. Score ${now.score}`] : [];
  const aloud = (/** @type {string[]} */ ...parts) => say([...parts, ...end].map(sentence).join(" "));
  // Whoever sees the cards has seen it: what happened is told aloud alone.
  if (manner === "undo" && before?.last) aloud(`Undone: ${before.last.words}`);
  else if (manner === "back" && before) {
    const text = `${counted(before.acts - now.acts, "move")} undone. Redo brings ${before.acts - now.acts > 1 ? "them all" : "it"} back`;
    aloud(text);
    table.flash(text, "");
  } else if (manner === "again" && before) aloud(`${counted(now.acts - before.acts, "move")} redone`);
  else if (manner !== "open" && manner !== "new" && now.last) aloud(happened(now.last));
  else if (manner === "new" || manner === "open") {
    const note = now.has_unknown ? MADE_UP : dealNote;
    aloud(`${now.title}, ${dealName(now.deal)}`, ...(note ? [note] : []));
    // What to do first is worth more than what is known of the deal.
    if (dealNote && !isWinnable(now.deal)) table.flash(dealNote, "prompt");
    dealNote = "";
  }
}

/** How much of what followed a move by itself is told, one by one. */
const FOLLOWED = 4;

/** An act in one sentence, with what followed by itself. @param {NonNullable<Position["last"]>} last */
export function happened({ act, words, followed }) {
  const known = followed.map((each) => each.replace(/\.$/, ""));
  const more = known.length - FOLLOWED;
  const told = more > 1 ? [...known.slice(0, FOLLOWED - 1), `${more} more changes`, known[known.length - 1]] : known;
  // A deal is told by the card that came.
  const isDeal = /^s-/.test(act) && told.length > 0;
  return [...(isDeal ? [] : [words.replace(/\.$/, "")]), ...told].join("; ");
}

export const MADE_UP = "Some cards are unknown: they are made up as they turn up.";

/** What to say of the next deal when its cards are there. */
let dealNote = "";

/** @param {Position} position */
async function explainLock(position) {
  if (!position.facts.locked || !position.piles.s.length) return;
  const { reason } = await askWhy(position.record, "s-w", asking?.signal).catch(() => ({ reason: "" }));
  if (state.position === position) change({ lockReason: reason });
}

/** Whether what the player did earlier can still be done, to the same cards. @param {Position} position @param {Intent} intent */
function isPossible(position, { act, src, cards, isRedo }) {
  // Several moves in one act were played as such before they were undone.
  if (isRedo && act.includes(".")) return true;
  const pile = position.piles[src] ?? [];
  const same = cards.every((card, i) => pile[pile.length - cards.length + i] === card);
  const known = position.moves.some((m) => m.text === act) || position.autoplay === act || position.finish === act || Object.values(position.double_click).includes(act);
  return same && known;
}

function write() {
  if (state.watched || !state.record) return;
  rewrite(addressOf("play", state.record), { redo: state.redo, elapsed: elapsed() });
}

/** @param {Position} position */
function save(position) {
  const { deal, record, title, score, acts } = position;
  // Whoever only looks at a link has not played: nothing is kept of it.
  if (!touched) return;
  if (acts > 0) rememberPlayed(deal, position.is_won);
  if (isKept() || position.is_won || position.is_stuck) dropGame(deal, playedAt);
  else if (acts > 0) keepGame(deal, { record, title, score, acts, elapsed: elapsed(), redo: state.redo, when: playedAt });
}

let saving = 0;
let touched = false;
/** When the player last did something here. */
let playedAt = 0;

/** Storage is slow: it is written when the player pauses. */
function saveSoon() {
  clearTimeout(saving);
  saving = window.setTimeout(() => state.position && !state.watched && save(state.position), 250);
}

/** Keep the time too when the page is left. */
export function saveNow(isLast = false) {
  clearTimeout(saving);
  if (isLast) leaveGame(state.watched ? null : state.position, true);
  if (!state.position || state.watched || state.position.record !== state.record) return;
  write();
  save(state.position);
}

/** @param {string} text */
export function tell(text) {
  table.flash(text);
  say(text);
}

/** Play what the player did, now or as soon as the position it was done in is known. @param {Intent} intent */
export function play(intent) {
  const { position, record, redo } = state;
  if (!position || state.watched) return;
  // Playing what was undone is redo; playing anything else forgets it.
  change({ redo: redo.at(-1) === intent.act ? redo.slice(0, -1) : [], picked: null });
  if (position.record !== record) change({ waiting: [...state.waiting, intent] });
  else void show(`${record}/${intent.act}`, "play");
}

export const canUndo = () => state.record.includes("/") && !state.watched;
export const canRedo = () => state.redo.length > 0;

export function undo() {
  if (!canUndo()) return;
  table.board?.settle();
  const late = state.waiting.at(-1);
  if (late) {
    // Nobody knows yet whether all moves of an autoplay would have been legal.
    const redo = late.act.includes(".") && !late.isRedo ? [] : [...state.redo, late.act];
    change({ waiting: state.waiting.slice(0, -1), redo, picked: null });
    return;
  }
  count("undos");
  const before = parent(state.record);
  change({ redo: [...state.redo, state.record.slice(before.length + 1)], picked: null });
  void show(before, "undo");
}

/** How many acts were taken back at once, and to where: redo brings them back at once. */
let leap = { record: "", acts: 0 };

export function redo() {
  const act = state.redo.at(-1);
  const { position, record } = state;
  if (!act || !position || state.watched) return;
  if (leap.acts > 1 && leap.record === record && position.record === record && state.redo.length >= leap.acts) {
    const acts = state.redo.slice(-leap.acts).reverse();
    change({ redo: state.redo.slice(0, -leap.acts), picked: null });
    return void show([record, ...acts].join("/"), "again");
  }
  const intent = { act, src: "", cards: [], isRedo: true };
  change({ redo: state.redo.slice(0, -1), picked: null });
  if (position.record !== record) change({ waiting: [...state.waiting, intent] });
  else if (isPossible(position, intent)) void show(`${record}/${act}`, "redo");
  else {
    change({ redo: [] });
    tell("That is no longer possible");
  }
}

/** Undo to an earlier position of this game. @param {string} record */
export function backTo(record) {
  if (!canUndo() || !state.record.startsWith(`${record}/`)) return;
  if (parent(state.record) === record && !state.waiting.length) return undo();
  table.board?.settle();
  const acts = state.record.slice(record.length + 1).split("/");
  count("undos", acts.length);
  leap = { record, acts: acts.length };
  change({ redo: [...state.redo, ...acts.reverse()], waiting: [], picked: null });
  void show(record, "back");
}

export function restart() {
  if (!canUndo()) return;
  setClock(0);
  backTo(state.record.split("/")[0]);
}

export function autoplay() {
  const { position } = state;
  const act = position?.finish || position?.autoplay;
  if (act) play({ act, src: "", cards: [] });
  else tell("Nothing is ready for the foundations");
}

/** Play the rest of a game in which nothing can go wrong any more. */
export function finish() {
  const act = state.position?.finish;
  if (act) play({ act, src: "", cards: [] });
}

/** A new deal of a game: a number, or any. @param {string} slug @param {string} [number] */
export async function newDeal(slug, number) {
  if (number !== undefined) return go(addressOf("play", `${slug}.${number}`), { isNew: true });
  if (state.isDealing) return;
  const { record } = state;
  const { deal, note } = await findDeal(slug);
  // Whoever has gone on meanwhile has thought better of it.
  if (state.record !== record) return;
  dealNote = note;
  go(addressOf("play", deal), { isNew: true });
}

/** The deal of the day. Returns why it cannot be had. @param {string} slug */
export async function dailyDeal(slug) {
  if (state.isDealing) return "";
  const { record } = state;
  const { deal, note, why } = await findDaily(slug);
  if (state.record !== record) return "";
  if (deal) {
    dealNote = note;
    go(addressOf("play", deal), { isNew: true });
  }
  return why;
}
