// @ts-check
/** The table: one element for each card that can be seen, moved by the difference of two positions. */

import { HIDDEN, drawCard } from "./cards.js";
import { attr, h } from "./dom.js";
import { cascade } from "./cascade.js";
import { bring, hold, shake, turn } from "./flight.js";
import { corner, heaped, isTight, measure, spread } from "./geometry.js";
import { journeys, key } from "./journeys.js";
import { cardLabel } from "./names.js";
import { Places } from "./places.js";
import { sound } from "./sound.js";
import { nearby, stopsOf } from "./stops.js";

/** @import { View } from "./flight.js" */
/** @import { Drawing, Measure, Point } from "./geometry.js" */
/** @import { Spot } from "./state.js" */
/** @import { Stop } from "./stops.js" */
/** @import { Game, Position } from "./types.js" */

/** Cards of one pile, at the most, when it comes to what lies on what. */
const PILE_DEPTH = 128;
/** How a player may like the faces; the first is the usual one. @type {Drawing[]} */
const FACES = ["classic", "plain", "large"];
/** How many cards of a squared pile are drawn: the one below shows when the top one is lifted. */
const DRAWN = 2;

/** From so many cards on their flight takes so long in all, in milliseconds. */
const MANY = 12, LONG = 700;
/** A squared pile of more cards than this looks thick. */
const THICK = 4;

