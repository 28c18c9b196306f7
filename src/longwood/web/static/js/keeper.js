// @ts-check
/** The page's side of the journal: the game on the table is saved at every act, and a copy stays here until that is confirmed. */

import { Refused, askJournal, sendJournal } from "./api.js";
import { elapsed } from "./clock.js";
import { factsOf } from "./deals.js";
import { slugOf } from "./names.js";
import { dropGame, savedGames } from "./saves.js";
import { applySettings, onSettings, settings, storedSettings } from "./settings.js";
import { change, state } from "./state.js";

/** @import { Save } from "./saves.js" */
/** @import { Entry, Journal, Position, Saved, ToShare } from "./types.js" */

/** What is sent of a game; `when` is the time of the act. */
/** @typedef {{id: string, based_on: number, record: string, seconds: number, undos: number, fair_hints: number, seeing_hints: number, verdicts: number, chances: number, day: string, level: number, offset: number, redo: string, ending: string, when: number}} Copy */
/** @typedef {"undos" | "fair_hints" | "seeing_hints" | "verdicts" | "chances"} Counted */

const COPY = "longwood.copy.";
const HAND = "longwood.hand";
const PAUSES = [1000, 3000, 8000, 20000];
const MOST_AGO = 80 * 86400000;
/** A game that the journal cannot take: it makes no sense, or is too long. Anything else may be another server's mood. */
const FOREVER = [400, 413, 414, 431];
/** When to ask whether a win has been analysed, each after the one before. */
const LOOKS = [8000, 4000, 8000, 15000, 30000, 60000, 60000, 60000, 60000, 60000];

/** What the table wants to know. */
export const keeper = {
  /** The journal cannot be written. @type {(text: string) => void} */
  trouble: () => {},
};

/** The game on the table, as the journal has it. */
let hand = newHand("");
/** @type {Promise<void> | null} */
let loading = null;
/** Copies that no storage has taken. @type {Map<string, Copy[]>} */
const copies = new Map();
/** @type {Set<string>} */
const sending = new Set();
let failures = 0;
let retrying = 0;

const newId = () => [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} record */
function newHand(record) {
  return { id: "", revision: 0, record, opened: record, closed: "", day: "", level: 0, undos: 0, fair_hints: 0, seeing_hints: 0, verdicts: 0, chances: 0 };
}

/** Whether games are kept by the server. */
export const isKept = () => state.journal?.is_kept === true;

/** Ask what the journal has. */
export async function loadJournal() {
  /** @type {Journal} */
  const journal = await askJournal("");
  change({ journal });
  if (!journal.is_kept) return;
  if (journal.settings) applySettings(journal.settings);
  // A shared server is told of what is chosen there, not of what it was asked to forget.
  else if (storedSettings() && !journal.is_shared) void sendSettings();
  for (const id of storedIds()) void sendAll(id);
  takeOver();
}

/** The journal, once it has been asked; nothing is asked twice. */
export function journalLoaded() {
  loading ??= loadJournal().catch(() => { loading = null; });
  return loading;
}

/** Ask again: other tabs and the terminal play too. */
export function refreshJournal() {
  loading = null;
  return journalLoaded();
}

onSettings(() => { if (isKept()) void sendSettings(); });

async function sendSettings() {
  await sendJournal("settings", { text: JSON.stringify(settings) }, state.journal?.token ?? "").catch(() => {});
}

const [MOST_SECONDS, MOST_COUNTED] = [10_000_000, 1_000_000];

/** A copy as the journal takes it: a fact that is damaged counts for nothing, and costs the game no place. @param {Copy} copy @returns {Copy} */
function mended(copy) {
  /** @param {unknown} value @param {number} most */
  const whole = (value, most) => (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most ? value : 0);
  /** @param {unknown} value @param {RegExp} shape */
  const text = (value, shape) => (typeof value === "string" && shape.test(value) ? value : "");
  return {
    id: text(copy.id, /^[\w-]{8,40}$/) || newId(), based_on: whole(copy.based_on, 2 ** 31 - 1), record: copy.record,
    seconds: copy.seconds >= 0 && copy.seconds <= MOST_SECONDS ? Number(copy.seconds) : 0, undos: whole(copy.undos, MOST_COUNTED),
    fair_hints: whole(copy.fair_hints, MOST_COUNTED), seeing_hints: whole(copy.seeing_hints, MOST_COUNTED),
    verdicts: whole(copy.verdicts, MOST_COUNTED), chances: whole(copy.chances, MOST_COUNTED), day: text(copy.day, /^\d{4}-\d\d-\d\d$/),
    level: whole(copy.level, 4), offset: Math.abs(copy.offset) <= 1440 ? Math.trunc(copy.offset) : 0, redo: text(copy.redo, /^[a-z0-9./-]*$/),
    ending: text(copy.ending, /^(won|stuck|given up)$/) || "open", when: whole(copy.when, Number.MAX_SAFE_INTEGER) || Date.now(),
  };
}

