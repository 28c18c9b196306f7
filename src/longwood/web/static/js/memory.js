// @ts-check
/** What this browser remembers of a player who has no journal: which games were played last, and whether one was won. */

import { slugOf } from "./names.js";
import { state } from "./state.js";

const KEY = "longwood.known";
const MOST = 30;

/** @returns {{recent: string[], hasWon: boolean}} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const recent = Array.isArray(kept?.recent) ? kept.recent.filter((/** @type {unknown} */ slug) => typeof slug === "string") : [];
    return { recent, hasWon: kept?.hasWon === true };
  } catch {
    return { recent: [], hasWon: false };
  }
}

/** A move was made in a game, perhaps the last one. @param {string} deal @param {boolean} isWon */
export function rememberPlayed(deal, isWon) {
  const slug = slugOf(deal);
  const { recent, hasWon } = read();
  if (recent[0] === slug && hasWon === (hasWon || isWon)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent: [slug, ...recent.filter((each) => each !== slug)].slice(0, MOST), hasWon: hasWon || isWon }));
  } catch { /* no storage: the lobby then offers what it offers to everyone */ }
}

/** Whether the player has ever won. */
export const hasWon = () => read().hasWon || state.journal?.has_won === true;

/** The way to play that was played last, of some; the first of them if none was. @param {string[]} slugs */
export function lastPlayed(slugs) {
  // A game of one's own counts as the one that it was made from.
  const rows = [...read().recent, ...(state.journal?.recent ?? [])].map((slug) => slug.split(",")[0]);
  return rows.find((slug) => slugs.includes(slug)) ?? slugs[0];
}
