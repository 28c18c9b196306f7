// @ts-check
/** The moves of a game, a line each: the list follows the board and leads it. Moves that cost something open. */

import { estimate, percent, winWords } from "./analyst.js";
import { attr, h } from "./dom.js";
import { gradeOf, points, sign } from "./graph.js";
import { counted, sentence, signed } from "./names.js";

/** @import { Act, ChanceAt, Mark } from "./types.js" */

/** @type {Record<string, string>} */
const GRADES = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder", turn: "Lost the game" };
/** How the losing move is graded by what could be seen. @type {Record<string, string>} */
const A_GRADE = { good: "was a good move", inaccuracy: "was an inaccuracy", mistake: "was a mistake", blunder: "was a blunder", "nothing to lose": "had nothing to lose", "not judged": "could not be judged" };

/**
 * What the list leads to.
 * @typedef {object} Leads
 * @property {(number: number) => void} look to the position after so many moves
 * @property {(from: number, moves: string[]) => void} line to a line from the position after so many moves
 * @property {(number: number) => void} retry to the table, after so many moves
 */

export class MoveList {
  #list = h("ol", { class: "moves" });
  #none = h("p", { class: "no-marks", hidden: true }, "No move cost you much.");
  #few = h("button", { type: "button", class: "few", "aria-pressed": "false", click: () => this.#showFew(!this.#isFew) }, "Mistakes only");
  #isFew = false;
  /** Each move's line, by the number of moves after it. @type {Map<number, {item: HTMLElement, row: HTMLButtonElement, sign: HTMLElement, cost: HTMLElement, chance: HTMLElement, detail: HTMLElement}>} */
  #rows = new Map();
  /** @type {Map<number, Mark>} */
  #marks = new Map();
  at = 0;
  /** Whether the game was won: then nobody needs to be shown that it could be. */
  isWon = false;

  /** @param {Leads} leads */
  constructor(leads) {
    this.leads = leads;
    this.root = h("section", { class: "move-list", "aria-label": "Moves", hidden: true },
      h("header", {}, h("h2", {}, "Moves"), this.#few), this.#none, this.#list);
    this.#list.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = this.#shown().find((number) => (number - this.at) * step > 0 && step > 0) ?? (step < 0 ? this.#shown().findLast((number) => number < this.at) : undefined);
      if (next === undefined) return;
      this.leads.look(next);
      this.#rows.get(next)?.row.focus({ preventScroll: true });
    });
  }

  /** The numbers of the moves that are on the list as it is. */
  #shown() {
    return [...this.#rows.keys()].filter((number) => !this.#isFew || this.#marks.has(number));
  }

