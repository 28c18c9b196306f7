// @ts-check
/** The graph of a game: the win chance before every act, the proven verdict as a band below it, and the marks. */

import { percent } from "./analyst.js";

/** @import { ChanceAt, Mark } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const [HEIGHT, LEFT, TOP, BAND, FOOT] = [250, 56, 16, 14, 24];
const RIGHT = 12;
const FLOOR = HEIGHT - FOOT - BAND - 8;

/** Grades by shape as well as by colour. @type {Record<string, string>} */
export const SHAPES = {
  inaccuracy: "M0-5.500 5.500 0 0 5.500-5.500 0Z",
  mistake: "M0-6 6.200 5H-6.200Z",
  blunder: "M-5-5H5V5H-5Z",
  turn: "M-6-3-3-6 0-3 3-6 6-3 3 0 6 3 3 6 0 3-3 6-6 3-3 0Z",
};

/** @param {Mark} mark */
export const gradeOf = (mark) => (mark.is_turn ? "turn" : mark.grade);

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} [props]
 */
function el(tag, props = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  return element;
}

/** The sign of a grade. @param {string} grade */
export function sign(grade) {
  const svg = el("svg", { class: `sign grade-${grade}`, viewBox: "-8 -8 16 16", "aria-hidden": "true", focusable: "false" });
  svg.append(el("path", { d: SHAPES[grade] ?? SHAPES.inaccuracy }));
  return svg;
}

export class Graph {
  /** On a phone its words would be too small otherwise. */
  #width = window.innerWidth < 560 ? 400 : 640;
  svg = el("svg", { class: "graph", viewBox: `0 0 ${this.#width} ${HEIGHT}`, role: "img" });
  /** @type {Map<number, ChanceAt>} */
  chances = new Map();
  /** @type {Map<number, string>} */
  verdicts = new Map();
  /** @type {Map<number, Mark>} */
  marks = new Map();
  at = 0;
  #isDirty = false;

  /** @param {number} acts @param {(number: number) => void} chosen called when a place on the graph is clicked */
  constructor(acts, chosen) {
    this.acts = acts;
    this.svg.addEventListener("click", (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * this.#width;
      chosen(Math.max(0, Math.min(acts, Math.round(((x - LEFT) / (this.#width - LEFT - RIGHT)) * acts))));
    });
  }

  /** Draw soon: many entries come at once. */
  draw() {
    if (this.#isDirty) return;
    this.#isDirty = true;
    requestAnimationFrame(() => { this.#isDirty = false; this.#draw(); });
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

  #draw() {
    const parts = [];
    for (const part of [0, 0.5, 1]) {
      const y = this.#y(part);
      parts.push(el("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: y, y2: y }));
      const label = el("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" });
      label.textContent = percent(part);
      parts.push(label);
    }
    const found = [...this.chances.values()].sort((a, b) => a.number - b.number);
    if (found.length) {
      const high = found.map((c) => `${this.#x(c.number)},${this.#y(c.win.high)}`);
      const low = found.map((c) => `${this.#x(c.number)},${this.#y(c.win.low)}`).reverse();
      parts.push(el("polygon", { class: "interval", points: [...high, ...low].join(" ") }));
      parts.push(el("polyline", { class: "chance", points: found.map((c) => `${this.#x(c.number)},${this.#y(c.win.value)}`).join(" ") }));
    }
    for (const { first, last, verdict } of this.#stretches()) {
      const [from, to] = [Math.max(LEFT, this.#x(first - 0.5)), Math.min(this.#width - RIGHT, this.#x(last + 0.5))];
      // Half height, full height, a line: told apart without colours.
      const height = verdict === "won" ? BAND : verdict === "lost" ? BAND / 3 : 1.5;
      parts.push(el("rect", { class: `band ${verdict}`, x: from.toFixed(2), y: FLOOR + 8 + BAND - height, width: (to - from).toFixed(2), height }));
    }
    for (const number of [0, this.acts]) {
      const label = el("text", { x: this.#x(number), y: HEIGHT - 5, "text-anchor": number ? "end" : "start" });
      label.textContent = number ? `move ${number}` : "deal";
      parts.push(label);
    }
    parts.push(el("line", { class: "here", x1: this.#x(this.at), x2: this.#x(this.at), y1: TOP - 6, y2: FLOOR + 8 + BAND }));
    for (const mark of this.marks.values()) {
      const chance = this.chances.get(mark.number);
      const y = chance ? this.#y(chance.win.value) : this.#y(0);
      parts.push(el("path", { class: `mark grade-${gradeOf(mark)}`, d: SHAPES[gradeOf(mark)] ?? SHAPES.inaccuracy, transform: `translate(${this.#x(mark.number)} ${y})` }));
    }
    this.svg.replaceChildren(...parts);
    const won = [...this.verdicts.values()].filter((v) => v === "won").length;
    this.svg.setAttribute("aria-label", `Win chance over ${this.acts} moves, ${this.marks.size} marks; ${won} positions are proven winnable`);
  }
}