/** Games that this browser kept before there was a journal. */
function takeOver() {
  for (const [deal, save] of Object.entries(savedGames())) {
    if (deal !== hand.record.split("/")[0]) {
      const copy = { ...copyOf({ ...newHand(save.record), id: newId() }, save.record, save.elapsed, save.redo, "open"), when: save.when || Date.now() };
      write(copy.id, [copy]);
      void sendAll(copy.id);
    }
    dropGame(deal, Infinity);
  }
}

/** @param {typeof hand} of @param {string} record @param {number} time @param {string[]} redo @param {string} ending @returns {Copy} */
function copyOf(of, record, time, redo, ending) {
  return {
    id: of.id, based_on: of.revision, record, seconds: Math.max(0, time / 1000), undos: of.undos, fair_hints: of.fair_hints, seeing_hints: of.seeing_hints,
    verdicts: of.verdicts, chances: of.chances, day: of.day, level: of.level, offset: -new Date().getTimezoneOffset(),
    redo: [...redo].reverse().join("/"), ending, when: Date.now(),
  };
}

/** Sit down at a game: one that this tab had before a reload, an open one of the journal, or a new one. @param {string} record */
export function sitDown(record) {
  hand = newHand(record);
  change({ news: null });
  try {
    const kept = JSON.parse(sessionStorage.getItem(HAND) ?? "null");
    if (kept && typeof kept === "object" && kept.record === record && typeof kept.id === "string") hand = { ...hand, ...kept };
  } catch { /* nothing that can be read: a new game */ }
  if (!hand.id) adopt();
  const { day, level } = factsOf(record.split("/")[0]);
  if (day) hand.day = day;
  if (level) hand.level = level;
  // A reload before the first act forgets nothing either.
  remember();
}

/** Go on with an open game that stands where this one was opened: one that waits to be saved, or one of the journal. */
function adopt() {
  const copy = waiting().find((each) => each.record === hand.opened);
  const entry = copy ?? state.journal?.unfinished.find((each) => each.record === hand.opened);
  if (!entry) return;
  const { id, day, level, undos, fair_hints, seeing_hints, verdicts, chances } = entry;
  hand = {
    ...hand, id, revision: "revision" in entry ? entry.revision : entry.based_on, day: hand.day || day, level: hand.level || level, undos: hand.undos + undos, fair_hints: hand.fair_hints + fair_hints,
    seeing_hints: hand.seeing_hints + seeing_hints, verdicts: hand.verdicts + verdicts, chances: hand.chances + chances,
  };
}

/** The day and the level of the game on the table, if it is the deal of a day. */
export const dayOf = () => ({ day: hand.day, level: hand.level });

/** The player has taken something back, or asked the analyst. @param {Counted} what @param {number} [times] */
export function count(what, times = 1) {
  hand[what] += times;
  remember();
  const { position } = state;
  // Help counts even if nothing is played after it. What was taken back is saved with the position that it leads to.
  if (what !== "undos" && isKept() && hand.id && !hand.closed && position?.record === hand.record) put(elapsed(), state.redo);
}

/** Save the game as it stands. @param {Position} position @param {number} time @param {string[]} redo */
export function keep(position, time, redo) {
  if (state.journal && !isKept()) return;
  const { record } = position;
  if (record === hand.record && hand.id && !position.is_won) return;
  if (hand.closed) {
    // Looking back at a game that has ended changes nothing; another way to go on from there is another game.
    if (`${hand.closed}/`.startsWith(`${record}/`)) return;
    hand = { ...hand, id: "", revision: 0, closed: "" };
    change({ news: null });
  } else if (!hand.id) adopt();
  if (!hand.id && position.acts === 0) return;
  hand.id ||= newId();
  hand.record = record;
  if (position.is_won) hand.closed = record;
  put(time, redo);
}

