// @ts-check
/** Where new deals come from: one that can be won, of a level if the player wishes; any one; the deal of the day. */

import { NoAnswer, consult, isReady, whyNot, winWords } from "./analyst.js";
import { askRandom } from "./api.js";
import { ordinal, sentence } from "./names.js";
import { LEVELS, settings } from "./settings.js";
import { change } from "./state.js";

/** @import { KnownDeal } from "./types.js" */

/** How long a player waits for a deal that can be won. */
const PATIENCE = 2000;
const PATIENCE_FOR_LEVEL = 20000;
const PATIENCE_FOR_LESSON = 6000;
const DAILY_PATIENCE = 40000;

/** Deals that people can say to each other. */
const EASY_NUMBERS = 999999;

/** The number of any deal. */
export const anyNumber = () => 1 + Math.floor(Math.random() * EASY_NUMBERS);

/** What the analyst looks for a deal by. */
const anySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** @param {boolean} isDealing */
function setDealing(isDealing) {
  document.documentElement.toggleAttribute("data-dealing", isDealing);
  change({ isDealing });
}

/** What is known of deals, for their details. @type {Map<string, KnownDeal>} */
const details = new Map();

/** Which deals are those of a day, or of a level that was chosen. @type {Map<string, {day: string, level: number}>} */
const chosen = new Map();

/** The deal of the day that was asked for last, by day and game. @type {{key: string, controller: AbortController, answer: Promise<KnownDeal>} | null} */
let daily = null;

/** Whether a deal is that of a day, and of which level. @param {string} deal */
export const factsOf = (deal) => chosen.get(deal) ?? { day: "", level: 0 };

/** @param {AbortSignal} [signal] @param {number} [time] */
function within(signal, time = PATIENCE) {
  const timeout = AbortSignal.timeout(time);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Whether a deal was found to be winnable. @param {string} deal */
export const isWinnable = (deal) => details.get(deal)?.verdict === "won";

/** What is known of a deal, as it was asked for. @param {string} deal */
export const isKnown = (deal) => details.has(deal);

/** @param {KnownDeal} found @param {boolean} [isHow] whether to say how hard it is */
function wordsOf({ difficulty, verdict, win }, isHow = true) {
  if (difficulty && isHow) return `${sentence(`${difficulty.words} (${difficulty.percent ? `${ordinal(difficulty.percent)} percentile` : "none is easier"})`)} This deal can be won; ${winWords(win)} from what you can see.`;
  if (verdict === "won") return "This deal can be won.";
  return verdict === "lost" ? "This deal can’t be won (proven)." : "Whether this deal can be won is unknown.";
}

/** A new deal, and what to say about it. @param {string} slug @returns {Promise<{deal: string, note: string}>} */
export async function findDeal(slug) {
  if (settings.deals === "any") return { deal: (await askRandom(slug)).deal, note: "" };
  const level = settings.level === "0" ? "" : settings.level;
  const signal = within(undefined, level ? PATIENCE_FOR_LEVEL : PATIENCE);
  const seed = anySeed();
  setDealing(true);
  try {
    /** @type {KnownDeal} */
    const found = await consult("winnable", slug, level ? { seed, level } : { seed }, signal);
    details.set(found.deal, found);
    if (level) chosen.set(found.deal, { day: "", level: Number(level) });
    return { deal: found.deal, note: settings.verdict === "off" ? "" : wordsOf(found, level !== "") };
  } catch (error) {
    const why = whyNot(error, signal) || "No winnable deal was found in time";
    return { deal: (await askRandom(slug)).deal, note: `${sentence(why)} This one was dealt at random and may not be winnable.` };
  } finally {
    setDealing(false);
  }
}

/** An easy deal for a lesson; any that can be won where the analyst takes too long. @param {string} slug @returns {Promise<string>} */
export async function findEasy(slug) {
  const signal = within(undefined, PATIENCE_FOR_LESSON);
  try {
    const found = await consult("winnable", slug, { seed: anySeed(), level: "1" }, signal);
    details.set(found.deal, found);
    return found.deal;
  } catch (error) {
    whyNot(error, signal);
    return (await findDeal(slug)).deal;
  }
}

/** Today in UTC, as in 2026-11-16: the deal is the same for everyone, wherever they are. */
export const today = () => new Date().toISOString().slice(0, 10);

/** The deal of the day; a sentence if it cannot be had. @param {string} slug @returns {Promise<{deal: string, note: string, why: string}>} */
export async function findDaily(slug) {
  setDealing(true);
  try {
    const day = today();
    const found = await askDaily(slug, day);
    details.set(found.deal, found);
    return { deal: found.deal, note: settings.verdict === "off" ? "" : wordsOf(found, false), why: "" };
  } catch (error) {
    if (error instanceof NoAnswer) return { deal: "", note: "", why: error.message };
    // On a machine that has never played it compiles for a minute or two.
    const isAwake = await isReady(within()).catch(() => true);
    return { deal: "", note: "", why: isAwake ? "The analyst took too long to find today’s deal" : "The analyst is still getting ready, which takes a few minutes the first time: try again soon" };
  } finally {
    setDealing(false);
  }
}

/** Ask for the deal of the day; whoever asks meanwhile gets the same answer. @param {string} slug @param {string} day @returns {Promise<KnownDeal>} */
function askDaily(slug, day) {
  const key = `${day} ${slug}`;
  if (daily?.key !== key) {
    daily?.controller.abort();
    const controller = new AbortController();
    const answer = consult("daily", slug, { date: day }, within(controller.signal, DAILY_PATIENCE));
    daily = { key, controller, answer };
    // From now on it is known as the deal of its day, also to whoever opens it by a link.
    answer.then((found) => chosen.set(found.deal, { day, level: found.difficulty?.level ?? 0 })).catch(() => { if (daily?.key === key) daily = null; });
  }
  return daily.answer;
}

/** The level of the deal of the day in a word; nothing as long as the analyst cannot say. @param {string} slug @param {AbortSignal} signal */
export async function dailyLevel(slug, signal) {
  try {
    // Nobody waits for this: as long as the analyst gets ready there is no level to tell.
    if (!(await isReady(signal))) return "";
    const { difficulty } = await askDaily(slug, today());
    return difficulty ? LEVELS[/** @type {1 | 2 | 3 | 4} */ (difficulty.level)] : "";
  } catch {
    return "";
  }
}

/** What is known of a deal, in words. @param {string} deal @param {AbortSignal} signal */
export async function dealWords(deal, signal) {
  try {
    /** @type {KnownDeal} */
    const found = details.get(deal) ?? await consult("deal", deal, {}, signal);
    details.set(deal, found);
    return wordsOf(found);
  } catch (error) {
    return whyNot(error, signal);
  }
}
