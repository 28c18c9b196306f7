// @ts-check
/** What cards and piles are called, on the screen and aloud. */

import { HIDDEN } from "./cards.js";
import { state } from "./state.js";

/** @import { Game, Position } from "./types.js" */

/** @type {Record<string, string>} */
const RANK_WORDS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten",
  J: "jack", Q: "queen", K: "king",
};
/** @type {Record<string, string>} */
const SUIT_WORDS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const SIGNED = /(10|[A2-9JQK])([♣♦♥♠])/g;
const ROWS = "abcdefg";
const CELL = /\b([a-g])(\d{1,2})\b/g;
const PLACED = /\b([A2-9TJQK][CDHS]) (?:at|from) [a-g]\d{1,2}\b/g;
const FIRST = /(?<=^|[.!?] )[a-z]/g;
const CARD = /\b([A2-9TJQK])([CDHS])\b/g;

/** @param {number} n */
const numberWord = (n) => NUMBERS[n] ?? String(n);

/** @param {number} n @param {string} noun */
export const counted = (n, noun) => `${n.toLocaleString("en-GB")} ${noun}${n === 1 ? "" : "s"}`;

/** @param {string} rank */
export const rankSign = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} card */
function cardWords(card) {
  return card === HIDDEN ? "face-down card" : `${RANK_WORDS[card[0]]} of ${SUIT_WORDS[card[1]]}`;
}

/** @param {string} card */
export function cardSigns(card) {
  return card === HIDDEN ? "face-down card" : rankSign(card[0]) + SUIT_SIGNS[card[1]];
}

/** A sentence of the server with its cards as signs, 7♠, and its cells in words. @param {string} text */
export function signed(text) {
  // A number and its % stay on one line.
  return inRows(text).replace(CARD, (card) => cardSigns(card)).replace(/(\d) %/g, "$1\u00a0%");
}

/** Moves without the places of their cards, where those are marked on the table or empty by now: `pair 3S at c1 with JC at d1` is short of both. @param {string} text */
export function unplaced(text) {
  return state.game && hasPlaces(state.game) ? text.replace(PLACED, "$1") : text;
}

/** The places of a grid or a heap as the table's labels call them: b3 is row 2, column 3. @param {string} text */
function inRows(text) {
  return state.game && hasPlaces(state.game) ? text.replace(CELL, (_, row, number) => cellWords(row, number)) : text;
}

/** @param {string} row @param {string} number */
const cellWords = (row, number) => `row ${ROWS.indexOf(row) + 1}, column ${number}`;

/** A sentence of the server with its cards in words. @param {string} text */
export function spoken(text) {
  const signs = text.replace(SIGNED, (_, rank, sign) => (rank === "10" ? "T" : rank) + "CDHS"["♣♦♥♠".indexOf(sign)]);
  return inRows(signs).replace(CARD, (card) => cardWords(card));
}

