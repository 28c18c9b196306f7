// @ts-check
/** A move shown on the table: its cards and its place are marked, and an arrow leads from one to the other. */

import { s } from "./dom.js";
import { state } from "./state.js";

/** @import { Board } from "./board.js" */
/** @import { Move } from "./types.js" */

const MARKS = ["hinted", "hinted-to"];

export class Arrow {
  /** @type {Move | null} */
  #move = null;
  #path = s("path", { class: "shaft" });
  #head = s("path");
  #svg = s("svg", { class: "arrow", "aria-hidden": "true" }, this.#path, this.#head);

  /** @param {Board} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    board.root.after(this.#svg);
    // After the table has measured itself anew.
    const watcher = new ResizeObserver(() => requestAnimationFrame(() => this.#draw()));
    watcher.observe(board.root);
    signal.addEventListener("abort", () => { watcher.disconnect(); this.#svg.remove(); });
    this.#draw();
  }

  /** Show a move, or none. @param {Move | null} move */
  show(move) {
    this.#move = move;
    this.#draw();
  }

  #draw() {
    for (const el of this.board.root.querySelectorAll(".hinted, .hinted-to")) el.classList.remove(...MARKS);
    const move = this.#move;
    const { position } = this.board;
    this.#svg.toggleAttribute("hidden", true);
    if (!move || !position || state.position !== position) return;
    const stops = this.board.stops();
    const first = position.piles[move.src].length - move.count;
    const from = stops.find((stop) => stop.pile === move.src && stop.index === first) ?? stops.findLast((stop) => stop.pile === move.src);
    const to = stops.findLast((stop) => stop.pile === move.dst);
    if (!from || !to) return;
    for (const view of this.board.cardsFrom({ pile: move.src, index: first })) view.el.classList.add("hinted");
    to.el.classList.add("hinted-to");
    this.#lead(from, to);
  }

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
  #lead(from, to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    if (length < 12) return;
    const [ux, uy] = [dx / length, dy / length];
    const size = Math.min(18, length / 3);
    // A slight bend keeps the arrow apart from a row of cards that it runs along.
    const bend = Math.min(40, length / 6);
    const [mx, my] = [(from.x + to.x) / 2 - uy * bend, (from.y + to.y) / 2 + ux * bend];
    const angle = Math.atan2(to.y - my, to.x - mx);
    const [ax, ay] = [Math.cos(angle), Math.sin(angle)];
    const [ex, ey] = [to.x - ax * size * 0.8, to.y - ay * size * 0.8];
    const point = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    this.#path.setAttribute("d", `M${point(from.x, from.y)}Q${point(mx, my)} ${point(ex, ey)}`);
    const [bx, by] = [to.x - ax * size, to.y - ay * size];
    this.#head.setAttribute("d", `M${point(to.x, to.y)}L${point(bx - ay * size * 0.55, by + ax * size * 0.55)}L${point(bx + ay * size * 0.55, by - ax * size * 0.55)}Z`);
    this.#svg.toggleAttribute("hidden", false);
  }
}
