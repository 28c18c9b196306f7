// @ts-check
/** Questions to the server. Every answer follows from the address alone, so asking again is always safe. */

import { change, state } from "./state.js";

/** @import { Deal, Game, Games, Lesson, Position, Rules, Step, Why } from "./types.js" */

/** The server understood the question and refuses it: asking again would not help. */
export class Refused extends Error {
  /** @param {string} message @param {number} [status] */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

const PAUSES = [300, 700, 1500, 3000];
const SLOW = 1200;
const TIMEOUT = 20000;
const MOST_POSITIONS = 1000;

/** The name of this page; a report in a file has none. */
const OWN = document.documentElement.dataset.page ?? "";

/** The server says which page it has: another one than this has to be fetched. @param {Response} response */
function compare(response) {
  const theirs = response.headers.get("x-longwood-page") ?? "";
  if (OWN && theirs && theirs !== OWN && theirs !== state.newPage) change({ newPage: theirs });
}

/** Those who wait: the connection is as bad as it is for the last of them. @type {Map<symbol, "slow" | "lost">} */
const troubles = new Map();

/** @param {symbol} who @param {"slow" | "lost" | null} trouble */
function report(who, trouble) {
  if (trouble) troubles.set(who, trouble);
  else troubles.delete(who);
  const kinds = [...troubles.values()];
  const connection = kinds.includes("lost") ? "lost" : kinds.includes("slow") ? "slow" : "good";
  if (connection !== state.connection) change({ connection });
}

/** @param {number} time @param {AbortSignal} [signal] */
function pause(time, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    const now = () => { clearTimeout(timer); resolve(undefined); };
    signal?.addEventListener("abort", now, { once: true });
    window.addEventListener("online", now, { once: true });
  });
}

/**
 * The JSON at an address; tries again until the server answers. Rejects with `Refused`, or when aborted.
 * @param {string} path @param {AbortSignal} [signal]
 */
async function ask(path, signal) {
  const who = Symbol(path);
  const slow = setTimeout(() => report(who, "slow"), SLOW);
  try {
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      try {
        const timeout = AbortSignal.timeout(TIMEOUT);
        const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
        compare(response);
        if (response.ok) return await response.json();
        if (response.status < 500 && response.status !== 429) {
          const answer = await response.json().catch(() => ({}));
          throw new Refused(answer.error ?? `The server refuses this (status ${response.status}).`);
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
        signal?.throwIfAborted();
      }
      report(who, "lost");
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)], signal);
    }
  } finally {
    clearTimeout(slow);
    report(who, null);
  }
}

/** A record as part of an address, which it cannot leave by dots. @param {string} record */
export function path(record) {
  const parts = record.split("/");
  // Browsers go up at a part of two dots, also where they are escaped; not if its slash is.
  const isClimbing = parts.some((part) => part === "." || part === "..");
  const text = isClimbing ? encodeURIComponent(parts.length > 1 ? record : `${record}/`) : parts.map(encodeURIComponent).join("/");
  return text.replace(/%(?:3A|2C|3D|40)/g, decodeURIComponent);
}

/** @returns {Promise<Games>} */
export function askGames() {
  return ask("/api/games");
}

/** One way to play, also one of the player's own. @param {string} slug @param {AbortSignal} [signal] @returns {Promise<Game>} */
export function askGame(slug, signal) {
  return ask(`/api/game/${path(slug)}`, signal);
}

/** @type {Map<string, Position>} */
const positions = new Map();

/** A position that was asked for before. @param {string} record */
export function knownPosition(record) {
  return positions.get(record);
}

/** Keep positions that came without being asked for. @param {Position[]} found */
export function keepPositions(found) {
  for (const position of found) positions.set(position.record, position);
}

/** What was asked for ahead of time and has not come yet. @type {Map<string, Promise<Position>>} */
const ahead = new Map();

/** Ask before there is a table to show it. @param {string} record */
export function askAhead(record) {
  const coming = askPosition(record);
  ahead.set(record, coming);
  coming.catch(() => {}).finally(() => ahead.delete(record));
}

/** @param {string} record @param {AbortSignal} [signal] @returns {Promise<Position>} */
export async function askPosition(record, signal) {
  const known = positions.get(record);
  if (known) return known;
  const coming = ahead.get(record);
  if (coming) return coming;
  /** @type {Position} */
  const position = await ask(`/api/position/${path(record)}`, signal);
  if (positions.size >= MOST_POSITIONS) {
    const [oldest] = positions.keys();
    positions.delete(oldest);
  }
  positions.set(record, position);
  return position;
}

/** Why a move is not legal. @param {string} record @param {string} move @param {AbortSignal} [signal] @returns {Promise<Why>} */
export function askWhy(record, move, signal) {
  return ask(`/api/why/${path(record)}?move=${encodeURIComponent(move)}`, signal);
}

/** @param {string} slug @returns {Promise<Rules>} */
export function askRules(slug) {
  return ask(`/api/rules/${path(slug)}`);
}

/** A guided first game. @param {string} slug @param {AbortSignal} [signal] @returns {Promise<Lesson>} */
export function askLesson(slug, signal) {
  return ask(`/api/lesson/${path(slug)}`, signal);
}

/** Where a guided game stands. @param {string} record @param {AbortSignal} [signal] @returns {Promise<Step>} */
export function askStep(record, signal) {
  return ask(`/api/step/${path(record)}`, signal);
}

/** @param {string} slug @param {AbortSignal} [signal] @returns {Promise<Deal>} */
export function askRandom(slug, signal) {
  return ask(`/api/random/${path(slug)}`, signal);
}

/** What the journal says. @param {string} part the address within it @param {AbortSignal} [signal] @returns {Promise<any>} */
export function askJournal(part, signal) {
  return ask(`/api/journal${part}`, signal);
}

/**
 * Change something in the journal: asked once, because the caller knows what to do if it fails.
 * @param {string} part @param {object} body @param {string} token @param {boolean} [isLast] whether the page may go meanwhile @returns {Promise<any>}
 */
export async function sendJournal(part, body, token, isLast = false) {
  const response = await fetch(`/api/journal/${part}`, {
    method: "POST", body: JSON.stringify(body), keepalive: isLast, headers: { "content-type": "application/json", "x-longwood-token": token },
    ...(isLast ? {} : { signal: AbortSignal.timeout(TIMEOUT) }),
  });
  compare(response);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `The journal refuses this (status ${response.status}).`, response.status);
  return answer;
}