/** Send the game in hand, after what is on its way. @param {number} time @param {string[]} redo */
function put(time, redo) {
  const copy = copyOf(hand, hand.record, time, redo, hand.closed ? "won" : "open");
  const before = read(hand.id);
  // The one that is on its way may have arrived: it stays until that is known.
  write(hand.id, before.length ? [before[0], copy] : [copy]);
  remember();
  void sendAll(hand.id);
}

/** Leave the game: whoever is stuck and goes has ended it. @param {Position | null} position @param {boolean} [isLast] whether the page goes too */
export function leaveGame(position, isLast = false) {
  if (!position?.is_stuck || !hand.id || hand.closed || !isKept()) return;
  if (!isLast) hand.closed = hand.record;
  // By then another game may be on the table.
  const { id } = hand;
  void sendJournal("end", { id, ending: "stuck" }, state.journal?.token ?? "", true).then(() => forget(id)).catch(() => {});
}

/** @param {string} id */
function forget(id) {
  const { journal } = state;
  if (!journal) return;
  const unfinished = journal.unfinished.filter((each) => each.id !== id);
  const gone = journal.unfinished.length - unfinished.length;
  change({ journal: { ...journal, unfinished, unfinished_count: journal.unfinished_count - gone } });
}

/** End an open game as given up. @param {string} id */
export async function giveUp(id) {
  await sendJournal("end", { id, ending: "given up" }, state.journal?.token ?? "");
  forget(id);
}

function remember() {
  try {
    sessionStorage.setItem(HAND, JSON.stringify(hand));
  } catch { /* no storage: a reload begins another entry */ }
}

/** @param {string} id @returns {Copy[]} */
function read(id) {
  const known = copies.get(id);
  if (known) return known;
  try {
    const kept = JSON.parse(localStorage.getItem(COPY + id) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.record === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} id @param {Copy[]} queue */
function write(id, queue) {
  if (queue.length) copies.set(id, queue);
  else copies.delete(id);
  try {
    if (queue.length) localStorage.setItem(COPY + id, JSON.stringify(queue));
    else localStorage.removeItem(COPY + id);
  } catch { /* no storage: the copy lives as long as the page */ }
}

/** Copies that were left behind by a page that has gone. */
function storedIds() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(COPY)).map((key) => key.slice(COPY.length));
  } catch {
    return [];
  }
}

/** Whose copies wait here for the journal. */
const waitingIds = () => new Set([...copies.keys(), ...storedIds()]);

/** Unfinished games that the journal has not confirmed, as they stand here. */
const waiting = () => [...waitingIds()].flatMap((id) => read(id).slice(-1).map((copy) => mended({ ...copy, id }))).filter((copy) => copy.ending === "open");

/** How many games this browser keeps until the journal has them. */
export const waitingGames = () => waitingIds().size + Object.keys(savedGames()).length;

/** Send what is kept of an entry, one after the other; what is confirmed goes. @param {string} id */
async function sendAll(id) {
  if (sending.has(id)) return;
  sending.add(id);
  let now = id;
  try {
    await journalLoaded();
    if (!state.journal?.is_kept) return;
    for (let [first] = read(now); first; [first] = read(now)) {
      const { when, ...rest } = mended({ ...first, id: now });
      const ago = Math.min(Math.max(Date.now() - when, 0), MOST_AGO);
      /** @type {Saved} */
      const saved = await sendJournal("save", { ...rest, ago }, state.journal?.token ?? "");
      const left = read(now).slice(1).map((copy) => ({ ...copy, id: saved.id, based_on: saved.revision }));
      write(now, []);
      write(saved.id, left);
      if (hand.id === now) {
        hand = { ...hand, id: saved.id, revision: saved.revision };
        remember();
        if (saved.ending === "won" && first.record === hand.closed) {
          change({ news: { lines: saved.news, share: saved.share } });
          void awaitAccuracy(saved.id);
        }
      }
      sending.delete(now);
      now = saved.id;
      sending.add(now);
      settle(saved, first);
      failures = 0;
    }
  } catch (error) {
    failed(error, now);
  } finally {
    sending.delete(id);
    sending.delete(now);
  }
}

