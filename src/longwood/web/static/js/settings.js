// @ts-check
/** What the player chose: kept in this browser, shown by attributes of the root element. */

const KEY = "longwood.settings";

/** @typedef {{back: string, face: string, deck: string, table: string, cloth: string, hand: string, clock: string, sound: string, touch: string, motion: string, deals: string, level: string, hints: string, verdict: string, coach: string, par: string, quick: boolean, letters: boolean, known: string[]}} Settings */

/**
 * The choices, with the words the settings dialog uses and the group they stand in. The first value is the default.
 * There is no sound unless it is asked for: a page that makes noise unbidden is closed in company.
 */
export const CHOICES = {
  back: { group: "Cards", title: "Back", values: { bee: "Blue bee", red: "Red bee", scales: "Scales", stars: "Stars", tiles: "Tiles", weave: "Weave" } },
  face: { group: "Cards", title: "Faces", values: { classic: "Classic", plain: "Plain", large: "Large" } },
  deck: { group: "Cards", title: "Suits", values: { two: "Two colours", four: "Four colours" } },
  table: { group: "Table", title: "Theme", values: { auto: "Match system", light: "Light", dark: "Dark", contrast: "High contrast" } },
  cloth: { group: "Table", title: "Cloth", values: { green: "Green", blue: "Blue", wine: "Wine", slate: "Slate", walnut: "Walnut", plum: "Plum" } },
  hand: { group: "Table", title: "Layout", values: { right: "Right-handed", left: "Left-handed" } },
  clock: { group: "Table", title: "Clock", values: { shown: "Show", hidden: "Hide" } },
  sound: { group: "Effects", title: "Sounds", values: { off: "Off", soft: "Soft", louder: "Louder" } },
  touch: { group: "Effects", title: "Vibration", values: { on: "On", off: "Off" } },
  motion: { group: "Effects", title: "Animation", values: { auto: "Match system", on: "On", off: "Off" } },
  deals: { group: "Play", title: "New deals", values: { winnable: "Winnable only", any: "Any" } },
  hints: { group: "Help", title: "Hints", values: { fair: "Visible cards only", "all-seeing": "Use hidden cards" } },
  verdict: { group: "Help", title: "Still winnable?", values: { ask: "When I ask", live: "After every move", off: "Never" } },
  coach: { group: "Help", title: "Coach", values: { off: "Off", on: "Mark each move" } },
  par: { group: "Help", title: "Best possible score", values: { after: "After the game", during: "During the game" } },
};

/** What is on or off. */
export const SWITCHES = {
  quick: { group: "Play", title: "One click plays a card that has only one place to go" },
  letters: { group: "Play", title: "Letters are shortcuts, such as U for undo" },
};

/** How hard new deals are; chosen where they are dealt. */
export const LEVELS = { 0: "Any level", 1: "Easy", 2: "Medium", 3: "Hard", 4: "Very hard" };

/** The level of a deal as it ends a phrase: `, very hard`; nothing if there is none. @param {number | undefined} level */
export const levelEnding = (level) => (level ? `, ${LEVELS[/** @type {1 | 2 | 3 | 4} */ (level)].toLowerCase()}` : "");

/** @type {Settings} */
export const settings = {
  back: "bee", face: "classic", deck: "two", table: "auto", cloth: "green", hand: "right", clock: "shown", sound: "off", touch: "on", motion: "auto", deals: "winnable", level: "0", hints: "fair", verdict: "ask", coach: "off", par: "after", quick: false, letters: true,
  /** Families that the player has played, or does not want to be taught. */
  known: [],
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

/** What the style sheets, and whoever draws, read off the root element as it was chosen. @type {("back" | "face" | "deck" | "cloth" | "hand" | "clock" | "sound")[]} */
const SHOWN = ["back", "face", "deck", "cloth", "hand", "clock", "sound"];

function apply() {
  const { dataset } = document.documentElement;
  for (const name of SHOWN) dataset[name] = settings[name];
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
  settings.known = Array.isArray(saved.known) ? saved.known.filter((/** @type {unknown} */ each) => typeof each === "string") : [];
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
