// @ts-check
/** Unfinished games by their deal, kept in this browser: the last ones that were played. */

const KEY = "longwood.games";
const MOST = 30;

/** @typedef {{record: string, title: string, score: number, acts: number, elapsed: number, redo: string[], when: number}} Save */

/** @returns {Record<string, Save>} */
export function savedGames() {
  try {
    const saves = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof saves === "object" && saves ? saves : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, Save>} saves */
function write(saves) {
  try {
    localStorage.setItem(KEY, JSON.stringify(saves));
  } catch { /* no storage: the address bar still holds the game */ }
}

/** @param {string} deal @param {Save} save */
export function keepGame(deal, save) {
  const all = Object.entries({ ...savedGames(), [deal]: save });
  write(Object.fromEntries(all.sort(([, a], [, b]) => b.when - a.when).slice(0, MOST)));
}

/** The game of this deal has ended. @param {string} deal */
export function dropGame(deal) {
  const { [deal]: save, ...others } = savedGames();
  if (save) write(others);
}
