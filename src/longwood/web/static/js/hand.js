// @ts-check
/** What the player means by picking up, dropping, tapping and tapping twice: one path for mouse, finger and keyboard. */

import { Refused, askWhy } from "./api.js";
import { HIDDEN } from "./cards.js";
import { cardSigns, dealing, pileWords, targets } from "./names.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { change, state } from "./state.js";
import { play, table, tell } from "./table.js";

/** @import { Spot } from "./state.js" */
/** @import { Move, Position } from "./types.js" */

/** @param {Position} position @param {Spot} spot */
const countFrom = (position, spot) => position.piles[spot.pile].length - spot.index;

/** @param {Position} position @param {Spot} spot @param {string} dst */
function moveTo(position, spot, dst) {
  const count = countFrom(position, spot);
  return position.moves.find((m) => m.src === spot.pile && m.dst === dst && m.count === count);
}

/** Where everything goes, in a game that is played by single clicks; null if that is not one place. @param {Position} position */
function onlyTarget(position) {
  const places = new Set(position.moves.map((m) => m.dst));
  return state.game?.one_click && places.size === 1 ? [...places][0] : null;
}

/** @param {Position} position @param {Move} move */
function playMove(position, move) {
  play({ act: move.text, src: move.src, cards: position.piles[move.src].slice(-move.count) });
}

/** Whether the cards at a spot can be lifted at all, if only to be refused elsewhere. @param {Spot} spot */
export function canLift(spot) {
  const { position } = state;
  if (!position || state.watched) return false;
  const face = position.piles[spot.pile][spot.index];
  return face !== undefined && (face !== HIDDEN || targets(position, spot.pile, spot.index).length > 0);
}

/** Whether the order of the two cards matters: each may be played onto the other. @param {Position} position @param {Spot} spot */
export function isOrdered(position, spot) {
  return targets(position, spot.pile, spot.index).some((dst) => position.moves.some((m) => m.src === dst && m.dst === spot.pile));
}

/** Take cards into the hand. @param {Spot} spot */
export function pick(spot) {
  change({ picked: { ...spot } });
}

export function putDown() {
  if (state.picked) change({ picked: null });
  table.board?.settle();
}

/** The player changes their mind. */
export function putBack() {
  const { position, picked } = state;
  if (position && picked) say(`${position.piles[picked.pile][picked.index]} put back`);
  putDown();
}

/** Put the cards in the hand on a pile. @param {string} pile */
export function drop(pile) {
  const { position, picked } = state;
  if (!position || !picked) return;
  const move = moveTo(position, picked, pile);
  if (move) playMove(position, move);
  else refuse(picked, pile);
}

/** One tap. True if it has played something. @param {Spot} tapped @returns {boolean} */
export function tap(tapped) {
  const { position, picked } = state;
  // The stock is the stock, whichever card of it was on top when it was pressed.
  const spot = tapped.pile === "s" && position ? { pile: "s", index: Math.max(0, position.piles.s.length - 1) } : tapped;
  // A card may have gone while it was pressed.
  if (!position || state.watched || (spot.index > 0 && spot.index >= position.piles[spot.pile].length)) return false;
  if (picked) {
    if (picked.pile === spot.pile && (picked.index === spot.index || !canPick(position, spot))) putBack();
    else if (moveTo(position, picked, spot.pile)) drop(spot.pile);
    // Where cards are paired a second card is meant as the partner: whoever chose wrongly is told why.
    else if (isPairing(spot.pile) && position.piles[spot.pile].length) refuse(picked, spot.pile);
    else if (canPick(position, spot)) pickAloud(position, spot);
    else drop(spot.pile);
    return false;
  }
  const cards = position.piles[spot.pile];
  const only = onlyTarget(position);
  const here = position.moves.filter((m) =>
    cards.length ? m.src === spot.pile && m.count === countFrom(position, spot) : m.dst === spot.pile);
  const isPlain = spot.pile === "s" || state.game?.one_click || !cards.length || (settings.quick && !isOrdered(position, spot));
  if (isPlain && new Set(here.map((m) => m.text)).size === 1) {
    playMove(position, here[0]);
    return true;
  }
  if (here.length && cards.length) pickAloud(position, spot);
  else if (spot.pile === "s") void explain(spot, dealing(position));
  else if (isCovered(position, spot)) {
    table.board?.refuse(spot);
    tell(`${cardSigns(cards[spot.index])} is covered`);
  } else if (cards.length && cards[spot.index] !== HIDDEN && isPairing(spot.pile)) void explain(spot, `${spot.pile}-${spot.pile}`);
  else if (only && cards.length && spot.pile !== only && !isAtRest(spot)) void explain(spot, `${spot.pile}-${only}`);
  else if (cards.length && cards[spot.index] !== HIDDEN && !isAtRest(spot)) {
    table.board?.refuse(spot);
    tell(`${cardSigns(cards[spot.index])} has no place to go`);
  }
  return false;
}

/** Whether cards are played onto each other, place by place. @param {string} pile */
const isPairing = (pile) => state.game?.kinds[pile] === "place" && !state.game.one_click;

/** Whether other cards of its pile lie on a card that is seen. @param {Position} position @param {Spot} spot */
function isCovered(position, spot) {
  const cards = position.piles[spot.pile];
  return spot.index < cards.length - 1 && cards[spot.index] !== HIDDEN && state.game?.kinds[spot.pile] === "column";
}

/** Whether nobody expects a card to leave its pile. @param {Spot} spot */
function isAtRest(spot) {
  const kind = state.game?.kinds[spot.pile];
  return kind === "foundation" || kind === "discard" || kind === undefined;
}

/** @param {Position} position @param {Spot} spot */
function canPick(position, spot) {
  return targets(position, spot.pile, spot.index).length > 0;
}

/** @param {Position} position @param {Spot} spot */
function pickAloud(position, spot) {
  pick(spot);
  const { game } = state;
  if (!game) return;
  const places = targets(position, spot.pile, spot.index).map((pile) => pileWords(game, pile));
  const count = countFrom(position, spot);
  const more = count > 1 ? ` and the ${count - 1} on it` : "";
  const where = places.length > 4 ? `${places.length} places, ${places[0]} first` : places.length > 1 ? `${places.slice(0, -1).join("; ")} or ${places.at(-1)}` : places[0];
  say(`Picked up ${position.piles[spot.pile][spot.index]}${more}: goes to ${where}`);
}

/** Two taps: what the rules say they stand for. @param {Spot} spot */
export function twice(spot) {
  const { position } = state;
  if (!position || state.watched) return;
  const cards = position.piles[spot.pile];
  const act = position.double_click[spot.pile];
  if (act && spot.index >= cards.length - 1) play({ act, src: spot.pile, cards: cards.slice(-1) });
  else putDown();
}

export function deal() {
  const { position } = state;
  if (!position || state.watched) return;
  const move = position.moves.find((m) => m.src === "s") ?? position.moves.find((m) => m.dst === "s");
  if (move) playMove(position, move);
  else void explain({ pile: "s", index: 0 }, dealing(position));
}

/** Fly back and say why. @param {Spot} spot @param {string} dst */
function refuse(spot, dst) {
  const { position } = state;
  if (!position) return;
  const count = countFrom(position, spot);
  putDown();
  void explain(spot, `${spot.pile}-${dst}${count > 1 ? `x${count}` : ""}`);
}

/** @param {Spot} spot @param {string} move */
async function explain(spot, move) {
  const { position } = state;
  if (!position) return;
  table.board?.refuse(spot);
  try {
    const { reason } = await askWhy(position.record, move);
    if (reason && state.position?.record === position.record) tell(reason);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