  /** @param {boolean} isFew */
  #showFew(isFew) {
    this.#isFew = isFew;
    this.#few.setAttribute("aria-pressed", String(isFew));
    this.#list.classList.toggle("only-marked", isFew);
    this.#follow();
  }

  /** @param {Act[]} moves */
  fill(moves) {
    this.#list.replaceChildren(...moves.map(({ words }, before) => {
      const number = before + 1;
      const parts = { sign: h("span", { class: "at" }), cost: h("span", { class: "cost" }), chance: h("span", { class: "after" }), detail: h("div", { class: "detail", hidden: true }) };
      const row = h("button", { type: "button", class: "row", tabindex: number === 1 ? "0" : "-1", click: () => this.leads.look(number) },
        h("span", { class: "number" }, String(number)), parts.sign, h("span", { class: "words" }, sentence(signed(words)).slice(0, -1)), parts.cost, parts.chance);
      const item = h("li", { "data-move": number }, row, parts.detail);
      this.#rows.set(number, { item, row, ...parts });
      return item;
    }));
    this.root.hidden = !moves.length;
    this.show(this.at);
  }

  /** The win chance after a move. @param {ChanceAt} chance */
  weigh({ number, win }) {
    const found = this.#rows.get(number);
    if (found) found.chance.textContent = win.is_vague ? "" : win.is_proven ? percent(win.value) : estimate(win.value);
  }

  /** @param {Mark} mark */
  mark(mark) {
    const number = mark.number + 1;
    const found = this.#rows.get(number);
    if (!found) return;
    this.#marks.set(number, mark);
    const grade = gradeOf(mark);
    found.item.className = `grade-${grade}`;
    found.sign.replaceChildren(sign(grade), h("span", { class: "unseen" }, `${GRADES[grade]}: `));
    found.cost.textContent = Math.round(100 * mark.loss) ? points(-mark.loss) : "";
    found.detail.replaceChildren(...this.#detail(mark));
    this.show(this.at);
  }

  /** All marks are there. */
  finish() {
    this.#none.hidden = this.#marks.size > 0 || !this.#rows.size;
    this.#few.hidden = !this.#marks.size;
    this.#follow();
  }

  /** The first move of a grade after the one that is shown, or of all of them. @param {string} grade */
  next(grade) {
    const all = [...this.#marks.values()].filter((mark) => mark.grade === grade).map((mark) => mark.number + 1).sort((a, b) => a - b);
    return all.find((number) => number > this.at) ?? all[0];
  }

  /** Follow the board: the move that led there is marked, and opens if it cost something. @param {number} number */
  show(number) {
    this.at = number;
    for (const [each, { row, detail }] of this.#rows) {
      const isHere = each === number;
      attr(row, "aria-current", isHere ? "true" : null);
      attr(row, "tabindex", isHere || (number === 0 && each === 1) ? "0" : "-1");
      attr(row, "aria-expanded", this.#marks.has(each) ? String(isHere) : null);
      detail.hidden = !isHere || !this.#marks.has(each);
    }
    this.#follow();
  }

  /** The list scrolls, never the page. */
  #follow() {
    const item = this.#rows.get(this.at)?.item;
    if (!item) return void (this.#list.scrollTop = 0);
    const [box, { top, bottom, height }] = [this.#list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (height > box.height || top < box.top) this.#list.scrollTop += top - box.top;
    else if (bottom > box.bottom) this.#list.scrollTop += bottom - box.bottom;
  }

  /** @param {Mark} mark */
  #detail(mark) {
    const { better, number } = mark;
    const win = this.isWon ? [] : mark.line;
    const grade = gradeOf(mark);
    const cost = Math.round(100 * mark.loss);
    const instead = [...better.after, better.move.text];
    const isSame = instead.join(".") === mark.act;
    const isOther = win.length > 0 && win[0] !== instead[0];
    const after = better.after.length ? `after ${counted(better.after.length, "move")} of it, ` : "";
    const isBetter = !isSame && cost > 0;
    const told = [`${GRADES[grade]}.`, cost ? `It cost ${counted(cost, "point")}: ${winWords(mark.played)} to win after it.` : "", mark.is_turn ? `From what you saw it ${A_GRADE[mark.grade]}.` : ""];
    /** @param {string} words @param {() => void} click */
    const button = (words, click) => h("button", { type: "button", click }, words);
    const winButton = win.length ? button(`Show the ${win.length}-move win`, () => this.leads.line(number, win)) : null;
    return [
      h("p", {}, told.filter(Boolean).join(" ")),
      ...(isBetter ? [h("p", {}, `Better: ${after}${signed(better.move.words)}, ${winWords(better.win)} to win.`)] : []),
      ...(win.length && (win[0] === mark.act || isOther) ? [h("p", { class: "soft" }, win[0] === mark.act ? "With all cards open your move still wins." : "With all cards open another move wins.")] : []),
      h("div", { class: "buttons" },
        ...(isBetter && (isOther || !win.length) ? [button("Show the better move", () => this.leads.line(number, instead))] : []),
        ...(winButton ? [winButton] : []),
        button(`Retry move ${number + 1}`, () => this.leads.retry(number))),
    ];
  }
}
