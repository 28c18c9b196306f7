// @ts-check
/** A first game, guided: the goal, the parts of the table by name, then a few moves that are shown and played. What to say comes from the server. */

import { follow, whyNot } from "./analyst.js";
import { Refused, askLesson, askStep } from "./api.js";
import { findEasy } from "./deals.js";
import { h } from "./dom.js";
import { count } from "./keeper.js";
import { sentence, signed } from "./names.js";
import { addressOf, go, replace } from "./router.js";
import { changeSettings, settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";
import { table, tell } from "./table.js";

/** @import { Arrow } from "./arrow.js" */
/** @import { Board } from "./board.js" */
/** @import { Advice } from "./state.js" */
/** @import { Game, Lesson, Part, Step } from "./types.js" */

/** Survives a reload of the page, and nothing else. */
const KEY = "longwood.lesson";
/** Whoever has made so many moves in a family has played it. */
const PLAYED = 3;

/** @typedef {{lesson: Lesson, deal: string, isBegun: boolean}} Teaching */

/** The lesson that is given, and on which deal. @type {Teaching | null} */
let teaching = null;
/** What the lesson says about the position on the table. @type {{record: string, advice: Advice, step: Step | null} | null} */
let said = null;
/** @type {{begin: () => void, stop: () => void} | null} */
let view = null;

export const isTeaching = () => teaching !== null;

/** @param {Teaching | null} next */
function keep(next) {
  teaching = next;
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify({ slug: next.lesson.game, deal: next.deal, isBegun: next.isBegun }));
    else sessionStorage.removeItem(KEY);
  } catch { /* no storage: a reload ends the lesson */ }
}

/** Whether somebody has played a family, or does not want to be taught. @param {string} family */
function isKnown(family) {
  const played = state.journal?.recent ?? [];
  return settings.known.includes(family) || state.games.some((game) => game.family === family && played.includes(game.slug));
}

/** @param {string} family */
function know(family) {
  if (!settings.known.includes(family)) changeSettings({ known: [...settings.known, family] });
}

/** Begin the lesson of a way to play. @param {string} slug @param {boolean} [isHere] whether the address of the lesson itself was opened */
export async function teach(slug, isHere = false) {
  const { record } = state;
  const lesson = await askLesson(slug);
  const deal = lesson.deal || await findEasy(slug);
  // Whoever has gone on meanwhile has thought better of it.
  if (state.record !== record) return;
  keep({ lesson, deal, isBegun: false });
  (isHere ? replace : go)(addressOf("play", deal), { isNew: true });
}

/** From the names of the parts to the first move. */
export function beginSteps() {
  view?.begin();
}

/** The player wants to play alone. */
export function endLesson() {
  const { game } = state;
  if (game) know(game.family);
  keep(null);
  view?.stop();
  table.board?.pointTo(table.board.cursor);
}

/** The lesson that was under way before a reload. @param {string} deal @returns {Promise<Teaching | null>} */
async function resumed(deal) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept?.deal !== deal || typeof kept.slug !== "string") return null;
    return { lesson: await askLesson(kept.slug), deal, isBegun: kept.isBegun === true };
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}

/** @type {Map<string, Step>} */
const steps = new Map();

/** The step at a position: a written one, or else what the fair hint names. @param {Lesson} lesson @param {string} record @param {AbortSignal} signal @returns {Promise<Step>} */
async function stepAt(lesson, record, signal) {
  const known = steps.get(record);
  if (known) return known;
  const step = lesson.deal ? await askStep(record, signal) : await hinted(lesson, record, signal);
  steps.set(record, step);
  return step;
}

/** @param {Lesson} lesson @param {string} record @param {AbortSignal} signal @returns {Promise<Step>} */
async function hinted(lesson, record, signal) {
  const number = record.split("/").length - 1;
  /** @type {Step} */
  const step = { number, count: lesson.count, move: null, say: lesson.end, is_strayed: false };
  if (number >= lesson.count || state.position?.is_won || state.position?.is_stuck) return step;
  await follow("hint", record, { kind: "fair" }, signal, (event, hint) => {
    if (event !== "hint" || hint.rank !== 0 || !hint.move) return;
    [step.move, step.say] = [hint.move, `${sentence(hint.move.words)} ${hint.why}`];
  });
  return step;
}

/** The names of the parts, each where it lies. @param {Board} board @param {Part[]} parts @param {(part: Part) => void} tapped */
function tags(board, parts, tapped) {
  const layer = h("div", { class: "parts" });
  const found = parts.map((part) => {
    const button = h("button", { type: "button", class: "part-name", click: () => tapped(part) }, part.name);
    const frame = h("div", { class: "part-frame", "aria-hidden": "true" });
    layer.append(frame, button);
    return { part, button, frame };
  });
  function place() {
    const ground = layer.getBoundingClientRect();
    const stops = board.stops();
    /** @type {DOMRect[]} */
    const taken = [];
    for (const { part, button, frame } of found) {
      const boxes = stops.filter((stop) => part.piles.includes(stop.pile)).map((stop) => stop.el.getBoundingClientRect());
      button.hidden = frame.hidden = !boxes.length;
      if (!boxes.length) continue;
      const [left, right] = [Math.min(...boxes.map((b) => b.left)) - ground.left, Math.max(...boxes.map((b) => b.right)) - ground.left];
      const [top, bottom] = [Math.min(...boxes.map((b) => b.top)) - ground.top, Math.max(...boxes.map((b) => b.bottom)) - ground.top];
      frame.style.cssText = `left:${left - 4}px;top:${top - 4}px;width:${right - left + 8}px;height:${bottom - top + 8}px`;
      const { width, height } = button.getBoundingClientRect();
      const x = Math.min(Math.max((left + right - width) / 2, 2), ground.width - width - 2);
      const middle = (top + bottom - height) / 2;
      const isFree = (/** @type {number} */ y) => !taken.some((b) => x + 5 < b.right && x + width - 5 > b.left && y < b.bottom + 2 && y + height > b.top - 2);
      // Names of narrow piles that lie side by side stand below each other, or above where the table ends.
      let y = middle;
      for (let off = 4; !isFree(y) && off < ground.height; off += 4) {
        y = middle + off;
        if (y + height > ground.height - 2 || !isFree(y)) y = Math.max(middle - off, 2);
      }
      taken.push(new DOMRect(x, y, width, height));
      button.style.cssText = `left:${x}px;top:${y}px`;
    }
  }
  board.root.after(layer);
  const watcher = new ResizeObserver(() => requestAnimationFrame(place));
  watcher.observe(board.root);
  place();
  return () => { watcher.disconnect(); layer.remove(); };
}

