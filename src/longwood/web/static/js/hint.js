// @ts-check
/** Hints: the move on the table and why, from visible cards or using hidden ones. */

import { follow, whyNot } from "./analyst.js";
import { count } from "./keeper.js";
import { unplaced } from "./names.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";
import { play, table, tell } from "./table.js";

/** @import { Arrow } from "./arrow.js" */
/** @import { Hint } from "./types.js" */

/** @type {Record<string, string>} */
const SOURCES = { fair: "", "all-seeing": "Using hidden cards" };

/** @type {{record: string, kind: string, hints: Hint[], at: number, isComplete: boolean} | null} */
let asked = null;
/** @type {AbortController | null} */
let asking = null;
/** @type {Arrow | null} */
let arrow = null;
/** What the player wanted to have explained or marked, until the position changes. @type {() => void} */
let draw = () => {};
let spoken = "";

/** The kind that is asked for: the one of the settings, or the other; a fair one of unknown cards. @param {boolean} isOther */
const kindOf = (isOther) => (state.position?.has_unknown || (settings.hints === "all-seeing") === isOther ? "fair" : "all-seeing");

/** The move that is shown. */
export const shownHint = () => (asked && asked.at >= 0 ? asked.hints[asked.at]?.move ?? null : null);

/** Ask for a hint, or for the next one. @param {boolean} [isOther] whether of the kind that is not the player's own */
export function hint(isOther = false) {
  const { position, record } = state;
  if (!position || state.watched || position.record !== record) return;
  if (position.is_stuck) return tell("No moves left");
  const kind = kindOf(isOther);
  if (asked?.record === record && asked.kind === kind) {
    next();
    return;
  }
  asking?.abort();
  const { signal } = (asking = new AbortController());
  /** @type {NonNullable<typeof asked>} */
  const mine = { record, kind, hints: [], at: 0, isComplete: false };
  asked = mine;
  count(kind === "fair" ? "fair_hints" : "seeing_hints");
  change({ picked: null, advice: { text: "Thinking…", kind: "thinking", tag: SOURCES[kind] } });
  follow("hint", record, { kind }, signal, (event, data) => {
    if (event === "waiting") change({ advice: { text: `${data.words}…`, kind: "thinking", tag: SOURCES[kind] } });
    else if (event === "hint") {
      mine.hints[data.rank] = data;
      if (data.rank === mine.at) draw();
    }
  }).then(() => {
    mine.isComplete = true;
    if (mine.at >= mine.hints.length) mine.at = 0;
    // Whether there are others is known only now.
    if (asked === mine && mine.hints.length) draw();
  }).catch((error) => {
    const why = whyNot(error, signal);
    mine.isComplete = true;
    if (why && asked === mine && mine.at >= mine.hints.length) {
      clearHint();
      table.flash(why, "refusal");
      say(why);
    }
  });
}

function next() {
  if (!asked) return;
  const { hints, at, isComplete } = asked;
  if (at + 1 < hints.length) asked.at += 1;
  else if (isComplete) asked.at = 0;
  else {
    asked.at = hints.length;
    change({ advice: { text: "Looking for another move…", kind: "thinking", tag: SOURCES[asked.kind] } });
    return;
  }
  draw();
}

/** @returns {boolean} whether there was one */
export function clearHint() {
  asking?.abort();
  asking = null;
  const had = asked !== null;
  [asked, spoken] = [null, ""];
  arrow?.show(null);
  if (had) change({ advice: null });
  return had;
}

/** Play the move that is shown. */
export function playHint() {
  const move = shownHint();
  const { position } = state;
  if (!move || !position || asked?.record !== state.record) return;
  play({ act: move.text, src: move.src, cards: position.piles[move.src].slice(-move.count) });
}

/** @param {Arrow} shown @param {AbortSignal} signal */
export function startHints(shown, signal) {
  arrow = shown;
  asked = null;
  draw = () => {
    const found = asked?.hints[asked.at];
    if (!asked || !found) return;
    arrow?.show(found.move);
    const words = found.move ? `${found.move.words}: ${found.why.charAt(0).toLowerCase()}${found.why.slice(1)}` : found.why;
    const isOnly = asked.isComplete && asked.hints.length === 1;
    change({ advice: {
      text: unplaced(words), kind: "hint", tag: [SOURCES[asked.kind], asked.at ? `Choice ${asked.at + 1}` : ""].filter(Boolean).join(", "),
      buttons: found.move ? ["hint-play", ...(isOnly ? [] : ["hint-next"])] : ["undo"],
    } });
    if (spoken !== words) say(`Hint${SOURCES[asked.kind] && ` ${SOURCES[asked.kind].toLowerCase()}`}: ${words}`);
    spoken = words;
  };
  table.hint = hint;
  table.again = next;
  const stop = listen(() => {
    // The player has moved on, or holds cards: the hint is done with.
    if (asked && (asked.record !== state.record || state.picked)) clearHint();
  });
  signal.addEventListener("abort", () => {
    stop();
    asking?.abort();
    [asking, asked, arrow] = [null, null, null];
    change({ advice: null });
  });
}
