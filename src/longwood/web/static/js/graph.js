// @ts-check
/** The graph of a game: the win chance after every move, the proven verdict as a band below it, and the marks. */

import { percent, spanWords, winWords } from "./analyst.js";
import { h, s } from "./dom.js";
import { sentence } from "./names.js";

/** @import { ChanceAt, Mark } from "./types.js" */

/** In pixels; the sheet lays the slider over the same ground. */
const [HEIGHT, LEFT, RIGHT, TOP, BAND, FOOT] = [176, 46, 10, 10, 12, 20];
const FLOOR = HEIGHT - FOOT - BAND - 6;
/** Numbers below the graph stand at least so far apart, and at round moves. */
const APART = 44;
const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Grades by shape as well as by colour. @type {Record<string, string>} */
export const SHAPES = {
  good: "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0Z",
  inaccuracy: "M0-5.500 5.500 0 0 5.500-5.500 0Z",
  mistake: "M0-6 6.200 5H-6.200Z",
  blunder: "M-5-5H5V5H-5Z",
  turn: "M-6-3-3-6 0-3 3-6 6-3 3 0 6 3 3 6 0 3-3 6-6 3-3 0Z",
};
/** @type {Record<string, string>} */
const VERDICTS = { won: "proven winnable", lost: "proven lost" };

/** @type {Record<string, string>} */
const BANDS = { won: "can be won", lost: "lost", unknown: "unknown" };

/** @param {Mark} mark */
export const gradeOf = (mark) => (mark.is_turn ? "turn" : mark.grade);

/** Points of the win chance, with their sign. @param {number} part */
export function points(part) {
  const rounded = Math.round(100 * part);
  return rounded < 0 ? `\u2212${-rounded}` : rounded ? `+${rounded}` : "0";
}

/** The sign of a grade. @param {string} grade */
export function sign(grade) {
  return s("svg", { class: `sign grade-${grade}`, viewBox: "-8 -8 16 16", "aria-hidden": "true", focusable: "false" },
    s("path", { d: SHAPES[grade] ?? SHAPES.inaccuracy }));
}

/** @param {number} x @param {number} y @param {string} anchor @param {string} words */
const label = (x, y, anchor, words) => s("text", { x, y, "text-anchor": anchor }, words);

export class Graph {
  #width = 480;
  #svg = s("svg", { class: "graph", role: "img", height: HEIGHT });
  /** What is under the pointer or the finger, else what is shown. */
  #readout = h("p", { class: "readout" });
  #legend = h("figcaption", { class: "legend" });
  /** @type {number | null} */
  #pointed = null;
  /** @type {Map<number, ChanceAt>} */
  chances = new Map();
  /** @type {Map<number, string>} */
  verdicts = new Map();
  /** By the number of moves before them. @type {Map<number, Mark>} */
  marks = new Map();
  /** What the cards gave after each move. @type {number[]} */
  lucks = [];
  /** A game that was won needs no word on whether it can be. */
  isWon = false;
  at = 0;
  #isDirty = false;

