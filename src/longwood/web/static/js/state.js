// @ts-check
/** The one state object of the page, and who wants to know when it changes. */

/** @import { Family, Game, Journal, Par, Position } from "./types.js" */

/** What the analyst has to say below the table, and which commands go with it. */
/** @typedef {{text: string, kind: string, tag: string, buttons?: string[]}} Advice */
/** Cards in the player's hand: those from `index` to the top of a pile. */
/** @typedef {{pile: string, index: number}} Spot */
/** What the player did, and the cards it was done to, so that it can wait for an earlier answer. */
/** @typedef {{act: string, src: string, cards: string[], isRedo?: boolean}} Intent */

export const state = {
  /** @type {Family[]} */
  families: [],
  /** @type {Game[]} */
  games: [],
  /** The game on the table. @type {Game | null} */
  game: null,
  /** The record the player has asked for; the position shown may lag behind on a slow connection. */
  record: "",
  /** The position shown. @type {Position | null} */
  position: null,
  /** Acts that were undone, the next one to redo last. @type {string[]} */
  redo: [],
  /** What the player did while an answer was on its way, first come first. @type {Intent[]} */
  waiting: [],
  /** The cards in the player's hand. @type {Spot | null} */
  picked: null,
  /** The acts of the game that is watched in the viewer; null at the table. @type {string[] | null} */
  watched: null,
  /** Whether the dialog of a won game is open. */
  celebrating: false,
  /** Why the stock is locked, in the server's words. */
  lockReason: "",
  /** What the analyst says about this position. @type {Advice | null} */
  advice: null,
  /** The move that lost the game that is stuck, once it is known. @type {{record: string, move: number} | null} */
  lost: null,
  /** The best score of the deal, where it is to be shown. @type {Par | null} */
  par: null,
  /** What the journal has, once that is known. @type {Journal | null} */
  journal: null,
  /** What is new about the game that was just won. @type {{lines: string[], share: string} | null} */
  news: null,
  /** Whether a new deal is being looked for. */
  isDealing: false,
  /** @type {"good" | "slow" | "lost"} */
  connection: "good",
  /** The page that the server has, where it is another one than this. */
  newPage: "",
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call back after every change, until the returned function is called. @param {() => void} listener */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Change the state and tell everyone. @param {Partial<typeof state>} patch */
export function change(patch) {
  Object.assign(state, patch);
  for (const listener of [...listeners]) listener();
}
