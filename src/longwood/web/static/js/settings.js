// @ts-check
/** What the player chose: kept in this browser, shown by attributes of the root element. */

const KEY = "longwood.settings";

/** @typedef {{deck: string, table: string, motion: string, deals: string, level: string, hints: string, verdict: string, par: string, quick: boolean, letters: boolean}} Settings */

/** The choices, with the words the settings dialog uses. The first is the default. */
export const CHOICES = {
  deck: { title: "Deck", values: { two: "Two colours", four: "Four colours" } },
  table: { title: "Table", values: { auto: "As the system", light: "Light", dark: "Dark", contrast: "High contrast" } },
  motion: { title: "Animation", values: { auto: "As the system", on: "On", off: "Off" } },
  deals: { title: "New deals", values: { winnable: "Can be won", any: "Any" } },
  hints: { title: "Hints", values: { fair: "Visible cards only", "all-seeing": "Use hidden cards" } },
  verdict: { title: "Can it still be won?", values: { ask: "When I ask", live: "Live", off: "Never" } },
  par: { title: "Par, the best score of the deal", values: { after: "After the game", during: "During the game" } },
};

/** How hard new deals are; chosen where they are dealt. */
export const LEVELS = { 0: "Any level", 1: "Easy", 2: "Medium", 3: "Hard", 4: "Very hard" };

/** @type {Settings} */
export const settings = {
  deck: "two", table: "auto", motion: "auto", deals: "winnable", level: "0", hints: "fair", verdict: "ask", par: "after", quick: false, letters: true,
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call back after every change of the settings, until the returned function is called. @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} query */
const matches = (query) => window.matchMedia(query).matches;

/** Whether cards fly. */
export function hasMotion() {
  if (settings.motion === "auto") return !matches("(prefers-reduced-motion: reduce)");
  return settings.motion === "on";
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.deck = settings.deck;
  const system = matches("(prefers-contrast: more)") ? "contrast" : matches("(prefers-color-scheme: light)") ? "light" : "dark";
  dataset.table = settings.table === "auto" ? system : settings.table;
  dataset.motion = hasMotion() ? "on" : "off";
}

/** What this browser keeps; nothing if that cannot be had. */
export function storedSettings() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Take what was chosen before; anything unreadable is as if it had never been chosen. @param {string | null} text */
function take(text) {
  /** @type {any} */
  let saved = {};
  try {
    saved = JSON.parse(text ?? "{}") ?? {};
  } catch { /* a broken entry: the defaults stand */ }
  /** @param {object} values @param {unknown} value */
  const isOneOf = (values, value) => typeof value === "string" && Object.hasOwn(values, value);
  for (const [name, { values }] of Object.entries(CHOICES)) {
    if (isOneOf(values, saved[name])) Object.assign(settings, { [name]: saved[name] });
  }
  if (isOneOf(LEVELS, saved.level)) settings.level = saved.level;
  settings.quick = saved.quick === true;
  settings.letters = saved.letters !== false;
  apply();
}

/** What the player chose elsewhere holds here too. @param {string} text */
export function applySettings(text) {
  const before = JSON.stringify(settings);
  take(text);
  if (JSON.stringify(settings) === before) return;
  store();
  for (const listener of [...listeners]) listener();
}

/** Read what was chosen before. */
export function loadSettings() {
  take(storedSettings());
  for (const query of ["(prefers-color-scheme: light)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
    window.matchMedia(query).addEventListener("change", apply);
  }
}

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch { /* no storage: the choice holds until the page is left */ }
}

/** @param {Partial<Settings>} patch */
export function changeSettings(patch) {
  Object.assign(settings, patch);
  store();
  apply();
  for (const listener of [...listeners]) listener();
}

/** Whoever points needs no ring around what was pointed at; the ring comes with the first key. */
export function startRings() {
  const { dataset } = document.body;
  dataset.input = "pointer";
  document.addEventListener("pointerdown", () => { dataset.input = "pointer"; }, { capture: true });
  document.addEventListener("keydown", () => { dataset.input = "keys"; }, { capture: true });
}