export class Board {
  /** @type {Map<string, View>} */
  #views = new Map();
  /** @type {Places} */
  #places;
  /** @type {WeakMap<Element, View>} */
  #byElement = new WeakMap();
  /** @type {Measure | null} */
  #measure = null;
  /** @type {{width: number, height: number} | null} */
  #size = null;
  /** @type {Set<string>} */
  #heap = new Set();
  /** @type {Drawing} */
  #drawing = "classic";
  /** The width of a card, in pixels. */
  #width = 0;
  /** Where the keyboard is. @type {Spot} */
  #cursor = { pile: "", index: 0 };

  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /** @type {Position | null} */
    this.position = null;
    this.#places = new Places(root, game);
    // A screen reader may move the focus by itself: the keyboard goes along.
    root.addEventListener("focusin", (event) => {
      const spot = this.locate(event.target);
      if (spot && (spot.pile !== this.#cursor.pile || spot.index !== this.#cursor.index)) this.pointTo(spot, false);
    });
  }

  /** Show a position; cards fly from where they were. @param {Position} position */
  show(position) {
    const old = this.position;
    const hadFocus = this.hasFocus();
    // Whoever is at the top of a pile stays at the top of it.
    if (old && this.#cursor.index >= (old.piles[this.#cursor.pile]?.length ?? 0) - 1) this.#cursor.index = Infinity;
    const origin = old ? journeys(old, position) : new Map();
    const taken = new Set(origin.values());
    const before = this.#measure;
    this.position = position;
    this.#remeasure();
    /** @type {Map<string, View>} */
    const next = new Map();
    let flying = 0;
    for (const pile of this.game.piles) {
      const cards = position.piles[pile];
      const first = this.#firstDrawn(pile, cards.length);
      cards.forEach((face, index) => {
        const place = key(pile, index);
        const from = origin.get(place);
        const source = from ?? (taken.has(place) ? "" : place);
        let view = this.#views.get(source);
        // What flies to the inside of a pile is drawn until it has arrived.
        if (index < first && !(view && from)) return;
        if (view) this.#views.delete(source);
        else view = this.#create(face, from && before && old ? this.#placeOf(from, before, old) : null, pile, index);
        if (view.face !== face) this.#turnTo(view, face, true);
        [view.pile, view.index] = [pile, index];
        attr(view.el, "data-spot", place);
        next.set(place, view);
        if (from) flying += 1;
      });
    }
    for (const view of this.#views.values()) this.#remove(view);
    this.#views = next;
    // However many cards fly, the last one starts before the first one has been down for long.
    // The rest of a game that plays itself is a thing to watch.
    const pace = flying > MANY ? LONG / flying : Math.min(22, 120 / Math.max(1, flying));
    let order = 0;
    for (const [place, view] of next) {
      if (view.held && view.el.classList.contains("held")) continue;
      this.#bringHome(view, true, origin.has(place) ? pace * order++ : 0);
    }
    this.#dress();
    // The element that had the focus may have flown off with its card.
    if (hadFocus) this.pointTo(this.#cursor);
  }

  /** The window has another size. */
  resize() {
    this.#size = null;
    if (!this.position) return;
    this.#remeasure();
    for (const view of this.#views.values()) this.#bringHome(view, false);
    this.#dress();
  }

  /** Deal the cards out from the stock, for a new game. */
  dealOut() {
    const views = [...this.#views.values()].filter((view) => view.pile !== "s");
    const m = this.#measure;
    if (!m || !this.position) return;
    const stock = corner(m, "s", 0, 1);
    views.forEach((view, i) => {
      const home = { x: view.x, y: view.y };
      [view.x, view.y] = [stock.x, stock.y];
      bring(view, home, view.z, { fly: true, delay: (i * 150) / views.length });
    });
  }

  /** Mark what the player holds and where it may go. @param {Spot | null} picked @param {string[]} targets @param {boolean} isOrdered */
  mark(picked, targets, isOrdered) {
    for (const view of this.#views.values()) {
      const isPicked = picked !== null && view.pile === picked.pile && view.index >= picked.index;
      const isTarget = targets.includes(view.pile) && this.#isTop(view);
      view.el.classList.toggle("picked", isPicked);
      view.el.classList.toggle("target", isTarget);
      attr(view.el, "data-order", isOrdered && isPicked ? "1" : isOrdered && isTarget ? "2" : null);
      attr(view.el, "aria-pressed", isPicked ? "true" : null);
    }
    this.#places.mark(targets, this.position);
    this.root.classList.toggle("carrying", picked !== null);
  }

  /** The spot that an element of the table stands for. @param {EventTarget | null} target @returns {Spot | null} */
  locate(target) {
    const el = target instanceof Element ? target.closest(".card, .slot") : null;
    if (!el) return null;
    const view = this.#byElement.get(el);
    if (view) return { pile: view.pile, index: view.index };
    for (const [pile, slot] of this.#places.slots) if (slot === el) return { pile, index: 0 };
    return null;
  }

  /** The cards from a spot to the top of its pile. @param {Spot} spot */
  cardsFrom(spot) {
    return [...this.#views.values()].filter((view) => view.pile === spot.pile && view.index >= spot.index);
  }

  /** @param {View[]} views @param {number} dx @param {number} dy */
  carry(views, dx, dy) {
    views.forEach((view, i) => {
      view.el.classList.add("held");
      hold(view, { x: view.x + dx, y: view.y + dy }, i);
    });
  }

  /** The player lets go; the cards stay where they are until they are settled or moved. @param {View[]} views */
  letGo(views) {
    for (const view of views) view.el.classList.remove("held");
  }

  /** Everything goes back to where it belongs. */
  settle() {
    for (const view of this.#views.values()) if (view.held && !view.el.classList.contains("held")) this.#bringHome(view, true);
  }

  /** @param {Spot} spot */
  refuse(spot) {
    sound("refused");
    for (const view of this.cardsFrom(spot)) if (!view.held && !view.flight) shake(view.el);
  }

  /** How much of each pile a card at a point covers, most first. @param {Point} point */
  pilesUnder(point) {
    const m = this.#measure;
    const position = this.position;
    if (!m || !position) return [];
    const found = [];
    for (const pile of this.game.piles) {
      const length = position.piles[pile].length;
      if (length === 0 && this.#heap.has(pile)) continue;
      const first = corner(m, pile, 0, length);
      const top = corner(m, pile, Math.max(0, length - 1), length);
      const across = Math.min(point.x + m.cw, top.x + m.cw) - Math.max(point.x, first.x);
      const down = Math.min(point.y + m.ch, top.y + m.ch) - Math.max(point.y, first.y);
      if (across > 0 && down > 0) found.push({ pile, share: (across * down) / (m.cw * m.ch) });
    }
    return found.sort((a, b) => b.share - a.share);
  }

  /** Everything that can have the focus. @returns {Stop[]} */
  stops() {
    const m = this.#measure;
    if (!m || !this.position) return [];
    const slots = new Map([...this.#places.slots].filter(([pile]) => !this.#heap.has(pile)));
    return stopsOf(this.game, this.position, m, slots, this.#views);
  }

  get cursor() {
    return this.#cursor;
  }

  /** Move the keyboard to a spot, or to the nearest that there is. @param {Spot} spot @param {boolean} [focus] */
  pointTo(spot, focus = true) {
    this.#cursor = { ...spot };
    const stop = this.#roam();
    if (focus && stop) stop.el.focus({ preventScroll: true });
  }

  /** The focus comes to where the keyboard is. */
  takeFocus() {
    this.pointTo(this.#cursor);
  }

  /** The focus comes to where a game begins: the stock if it can be dealt, or else the first card that can move. */
  start() {
    const { moves } = this.position ?? { moves: [] };
    const best = moves.find((move) => move.src === "s") ?? moves[0];
    this.pointTo(best ? { pile: best.src, index: Infinity } : this.#cursor);
  }

  hasFocus() {
    return this.root.contains(document.activeElement);
  }

  /** All cards dance; until they have, or the player has seen enough. @param {AbortSignal} signal */
  async dance(signal) {
    const m = this.#measure;
    if (!m || !this.position) return;
    await Promise.allSettled([...this.#views.values()].map((view) => view.flight?.finished));
    await cascade(this.root, m, this.position, signal);
  }

  /** The one stop that the tab key reaches. @returns {Stop | undefined} */
  #roam() {
    const stops = this.stops();
    const { pile, index } = this.#cursor;
    const ofPile = stops.filter((stop) => stop.pile === pile);
    const stop = ofPile.find((s) => s.index === index) ?? ofPile.at(-1) ?? nearby(this.game, this.position?.moves ?? [], stops, pile, this.#lastPoint);
    const known = new Set(stops.map((s) => s.el));
    for (const el of this.root.querySelectorAll(".card, .slot")) {
      if (!known.has(/** @type {HTMLElement} */ (el))) {
        for (const name of ["role", "tabindex", "aria-label"]) attr(el, name, null);
        attr(el, "aria-hidden", "true");
      }
    }
    for (const s of stops) {
      attr(s.el, "aria-hidden", null);
      attr(s.el, "role", "button");
      attr(s.el, "tabindex", s === stop ? "0" : "-1");
    }
    if (stop) {
      this.#cursor = { pile: stop.pile, index: stop.index };
      this.#lastPoint = { x: stop.x, y: stop.y };
    }
    return stop;
  }

  /** @type {Point | null} */
  #lastPoint = null;

  #remeasure() {
    const position = this.position;
    if (!position) return;
    // Asking the browser for a size makes it lay out the page: once is enough.
    this.#size ??= { width: this.root.clientWidth, height: this.root.clientHeight };
    const { width, height } = this.#size;
    const layout = height > width * 1.05 ? this.game.layouts.tall : this.game.layouts.wide;
    // Another table, another window: only from move to move the cards keep their size.
    const before = this.#measure?.layout === layout ? this.#measure.room : 0;
    const face = FACES.find((each) => each === document.documentElement.dataset.face) ?? FACES[0];
    this.#measure = measure(layout, width, height, position.piles, { below: this.#places.below(layout), room: before, face });
    this.#heap = heaped(layout);
    const { cw, ch, drawing } = this.#measure;
    if (cw !== this.#width) {
      this.#width = cw;
      this.root.style.setProperty("--cw", `${cw}px`);
      this.root.style.setProperty("--ch", `${ch}px`);
    }
    if (drawing !== this.#drawing) {
      this.#drawing = drawing;
      for (const view of this.#views.values()) this.#turnTo(view, view.face, false);
    }
  }

  /** @param {string} pile @param {number} length */
  #firstDrawn(pile, length) {
    const place = this.#measure?.layout.places[pile];
    if (!place || (!place.fan_x && !place.fan_y)) return length - DRAWN;
    return spread(place, length).first - 1;
  }

  /** @param {string} face @param {Point | null} at @param {string} pile @param {number} index @returns {View} */
  #create(face, at, pile, index) {
    const el = h("div", { class: "card" });
    const m = this.#measure;
    const { x, y } = at ?? (m ? corner(m, pile, index, this.position?.piles[pile].length ?? 1) : { x: 0, y: 0 });
    /** @type {View} */
    const view = { el, face: "", pile, index, x, y, z: 0, held: null, flight: null };
    this.#turnTo(view, face, false);
    this.#byElement.set(el, view);
    this.root.append(el);
    return view;
  }

  /** @param {View} view */
  #remove(view) {
    view.flight?.cancel();
    view.el.remove();
  }

  /** @param {View} view @param {string} face @param {boolean} isTurned */
  #turnTo(view, face, isTurned) {
    const picture = drawCard(face, this.#drawing);
    const before = view.el.firstElementChild;
    // Only a card that lay face down turns over; anything else is a new drawing of the same thing.
    if (isTurned && before && (view.face === HIDDEN || face === HIDDEN)) turn(view.el, before, picture);
    else {
      view.el.replaceChildren(picture);
      view.el.classList.remove("turning");
    }
    view.face = face;
    attr(view.el, "data-face", face);
  }

  /** @param {View} view @param {boolean} fly @param {number} [delay] */
  #bringHome(view, fly, delay = 0) {
    const m = this.#measure;
    const length = this.position?.piles[view.pile].length ?? 1;
    if (!m) return;
    const z = this.game.piles.indexOf(view.pile) * PILE_DEPTH + view.index;
    bring(view, corner(m, view.pile, view.index, length), z, { fly, delay });
  }

  /** Where a card of the old position lay. @param {string} place @param {Measure} m @param {Position} old */
  #placeOf(place, m, old) {
    const [pile, index] = place.split(":");
    return corner(m, pile, Number(index), old.piles[pile].length);
  }

  /** @param {View} view */
  #isTop(view) {
    return view.index === (this.position?.piles[view.pile].length ?? 0) - 1;
  }

  /** How thick the pile below a card looks, from 1 to 4; nothing for a fan or a few cards. @param {View} view */
  #depth(view) {
    const place = this.#measure?.layout.places[view.pile];
    if (!place || place.fan_x || place.fan_y || view.index < THICK) return null;
    return String(Math.min(4, Math.ceil(view.index / (2 * THICK))));
  }

  /** Names and classes. */
  #dress() {
    const m = this.#measure;
    const position = this.position;
    if (!m || !position) return;
    this.#places.draw(m, position, this.#heap);
    for (const view of this.#views.values()) {
      const { length } = position.piles[view.pile];
      const movable = position.moves.some((move) => move.src === view.pile && move.count === length - view.index);
      view.el.classList.toggle("covered", m.layout.places[view.pile].fan_x > 0 && !this.#isTop(view));
      view.el.classList.toggle("tight", isTight(m, view.pile, length));
      view.el.classList.toggle("movable", movable);
      view.el.classList.toggle("down", view.face === HIDDEN);
      attr(view.el, "data-depth", this.#depth(view));
      attr(view.el, "aria-label", cardLabel(this.game, position, view.pile, view.index));
    }
    attr(this.root, "data-record", position.record);
    attr(this.root, "aria-label", `Table of ${this.game.title}`);
    this.#roam();
  }
}
