// @ts-check
/** The time a game has taken. It runs while the page is seen and the game goes on. */

let before = 0;
/** @type {number | null} */
let since = null;
let isOn = false;

function update() {
  const runs = isOn && document.visibilityState === "visible";
  if (runs && since === null) since = performance.now();
  if (!runs && since !== null) {
    before += performance.now() - since;
    since = null;
  }
}
document.addEventListener("visibilitychange", update);

/** Milliseconds so far. */
export function elapsed() {
  return before + (since === null ? 0 : performance.now() - since);
}

/** @param {number} time */
export function setClock(time) {
  before = time;
  since = null;
  update();
}

/** @param {boolean} runs */
export function runClock(runs) {
  isOn = runs;
  update();
}

/** Minutes and seconds, such as 4:07. @param {number} time */
export function clockText(time) {
  const seconds = Math.floor(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const end = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}
