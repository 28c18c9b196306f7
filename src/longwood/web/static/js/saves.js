// @ts-check
/** Unfinished games by their deal, kept in this browser: the last ones that were played. */

import { slugOf } from "./names.js";

const KEY = "longwood.games";
const MOST = 30;

/** `when` is the time of the last act, not that of the writing: the newest play is what counts. */
/** @typedef {{record: string, title: string, score: number, acts: number, elapsed: number, redo: string[], when: number}} Save */

/** @param {unknown} value @param {number} other */
const number = (value, other) => (typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : other);

/** What was kept of a deal, with everything unreadable left out; null if there is no game in it. @param {string} deal @param {any} kept @returns {Save | null} */
function readSave(deal, kept) {
  const record = kept?.record;
  if (typeof record !== "string" || !deal || !record.startsWith(`${deal}/`)) return null;
  const redo = Array.isArray(kept.redo) && kept.redo.every((/** @type {unknown} */ act) => typeof act === "string" && /^[a-z0-9.-]+$/.test(act)) ? kept.redo : [];
  return {
    record,
    title: typeof kept.title === "string" ? kept.title : slugOf(deal),
    score: typeof kept.score === "number" && Number.isFinite(kept.score) ? kept.score : 0,
    acts: record.split("/").length - 1,
    elapsed: number(kept.elapsed, 0),
    redo,
    when: number(kept.when, 0),
  };
}

/** Each entry is looked at by itself: a bad one costs no other its place. @returns {Record<string, Save>} */
export function savedGames() {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
  /** @type {Map<string, Save>} */
  const saves = new Map();
  for (const [deal, entry] of Object.entries(kept ?? {})) {
    const save = readSave(deal, entry);
    if (save) saves.set(deal, save);
  }
  return Object.fromEntries(saves);
}

/** @param {Record<string, Save>} saves */
function write(saves) {
  try {
    localStorage.setItem(KEY, JSON.stringify(saves));
  } catch { /* no storage: the address bar still holds the game */ }
}

/** Whether the deal was played in another tab since. @param {Record<string, Save>} saves @param {string} deal @param {number} when */
const isOlder = (saves, deal, when) => Object.hasOwn(saves, deal) && saves[deal].when > when;

/** Keep a game, unless it was played on in another tab meanwhile. @param {string} deal @param {Save} save */
export function keepGame(deal, save) {
  const saves = savedGames();
  if (isOlder(saves, deal, save.when)) return;
  const all = Object.entries({ ...saves, [deal]: save });
  write(Object.fromEntries(all.sort(([, a], [, b]) => b.when - a.when).slice(0, MOST)));
}

/** The game of this deal has ended with an act at a time. @param {string} deal @param {number} when */
export function dropGame(deal, when) {
  const saves = savedGames();
  if (!Object.hasOwn(saves, deal) || isOlder(saves, deal, when)) return;
  const { [deal]: _, ...others } = saves;
  write(others);
}
