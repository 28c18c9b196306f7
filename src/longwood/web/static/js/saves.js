// @ts-check
/** Unfinished games, one for each way to play, kept in this browser. */

const KEY = "longwood.games";

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

/** @param {string} slug @param {Save} save */
export function keepGame(slug, save) {
  write({ ...savedGames(), [slug]: save });
}

/** The game of this deal has ended. @param {string} slug @param {string} deal */
export function dropGame(slug, deal) {
  const { [slug]: save, ...others } = savedGames();
  if (save && save.record.split("/")[0] === deal) write(others);
}
