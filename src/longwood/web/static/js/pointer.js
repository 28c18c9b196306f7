// @ts-check
/** Mouse, finger and pen: drags and taps, told to the hand. */

import { canLift, drop, pick, putDown, tap, twice } from "./hand.js";
import { targets } from "./names.js";
import { state } from "./state.js";
import { saveNow } from "./table.js";

/** @import { Board } from "./board.js" */
/** @import { View } from "./flight.js" */
/** @import { Spot } from "./state.js" */

/** How far the pointer moves before a press is a drag. */
const SLACK = 6;
const TWICE = 350;
/** A second click by habit, where the first one has already played: it is not meant for the card that came up. */
const REST = 250;
/** How much of a card has to lie on a pile to be meant for it. */
const LEGAL_SHARE = 0.12, ANY_SHARE = 0.3;

/** @typedef {{id: number, spot: Spot | null, x: number, y: number, views: View[], dx: number, dy: number}} Press */

/** @param {Board} board @param {AbortSignal} signal */
export function startPointer(board, signal) {
  const { root } = board;
  /** @type {Press | null} */
  let press = null;
  /** @type {{time: number, x: number, y: number, pile: string, played: boolean, count: number} | null} */
  let last = null;
  let frame = 0;
  /** How many clicks in a row the system counts: it knows what this player calls a double click. */
  let clicks = 1;
  /** Whether a click on the stock waits to be told from a double click. */
  let waits = false;

  /** @param {PointerEvent} event */
  function down(event) {
    if (press || event.button !== 0) return;
    const spot = board.locate(event.target);
    press = { id: event.pointerId, spot, x: event.clientX, y: event.clientY, views: [], dx: 0, dy: 0 };
    root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!press || event.pointerId !== press.id) return;
    press.dx = event.clientX - press.x;
    press.dy = event.clientY - press.y;
    if (!press.views.length) {
      if (!press.spot || Math.hypot(press.dx, press.dy) < SLACK || !canLift(press.spot)) return;
      press.views = board.cardsFrom(press.spot);
      pick(press.spot);
    }
    // One step per frame, however often the pointer reports.
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (press?.views.length) board.carry(press.views, press.dx, press.dy);
    });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press || event.pointerId !== press.id) return;
    const { spot, views, dx, dy } = press;
    end();
    if (!views.length) {
      if (spot) tapped(spot, event);
      else putDown();
      return;
    }
    // A card that is no longer there was taken back while it was dragged.
    if (!state.picked || !spot || state.picked.pile !== spot.pile || state.picked.index !== spot.index) return putDown();
    board.carry(views, dx, dy);
    board.letGo(views);
    const pile = targetUnder({ x: views[0].x + dx, y: views[0].y + dy }, spot);
    if (pile) drop(pile);
    else putDown();
  }

  /** @param {{x: number, y: number}} point @param {Spot} spot */
  function targetUnder(point, spot) {
    const under = board.pilesUnder(point).filter(({ pile }) => pile !== spot.pile);
    const legal = state.position ? targets(state.position, spot.pile, spot.index) : [];
    const found = under.find(({ pile, share }) => legal.includes(pile) && share > LEGAL_SHARE) ?? under.find(({ share }) => share > ANY_SHARE);
    return found?.pile;
  }

  /** @param {Spot} spot @param {PointerEvent} event */
  function tapped(spot, event) {
    const time = event.timeStamp;
    const isNear = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const since = last && isNear ? time - last.time : Infinity;
    if (last?.played && since < REST && spot.pile !== "s") return;
    board.pointTo(spot);
    // A double click on the stock deals once; from the third click on the player is clicking fast on purpose.
    if (last?.played && since < REST && !waits && last.count === 1 && isSecond(event)) {
      waits = true;
      last = { ...last, time, count: 2 };
      return;
    }
    if (waits && since < TWICE) tap(spot);
    waits = false;
    if (last && since < TWICE && !last.played && last.pile === spot.pile) {
      last = null;
      twice(spot);
      return;
    }
    const count = since < TWICE ? (last?.count ?? 0) + 1 : 1;
    last = { time, x: event.clientX, y: event.clientY, pile: spot.pile, played: tap(spot), count };
  }

  /** @param {PointerEvent} event */
  const isSecond = (event) => event.pointerType !== "mouse" || clicks === 2;

  function end() {
    if (!press) return;
    board.letGo(press.views);
    cancelAnimationFrame(frame);
    frame = 0;
    press = null;
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    if (!press || event.pointerId !== press.id) return;
    end();
    putDown();
  }

  root.addEventListener("pointerdown", down, { signal });
  root.addEventListener("mousedown", (event) => { clicks = event.detail; }, { signal });
  root.addEventListener("pointermove", move, { signal });
  root.addEventListener("pointerup", up, { signal });
  root.addEventListener("pointercancel", cancel, { signal });
  root.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  // Screen readers and switches click without a pointer.
  root.addEventListener("click", (event) => {
    const spot = event.detail === 0 && board.locate(event.target);
    if (spot) tap(spot);
  }, { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && saveNow(), { signal });
}
