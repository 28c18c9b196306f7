// @ts-check
/** The top of a report: one number, one sentence, how the game ended, and how many moves are of which grade. */

import { h } from "./dom.js";
import { sign } from "./graph.js";
import { counted, signed } from "./names.js";

/** @import { ChanceAt, Par, Summary } from "./types.js" */

/** The counters in the order of their grades; the moves of those with a sign can be looked at one by one. @type {[string, string, string, boolean][]} */
const COUNTERS = [
  ["good", "good move", "good moves", false], ["inaccuracy", "inaccuracy", "inaccuracies", true],
  ["mistake", "mistake", "mistakes", true], ["blunder", "blunder", "blunders", true],
  ["nothing to lose", "after the game was lost", "after the game was lost", false], ["not judged", "too early to judge", "too early to judge", false],
];

/**
 * What the top leads to.
 * @typedef {object} Leads
 * @property {(grade: string) => void} next to the next move of a grade
 * @property {(from: number, moves: string[]) => void} line to a line from the position after so many moves
 */

/** The score beside the best one. @param {Par} par */
const bestWords = ({ reached, score, is_proven: isProven, is_of_round: isOfRound }) =>
  `Score ${reached}, best ${isProven ? "possible" : "known"}${isOfRound ? " in the first round" : ""} ${score}.`;

export class Lead {
  #number = h("p", { class: "accuracy", hidden: true });
  #headline = h("p", { class: "headline" });
  #outcome = h("p", { class: "outcome" });
  #bar = h("progress", { max: "1", value: "0", "aria-label": "Report" });
  #status = h("p", { class: "progress", role: "status" });
  #counters = h("ul", { class: "counters", "aria-label": "Your moves" });
  root = h("section", { class: "lead", "aria-label": "Summary" }, this.#number,
    h("div", {}, this.#headline, h("div", { class: "working" }, this.#status, this.#bar), this.#outcome), this.#counters);

  /** @param {number} acts @param {Leads} leads */
  constructor(acts, leads) {
    this.acts = acts;
    this.leads = leads;
  }

  /** How far it is; nothing when it is there. @param {string} words @param {number} part */
  progress(words, part) {
    if (this.#status.textContent !== words) this.#status.textContent = words;
    this.#bar.value = part;
    this.#bar.hidden = !part;
    this.#status.parentElement?.toggleAttribute("hidden", !words);
  }

  /** @param {Summary | null} summary @param {Par | null} par */
  tell(summary, par) {
    const account = summary?.account;
    this.#headline.textContent = signed(summary?.words ?? "");
    const accuracy = account?.accuracy ?? null;
    this.#number.hidden = accuracy === null;
    if (account && accuracy !== null) {
      this.#number.replaceChildren(h("strong", {}, `${Math.round(accuracy)}\u00a0%`), " accuracy");
      this.#number.title = `Over ${counted(account.decisions, "decision")}: 100\u00a0% for the best move, half as much for every 15 points lost`;
    }
    const words = signed([account && summary?.outcome, par && bestWords(par)].filter(Boolean).join(" "));
    const from = summary?.last_winnable ?? null;
    const win = summary && from !== null && from < this.acts ? summary.line : [];
    this.#outcome.replaceChildren(h("span", {}, words), win.length && from !== null ? h("button", { type: "button", click: () => this.leads.line(from, win) }, `Show the ${win.length}-move win`) : "");
  }

  /** How many moves are of which grade, as far as they are weighed. @param {Iterable<ChanceAt>} chances @param {Summary | null} summary */
  count(chances, summary) {
    const wasted = summary?.wasted ?? 0;
    // A game that is won, or can be, was never lost.
    const isOpen = summary?.last_winnable === this.acts;
    const counts = new Map();
    for (const { number, grade } of chances) if (number < this.acts) counts.set(grade, (counts.get(grade) ?? 0) + 1);
    const items = COUNTERS.filter(([grade]) => counts.get(grade)).map(([grade, one, many, isLed]) => {
      const words = [isLed || grade === "good" ? sign(grade) : "", h("strong", {}, String(counts.get(grade))), ` ${isOpen && grade === "nothing to lose" ? "with hardly a chance" : counts.get(grade) === 1 ? one : many}`];
      return h("li", { class: `grade-${grade.replaceAll(" ", "-")}` },
        isLed ? h("button", { type: "button", title: `Next ${one}`, click: () => this.leads.next(grade) }, ...words) : h("span", {}, ...words));
    });
    if (wasted) items.push(h("li", { class: "wasted" }, h("span", {}, h("strong", {}, String(wasted)), wasted === 1 ? " wasted move" : " wasted moves")));
    // A button that has the focus keeps it while others change.
    if (this.#counters.textContent !== items.map((item) => item.textContent).join("")) this.#counters.replaceChildren(...items);
  }
}