  /** @param {number} acts @param {(number: number) => void} chosen called when a place on the graph is chosen @param {AbortSignal} signal */
  constructor(acts, chosen, signal) {
    this.acts = acts;
    this.slider = h("input", { type: "range", min: "0", max: String(acts), value: "0", "aria-label": "Move", input: () => chosen(Number(this.slider.value)) });
    this.slider.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = this.slider.getBoundingClientRect();
      this.#point(Math.max(0, Math.min(acts, Math.round(((clientX - left) / width) * acts))));
    });
    for (const event of ["pointerleave", "pointercancel"]) this.slider.addEventListener(event, () => this.#point(null));
    this.root = h("figure", { hidden: !acts }, this.#readout, h("div", { class: "plot" }, this.#svg, this.slider), this.#legend);
    const watcher = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width) this.#width = contentRect.width;
      this.draw();
    });
    watcher.observe(this.#svg);
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  /** Draw soon: many entries come at once. */
  draw() {
    if (this.#isDirty) return;
    this.#isDirty = true;
    requestAnimationFrame(() => { this.#isDirty = false; this.#draw(); });
  }

  /** What is known of the position after so many moves. @param {number} number */
  words(number) {
    const [chance, verdict] = [this.chances.get(number), this.isWon ? "" : VERDICTS[this.verdicts.get(number) ?? ""]];
    const skill = this.chances.get(number - 1)?.skill;
    const luck = this.lucks[number - 1];
    return [
      chance && (chance.win.is_vague ? winWords(chance.win) : `${winWords(chance.win)} to win${chance.win.is_proven ? "" : ` (${spanWords(chance.win)})`}`),
      number && skill !== undefined && Math.round(100 * skill) ? `move ${points(skill)}` : "",
      luck !== undefined && Math.round(100 * luck) ? `cards ${points(luck)}` : "",
      verdict,
    ].filter(Boolean).join(", ");
  }

  /** @param {number | null} number */
  #point(number) {
    if (this.#pointed === number) return;
    this.#pointed = number;
    this.draw();
  }

  /** @param {number} number */
  #x(number) {
    return LEFT + ((this.#width - LEFT - RIGHT) * number) / Math.max(1, this.acts);
  }

  /** @param {number} part */
  #y(part) {
    return FLOOR - (FLOOR - TOP) * part;
  }

  /** Neighbours of one verdict together. */
  #stretches() {
    /** @type {{first: number, last: number, verdict: string}[]} */
    const found = [];
    for (const [number, verdict] of [...this.verdicts].sort(([a], [b]) => a - b)) {
      const before = found.at(-1);
      if (before?.verdict === verdict && before.last === number - 1) before.last = number;
      else found.push({ first: number, last: number, verdict });
    }
    return found;
  }

  #scales() {
    const parts = [];
    for (const part of [0, 0.5, 1]) {
      const y = this.#y(part);
      parts.push(s("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: y, y2: y }), label(LEFT - 6, y + 4, "end", percent(part)));
    }
    const foot = HEIGHT - 5;
    parts.push(label(LEFT, foot, "start", "deal"), label(this.#width - RIGHT, foot, "end", `move ${this.acts}`));
    const every = ROUND.find((count) => this.#x(count) - LEFT >= APART) ?? this.acts;
    for (let number = every; number < this.acts; number += every) {
      const x = this.#x(number);
      if (x > LEFT + APART * 0.8 && x < this.#width - RIGHT - APART * 1.6) parts.push(label(x, foot, "middle", String(number)));
    }
    return parts;
  }

  /** The legend of what there is. */
  #explain() {
    const items = [...this.marks.values()].some((mark) => mark.is_turn) ? [h("span", {}, sign("turn"), "lost the game")] : [];
    const verdicts = new Set(this.isWon ? [] : this.verdicts.values());
    for (const verdict of Object.keys(BANDS)) if (verdicts.has(verdict)) items.push(h("span", {}, h("i", { class: `band ${verdict}` }), BANDS[verdict]));
    if (this.#legend.childElementCount !== items.length) this.#legend.replaceChildren(...items);
  }

  #draw() {
    this.#svg.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    /** @type {SVGElement[]} */
    const parts = this.#scales();
    const found = [...this.chances.values()].sort((a, b) => a.number - b.number);
    if (found.length) {
      const high = found.map((c) => `${this.#x(c.number)},${this.#y(c.win.high)}`);
      const low = found.map((c) => `${this.#x(c.number)},${this.#y(c.win.low)}`).reverse();
      parts.push(s("polygon", { class: "interval", points: [...high, ...low].join(" ") }));
      parts.push(s("polyline", { class: "chance", points: found.map((c) => `${this.#x(c.number)},${this.#y(c.win.value)}`).join(" ") }));
    }
    for (const { first, last, verdict } of this.isWon ? [] : this.#stretches()) {
      const [from, to] = [Math.max(LEFT, this.#x(first - 0.5)), Math.min(this.#width - RIGHT, this.#x(last + 0.5))];
      // Full height, a third, a line: told apart without colours.
      const height = verdict === "won" ? BAND : verdict === "lost" ? BAND / 3 : 1.5;
      parts.push(s("rect", { class: `band ${verdict}`, x: from.toFixed(2), y: FLOOR + 6 + BAND - height, width: (to - from).toFixed(2), height }));
    }
    const shown = this.#pointed ?? this.at;
    for (const number of new Set([this.at, shown])) {
      parts.push(s("line", { class: number === this.at ? "here" : "pointed", x1: this.#x(number), x2: this.#x(number), y1: TOP - 6, y2: FLOOR + 6 + BAND }));
    }
    for (const mark of this.marks.values()) {
      // A move is marked where it led to.
      const number = mark.number + 1;
      const grade = gradeOf(mark);
      parts.push(s("path", { class: `mark grade-${grade}`, "data-move": number, d: SHAPES[grade] ?? SHAPES.inaccuracy, transform: `translate(${this.#x(number)} ${this.#y(this.chances.get(number)?.win.value ?? 0)})` }));
    }
    this.#svg.replaceChildren(...parts);
    this.#explain();
    const words = this.words(shown);
    this.#readout.replaceChildren(h("strong", {}, shown ? `Move ${shown}` : "Deal"), words ? `: ${words}` : "");
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", sentence(`${this.at ? `move ${this.at} of ${this.acts}` : "the deal"}. ${this.words(this.at)}`));
    const won = [...this.verdicts.values()].filter((v) => v === "won").length;
    this.#svg.setAttribute("aria-label", `Win chance over ${this.acts} moves, ${this.marks.size} marks; ${won} positions are proven winnable`);
  }
}
