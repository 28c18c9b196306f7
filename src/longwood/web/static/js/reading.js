// @ts-check
/** The table read aloud, for those who do not see it: all tops, one pile, what is left, what can be played. */

import { HIDDEN } from "./cards.js";
import { clockText, elapsed } from "./clock.js";
import { counted, hasPlaces, pileWords, targets, whereTo } from "./names.js";
import { say } from "./speech.js";
import { state } from "./state.js";
import { table } from "./table.js";

/** @import { Game, Position } from "./types.js" */

/** How many moves are told at once. */
const MOVES = 12;

/** @param {(game: Game, position: Position) => string} words */
function read(words) {
  const { game, position } = state;
  if (game && position) say(words(game, position));
}

/** @param {string[]} cards from the top */
function listed(cards) {
  const down = cards.filter((card) => card === HIDDEN).length;
  const open = cards.filter((card) => card !== HIDDEN);
  return [...open, ...(down ? [counted(down, "face-down card")] : [])].join(", ");
}

/** The top of every pile; of a heap what is not covered. */
export const readTops = () => read((game, position) => {
  const parts = game.piles.map((pile) => {
    const cards = position.piles[pile];
    const top = cards.at(-1);
    if (game.kinds[pile] === "stock") return `stock ${cards.length ? counted(cards.length, "card") : "empty"}`;
    // In a heap there is nothing to say of what is covered or gone.
    if (game.kinds[pile] === "place") return top && top !== HIDDEN ? `${top} at ${pile}` : "";
    const name = pileWords(game, pile);
    if (!top) return game.kinds[pile] === "discard" ? "" : `${name} empty`;
    return top === HIDDEN ? `${name} ${counted(cards.length, "card")}` : `${name} ${top}`;
  });
  return parts.filter(Boolean).join("; ");
});

/** The pile where the keyboard is, from the top to the bottom; of a grid or a heap its row, and of a grid its column too. */
export const readPile = () => read((game, position) => {
  const { pile } = table.board?.cursor ?? { pile: "" };
  if (!(pile in position.piles)) return "No pile chosen";
  const cards = position.piles[pile];
  if (game.kinds[pile] === "place") return [rowOf(game, position, pile), columnOf(game, position, pile)].filter(Boolean).join("; ");
  const name = pileWords(game, pile);
  if (!cards.length) return `${name} is empty`;
  return game.kinds[pile] === "stock" ? `${name}, ${counted(cards.length, "card")}, face down` : `${name}, ${counted(cards.length, "card")}: ${listed([...cards].reverse())}`;
});

/** @param {Game} game @param {Position} position @param {string} pile */
function rowOf(game, position, pile) {
  const names = game.piles.filter((name) => game.kinds[name] === "place" && name[0] === pile[0]);
  return `${pileWords(game, pile).split(",")[0]}: ${names.map((name) => position.piles[name].at(-1) ?? "empty").map(spokenCard).join(", ")}`;
}

/** @param {Game} game @param {Position} position @param {string} pile */
function columnOf(game, position, pile) {
  // In a heap the rows lie between each other: there are no columns.
  const names = game.piles.filter((name) => game.kinds[name] === "place" && name.slice(1) === pile.slice(1));
  const { places } = game.layouts.wide;
  if (names.some((name) => places[name].x !== places[pile].x)) return "";
  return `column ${pile.slice(1)}: ${names.map((name) => position.piles[name].at(-1) ?? "empty").map(spokenCard).join(", ")}`;
}

/** @param {string} card */
const spokenCard = (card) => (card === HIDDEN ? "face down" : card);

/** Score, moves and time, and how many cards are left to play. */
export const readScore = () => read((game, position) => {
  const { facts, piles } = position;
  const all = Object.entries(piles);
  const home = all.filter(([pile]) => game.kinds[pile] === "foundation").reduce((sum, [, cards]) => sum + cards.length, 0);
  const left = all.filter(([pile]) => game.kinds[pile] === "place").reduce((sum, [, cards]) => sum + cards.length, 0);
  const told = Object.entries(facts).filter(([name, value]) => name !== "stock" && value !== "" && typeof value !== "boolean").map(([name, value]) => `${name} ${value}`);
  return [
    `Score ${position.score}`, counted(position.acts, "move"), `time ${clockText(elapsed())}`, `${counted(piles.s.length, "card")} in the stock`,
    hasPlaces(game) ? `${counted(left, "card")} left on the table` : `${home} of ${52 * game.decks} cards on the foundations`,
    ...told, facts.locked ? "the stock is locked" : "",
  ].filter(Boolean).join(", ");
});

/** Every legal move in a few words, the best-looking first. */
export const readMoves = () => read((game, position) => {
  /** @type {Map<string, {pile: string, index: number}>} */
  const sources = new Map();
  const others = new Set();
  for (const { src, dst, count, words } of position.moves) {
    if (src === "s" || dst === "s" || hasPlaces(game)) others.add(words);
    else sources.set(`${src}x${count}`, { pile: src, index: position.piles[src].length - count });
  }
  const moves = [...[...sources.values()].map((spot) => whereTo(game, position, spot, position.piles[spot.pile][spot.index], targets(position, spot.pile, spot.index))), ...others];
  if (!moves.length) return "No moves left";
  const more = moves.length - MOVES;
  return `${counted(moves.length, "move")}: ${[...moves.slice(0, MOVES), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}`;
});
