// @ts-check
/** What the server answers, as docs/api.md describes it. This file holds types only. */

/** @typedef {{x: number, y: number, fan_x: number, fan_y: number, shown: number}} Place */
/** @typedef {{width: number, height: number, places: Record<string, Place>}} Layout */
/** @typedef {Record<string, string[]>} Piles */
/**
 * @typedef {object} Game
 * @property {string} slug
 * @property {string} title
 * @property {string} family
 * @property {string} about
 * @property {string} goal
 * @property {number} decks
 * @property {string} minutes
 * @property {string[]} piles
 * @property {Record<string, string>} kinds what each pile is for
 * @property {boolean} can_autoplay
 * @property {boolean} is_exact whether the analyst decides every position at once
 * @property {{wide: Layout, tall: Layout}} layouts
 * @property {Piles} preview
 * @property {Record<string, string>} options what it has chosen of its family's options
 */
/** @typedef {{name: string, label: string, values: string[], is_number: boolean}} Option */
/** @typedef {{name: string, title: string, options: Option[]}} Family */
/** @typedef {{text: string, src: string, dst: string, count: number, words: string}} Move */
/** @typedef {[string, number, string, number]} Journey */
/** @typedef {{act: string, words: string, followed: string[], changed: Journey[] | null}} Last */
/** @typedef {Record<string, any> & {stock?: number, locked?: boolean, rounds?: number}} Facts */
/**
 * @typedef {object} Position
 * @property {string} record
 * @property {string} deal
 * @property {string} slug
 * @property {string} title
 * @property {string | null} number
 * @property {number} acts
 * @property {Piles} piles
 * @property {Move[]} moves
 * @property {number} score
 * @property {boolean} won
 * @property {boolean} stuck
 * @property {Facts} facts
 * @property {string} prompt what to do first, where that is not plain to see
 * @property {Record<string, string>} spaces what an empty pile waits for: a rank, or a word or two
 * @property {Record<string, string>} double_click
 * @property {string} autoplay
 * @property {Last | null} last
 */

/** @typedef {{won: number, lost: number, unknown: number, low: number, high: number}} Share */
/** @typedef {{rank: number, kind: string, move: Move | null, why: string, share: Share | null, line: string[]}} Hint */
/** @typedef {{move: Move, share: Share, played: Share | null, alike: number}} Chance */
/** @typedef {{share: Share, moves: Chance[], is_exact: boolean}} Chances */
/** @typedef {{score: number, is_proven: boolean, reached: number, is_of_round: boolean}} Par */
/** @typedef {{deal: string, verdict: string, difficulty: {percent: number, level: number, words: string} | null}} DealDetails */
/** @typedef {{number: number, share: Share, loss: number, grade: string, is_exact: boolean}} ChanceAt */
/** @typedef {{move: Move, share: Share, played: Share | null}} Better */
/** @typedef {{number: number, act: string, words: string, loss: number, worlds_lost: number, games_lost: number, grade: string, is_turn: boolean, better: Better | null, line: string[], played: Share | null}} Mark */
/** @typedef {{acts: number, last_winnable: number | null, turn: number | null, line: string[], returns: number, is_played: boolean}} Summary */

/** What the analyst has to say below the table, and which commands go with it. */
/** @typedef {{text: string, kind: string, tag: string, buttons?: string[]}} Advice */

/** Cards in the player's hand: those from `index` to the top of a pile. */
/** @typedef {{pile: string, index: number}} Spot */
/** What the player did, and the cards it was done to, so that it can wait for an earlier answer. */
/** @typedef {{act: string, src: string, cards: string[], isRedo?: boolean}} Intent */

export {};