/** Words with a capital letter at their beginning. @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Each sentence of a text begins with a capital letter, and the last one ends. @param {string} text */
export function sentence(text) {
  const whole = text.replace(FIRST, (letter) => letter.toUpperCase());
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** Whether a game is played on a grid or a heap, whose places hold one card each. @param {Game} game */
export const hasPlaces = (game) => Object.values(game.kinds).includes("place");

/** @param {Game} game @param {string} pile */
export function pileWords(game, pile) {
  const kind = game.kinds[pile];
  const number = pile.slice(1);
  if (kind === "place") return cellWords(pile[0], number);
  return number ? `${kind} ${number}` : kind;
}

/** The game that a record or a deal belongs to. @param {string} record */
export const slugOf = (record) => record.split(/[.:@/]/)[0];

/** Which deal a record plays, in a word or two. @param {string} record */
export function dealName(record) {
  const [deal] = record.split("/");
  const mark = deal[slugOf(record).length];
  return mark === "." ? `deal ${deal.slice(slugOf(record).length + 1)}` : mark === "@" ? "typed-in position" : "given cards";
}

/** The piles where the cards from `index` up may go, the best-looking first. @param {Position} position @param {string} pile @param {number} index */
export function targets(position, pile, index) {
  const count = position.piles[pile].length - index;
  return [...new Set(position.moves.filter((m) => m.src === pile && m.count === count).map((m) => m.dst))];
}

/**
 * Where a card may go, by what lies there.
 * @param {Game} game @param {Position} position @param {{pile: string, index: number}} picked @param {string} card in words or signs @param {string[]} places
 */
export function whereTo(game, position, picked, card, places) {
  // A foundation is as good as another, and so is a space: one of a kind is named.
  const words = [...new Set(places.map((pile) => {
    const kind = game.kinds[pile];
    if (kind === "foundation") return "to a foundation";
    const top = position.piles[pile].at(-1);
    return top ? `onto ${top}` : kind === "column" ? "to an empty column" : `to the ${pileWords(game, pile)}`;
  }))];
  const more = position.piles[picked.pile].length - picked.index - 1;
  const cards = more > 0 ? `${card} with ${counted(more, "card")}` : card;
  if (words.length > 3) return `${cards} to any of ${places.length} places`;
  return `${cards} ${words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0]}`;
}

/** The move that deals, legal or not: to the waste or, where there is none, to whatever comes after the stock. @param {Position} position */
export const dealing = ({ piles }) => `s-${"w" in piles ? "w" : Object.keys(piles)[1]}`;

/** @param {Position} position @param {string} pile @param {number} index */
function placesToGo(position, pile, index) {
  const n = targets(position, pile, index).length;
  return n === 0 ? "no place to go" : `${numberWord(n)} ${n === 1 ? "place" : "places"} to go`;
}

/** What a screen reader says of a card. @param {Game} game @param {Position} position @param {string} pile @param {number} index */
export function cardLabel(game, position, pile, index) {
  const cards = position.piles[pile];
  const where = pileWords(game, pile);
  const card = cards[index];
  const isTop = index === cards.length - 1;
  if (pile === "s") {
    const deal = position.moves.find((m) => m.src === "s");
    const state = position.facts.locked ? ", locked" : deal ? `, ${deal.words.replace(" from the stock", "")}` : "";
    return `stock, ${counted(cards.length, "card")}, face down${state}`;
  }
  const kind = game.kinds[pile];
  if (card === HIDDEN) return kind === "discard" ? `discard, ${counted(cards.length, "card")}, face down` : `face-down card, ${where}`;
  if (kind === "place") return `${cardWords(card)}, ${where}, ${placesToGo(position, pile, index)}`;
  if (isTop) {
    const size = kind === "discard" || kind === "foundation" ? counted(cards.length, "card") : placesToGo(position, pile, index);
    return `${cardWords(card)}, top of ${where}, ${size}`;
  }
  const above = cards.length - index - 1;
  const go = targets(position, pile, index).length ? `, ${placesToGo(position, pile, index)} with the ${counted(above, "card")} on it` : "";
  return `${cardWords(card)}, ${where}, ${counted(above, "card")} on it${go}`;
}

/** What a screen reader says of a pile without cards. @param {Game} game @param {Position} position @param {string} pile */
export function emptyLabel(game, position, pile) {
  const words = position.spaces[pile] ?? "";
  const rank = words.length === 1 ? RANK_WORDS[words] : "";
  const space = rank ? `, starts with ${/^[ae]/.test(rank) ? "an" : "a"} ${rank}` : words && `, ${words}`;
  const turn = pile === "s" && position.moves.some((m) => m.dst === "s") ? ", turns the waste over" : "";
  return `${pileWords(game, pile)}, empty${space}${turn}`;
}

/** A number that tells a place: 1st, 22nd, 43rd, 111th. @param {number} number */
export function ordinal(number) {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(!isTeen && ["th", "st", "nd", "rd"][number % 10]) || "th"}`;
}
