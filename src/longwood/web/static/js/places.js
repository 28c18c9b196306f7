// @ts-check
/** The places on the cloth: what is seen of a pile beside its cards, and what an empty one waits for. */

import { attr, h, icon } from "./dom.js";
import { corner } from "./geometry.js";
import { key } from "./journeys.js";
import { capital, emptyLabel, hasPlaces, pileWords, rankSign } from "./names.js";

/** @import { Measure } from "./geometry.js" */
/** @import { Game, Layout, Position } from "./types.js" */

/** The height of a name below a pile, in pixels: it stands clear of the edges of a thick pile. */
const CAPTION = 23;
/** How near to the edge of the table the middle of a name comes, in pixels. */
const EDGE = 30;

export class Places {
  /** The place of each pile. @type {Map<string, HTMLElement>} */
  slots = new Map();
  /** @type {Map<string, HTMLElement>} */
  #captions = new Map();
  #count = h("div", { class: "count-badge", "aria-hidden": "true" });
  #lock = h("div", { class: "lock-badge", "aria-hidden": "true", hidden: true }, icon("lock"));

  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.game = game;
    for (const pile of game.piles) {
      const slot = h("div", { class: `slot ${game.kinds[pile] === "foundation" ? "foundation" : ""}`, "data-spot": key(pile, 0) });
      this.slots.set(pile, slot);
      root.append(slot);
      // Beside a grid or a heap nothing else tells one pile from another; a screen reader is told anyway.
      if (hasPlaces(game) && game.kinds[pile] !== "place") {
        const caption = h("div", { class: "caption", "aria-hidden": "true" }, capital(pileWords(game, pile)));
        this.#captions.set(pile, caption);
        root.append(caption);
      }
    }
    root.append(this.#count, this.#lock);
  }

  /** What the names take below the lowest pile, in pixels. @param {Layout} layout */
  below({ places }) {
    const lowest = Math.max(...Object.values(places).map(({ y }) => y));
    return [...this.#captions.keys()].some((pile) => places[pile].y === lowest) ? CAPTION : 0;
  }

  /** Mark the empty places among the targets; elsewhere the card on top is marked. @param {string[]} targets @param {Position | null} position */
  mark(targets, position) {
    for (const [pile, slot] of this.slots) slot.classList.toggle("target", targets.includes(pile) && !position?.piles[pile].length);
  }

  /** @param {Measure} m @param {Position} position @param {Set<string>} heap piles whose empty places are not seen */
  draw(m, position, heap) {
    for (const [pile, slot] of this.slots) {
      const isEmpty = position.piles[pile].length === 0;
      const { x, y } = corner(m, pile, 0, 0);
      slot.style.transform = `translate(${x}px, ${y}px)`;
      slot.hidden = heap.has(pile);
      const mark = isEmpty ? this.#mark(position, pile) : "";
      if (slot.textContent !== mark) slot.textContent = mark;
      slot.classList.toggle("bare", !isEmpty);
      slot.classList.toggle("words", mark.length > 2);
      if (isEmpty) attr(slot, "aria-label", emptyLabel(this.game, position, pile));
      const caption = this.#captions.get(pile);
      if (caption) {
        // Below the middle of all that is spread out, and never beyond the edge.
        const { length } = position.piles[pile];
        const end = length ? corner(m, pile, length - 1, length).x : x;
        const middle = Math.max(EDGE, Math.min(m.width - EDGE, (x + end + m.cw) / 2));
        caption.style.transform = `translate(${middle}px, ${y + m.ch}px) translateX(-50%)`;
      }
    }
    const stock = corner(m, "s", 0, 0);
    const left = position.piles.s.length;
    this.#count.hidden = left === 0;
    this.#count.style.transform = `translate(${stock.x}px, ${stock.y}px)`;
    if (this.#count.textContent !== String(left)) this.#count.replaceChildren(h("span", {}, String(left)));
    this.#lock.hidden = !position.facts.locked || position.piles.s.length === 0;
    this.#lock.style.transform = `translate(${stock.x}px, ${stock.y}px)`;
  }

  /** @param {Position} position @param {string} pile */
  #mark(position, pile) {
    if (pile === "s" && position.moves.some((move) => move.dst === "s")) return "↻";
    const words = position.spaces[pile] ?? "";
    if (words) return words.length === 1 ? rankSign(words) : capital(words);
    return pile.length === 1 && !this.#captions.has(pile) ? capital(pileWords(this.game, pile)) : "";
  }
}