/** Once the analyst has looked at a win, its accuracy is told too. @param {string} id */
async function awaitAccuracy(id) {
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (hand.id !== id || !state.news) return;
    /** @type {ToShare | null} */
    const found = await askJournal(`/share?id=${id}`).catch(() => null);
    if (!found?.is_analysed || hand.id !== id || !state.news) continue;
    const words = found.accuracy === null ? [] : [`Accuracy: ${Math.round(found.accuracy)}\u00a0%.`];
    change({ news: { lines: [...state.news.lines, ...words], share: found.text } });
    return;
  }
}

/** Change something in the journal. @param {string} part @param {object} body */
export const sendChange = (part, body) => sendJournal(part, body, state.journal?.token ?? "");

/** Why a change was not made, in a sentence. @param {unknown} error */
export const whyNotChanged = (error) => (error instanceof Refused ? error.message : "The server can’t be reached: try again in a moment.");

/** @param {string} slug */
const titleOf = (slug) => (state.game?.slug === slug ? state.game : state.games.find((game) => game.slug === slug))?.title ?? slug;

/** The list of unfinished games after a save. @param {Saved} saved @param {Copy} copy */
function settle(saved, copy) {
  const { journal } = state;
  if (!journal) return;
  const others = journal.unfinished.filter((each) => each.id !== saved.id);
  const isOpen = saved.ending === "open";
  const slug = slugOf(copy.record);
  /** @type {Entry} */
  const entry = {
    ...copy, id: saved.id, revision: saved.revision, game: slug, title: titleOf(slug),
    ending: saved.ending, started: copy.when - copy.seconds * 1000, saved: copy.when, ended: null, acts: copy.record.split("/").length - 1,
    score: state.position?.record === copy.record ? state.position.score : 0, source: "page", first_seen: 0, last_seen: 0, leap: 0,
    accuracy: null, skill: null, luck: null, is_analysed: false,
  };
  const unfinished = isOpen ? [entry, ...others] : others;
  const today = copy.day === new Date().toISOString().slice(0, 10) && journal.today[slug] !== "won" ? { ...journal.today, [slug]: saved.ending } : journal.today;
  const more = unfinished.length - journal.unfinished.length;
  change({ journal: { ...journal, problem: "", unfinished, unfinished_count: journal.unfinished_count + more, today } });
}

/** @param {unknown} error @param {string} id */
function failed(error, id) {
  if (error instanceof Refused && error.status === 403 && failures < 3) {
    // Another journal, or another key: the page asks for its token again.
    failures += 1;
    loading = null;
  } else if (error instanceof Refused && FOREVER.includes(error.status)) {
    // What the rules refuse once they refuse always.
    write(id, read(id).slice(1));
    keeper.trouble(`The journal does not take this game. ${error.message}`);
    return;
  } else {
    if (error instanceof Refused && failures === 0) keeper.trouble(`${error.message} This browser keeps a copy.`);
    // The lobby and the journal say it too.
    if (error instanceof Refused && state.journal) change({ journal: { ...state.journal, problem: error.message } });
    failures += 1;
  }
  clearTimeout(retrying);
  retrying = window.setTimeout(retry, PAUSES[Math.min(failures, PAUSES.length) - 1] ?? PAUSES[0]);
}

function retry() {
  for (const id of waitingIds()) void sendAll(id);
}
window.addEventListener("online", retry);

/** @param {Pick<Entry, "record" | "title" | "score" | "acts" | "seconds" | "redo" | "saved">} entry @returns {[string, Save]} */
function saveOf({ record, title, score, acts, seconds, redo, saved }) {
  return [record.split("/")[0], { record, title, score, acts, elapsed: seconds * 1000, redo: redo ? redo.split("/").reverse() : [], when: saved }];
}

/** All unfinished games by their deal, the one that was played last first: as this browser has them, where the journal is behind. @returns {[string, Save][]} */
export function unfinishedGames() {
  const here = waiting();
  const behind = waitingIds();
  const known = isKept() ? (state.journal?.unfinished ?? []).filter(({ id }) => !behind.has(id)) : [];
  const mine = [...known, ...here.map((copy) => ({ ...copy, title: titleOf(slugOf(copy.record)), score: 0, acts: copy.record.split("/").length - 1, saved: copy.when }))].map(saveOf);
  const others = Object.entries(savedGames());
  return [...mine, ...others].sort(([, a], [, b]) => b.when - a.when);
}