/** @param {Board} board @param {Arrow} arrow @param {Game} game @param {string} record @param {boolean} isNew @param {AbortSignal} signal */
export function startLesson(board, arrow, game, record, isNew, signal) {
  const deal = record.split("/")[0];
  let shown = "";
  let untag = () => {};
  let isFirst = isNew && !isKnown(game.family);
  said = null;

  /** @param {Advice} advice @param {Step | null} step */
  function present(advice, step) {
    if (!state.position) return;
    said = { record: state.position.record, advice, step };
    arrow.show(step?.move ?? null);
    change({ advice });
  }

  function clear() {
    untag();
    untag = () => {};
    const before = said;
    said = null;
    if (!before) return;
    arrow.show(null);
    if (state.advice === before.advice) change({ advice: null });
  }

  /** @param {Lesson} lesson */
  function introduce({ title, goal, parts }) {
    untag();
    untag = tags(board, parts, (part) => {
      const text = `${part.name}: ${part.say.charAt(0).toLowerCase()}${part.say.slice(1)}`;
      present({ text, kind: "lesson", tag: "", buttons: ["lesson-next", "lesson-skip"] }, null);
      say(text);
    });
    present({ text: goal, kind: "lesson", tag: "Goal", buttons: ["lesson-next", "lesson-skip"] }, null);
    say(`${title}, a lesson. ${goal} On the table: ${parts.map((part) => `${part.name}. ${part.say}`).join(" ")}`);
  }

  /** @param {Step} step */
  function lead(step) {
    const { number, count: all, move, is_strayed: isStrayed } = step;
    if (isStrayed) {
      present({ text: step.say, kind: "lesson", tag: "Lesson", buttons: ["undo", "lesson-done"] }, step);
    } else if (!move) {
      present({ text: step.say, kind: "lesson", tag: "Well done.", buttons: ["lesson-done"] }, step);
    } else {
      present({ text: step.say, kind: "lesson", tag: `${number + 1} of ${all}`, buttons: ["lesson-skip"] }, step);
      count("fair_hints");
    }
    say(move && teaching?.lesson.deal ? `${step.say} ${move.words}` : step.say);
  }

  async function draw() {
    const { position } = state;
    if (!position || position.record !== state.record || shown === position.record) return;
    const last = said;
    shown = position.record;
    if (position.acts >= PLAYED) know(game.family);
    // What the table itself has to say of a position comes first.
    await Promise.resolve();
    if (state.position !== position || signal.aborted) return;
    if (isFirst && !teaching) return offer();
    if (!teaching) return;
    // Whoever plays on without a word has left the lesson.
    const isOn = last?.step && (last.step.is_strayed || !last.step.move);
    if ((isOn && position.record.startsWith(`${last.record}/`)) || position.is_won) return endQuietly();
    clear();
    if (!teaching.isBegun && position.acts === 0) return introduce(teaching.lesson);
    if (!teaching.isBegun) keep({ ...teaching, isBegun: true });
    const { record: asked } = position;
    try {
      const step = await stepAt(teaching.lesson, asked, signal);
      if (!signal.aborted && teaching && state.record === asked) lead(step);
    } catch (error) {
      const why = error instanceof Refused ? error.message : whyNot(error, signal);
      if (!why) return;
      endQuietly();
      tell(why);
    }
  }

  function endQuietly() {
    know(game.family);
    keep(null);
    clear();
  }

  /** Somebody who has never played this may want to be shown. */
  function offer() {
    const { position } = state;
    if (!position || position.acts > 0) {
      isFirst = false;
      return clear();
    }
    present({ text: position.prompt || game.goal, kind: "lesson", tag: "First time?", buttons: ["teach", "lesson-no"] }, null);
  }

  const stop = listen(() => {
    void draw();
    // What a hint or a refusal has put aside comes back.
    const { position, advice } = state;
    if (said && advice === null && position?.record === said.record && !state.waiting.length) {
      arrow.show(said.step?.move ?? null);
      change({ advice: said.advice });
    }
  });
  view = {
    begin: () => {
      if (!teaching) return;
      keep({ ...teaching, isBegun: true });
      shown = "";
      void draw().then(() => {
        const move = said?.step?.move;
        if (move) board.pointTo({ pile: move.src, index: Math.max(0, (state.position?.piles[move.src].length ?? 1) - move.count) });
      });
    },
    stop: () => { isFirst = false; clear(); },
  };
  if (teaching && teaching.deal !== deal) keep(null);
  if (!teaching) {
    void resumed(deal).then((found) => {
      if (!found || signal.aborted || teaching) return;
      teaching = found;
      shown = "";
      void draw();
    });
  }
  signal.addEventListener("abort", () => { stop(); untag(); [view, said] = [null, null]; });
}

/** Whether the parts are being named. */
export const isIntroduced = () => teaching !== null && !teaching.isBegun;
