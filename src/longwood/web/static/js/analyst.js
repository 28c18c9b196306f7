// @ts-check
/** Questions to the analyst. Unlike the table it may be busy, not ready yet, or not there at all. */

import { path } from "./api.js";

/** @import { Share, Singles, Streams, Win } from "./types.js" */

/** An event of a stream, and what it tells. @template {keyof Streams} K @typedef {{[E in keyof Streams[K]]: [event: E, data: Streams[K][E]]}[keyof Streams[K]]} StreamEvent */

/** Said where the analyst does not answer; its own words where it says why. */
const AWAY = "The analyst can’t be reached";

/** Names this page to the server: a newer question of the same kind takes the place of an older one. */
const PAGE = [...crypto.getRandomValues(new Uint8Array(9))].map((n) => n.toString(36)).join("");

/** The analyst did not answer; the message says why in a sentence. */
export class NoAnswer extends Error {}

/** @param {string} kind @param {string} name @param {Record<string, string>} options */
function addressOf(kind, name, options) {
  return `/api/${kind}/${path(name)}?${new URLSearchParams({ page: PAGE, ...options })}`;
}

/** @param {string} address @param {AbortSignal} signal */
async function fetched(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new NoAnswer(AWAY);
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new NoAnswer(error ?? AWAY);
}

/**
 * One answer. Rejects with `NoAnswer`, or when aborted.
 * @template {keyof Singles} K
 * @param {K} kind @param {string} name @param {Record<string, string>} options @param {AbortSignal} signal
 * @returns {Promise<Singles[K]>}
 */
export async function consult(kind, name, options, signal) {
  return (await fetched(addressOf(kind, name, options), signal)).json();
}

/** Whether the analyst can answer at once. @param {AbortSignal} signal */
export async function isReady(signal) {
  return (await (await fetched("/api/analyst", signal)).json()).state === "ready";
}

/**
 * An answer that gets better: `heard` is called with each step. Resolves when it is complete.
 * @template {keyof Streams} K
 * @param {K} kind @param {string} name @param {Record<string, string>} options @param {AbortSignal} signal
 * @param {(...event: StreamEvent<K>) => void} heard
 */
export async function follow(kind, name, options, signal, heard) {
  const response = await fetched(addressOf(kind, name, options), signal);
  if (!response.body) throw new NoAnswer(AWAY);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
    signal.throwIfAborted();
    if (done) throw new NoAnswer(AWAY);
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const parts = /^event: (\S+)\ndata: (.*)$/.exec(block);
      if (!parts) continue;
      const [, event, data] = parts;
      if (event === "end") return;
      const answer = JSON.parse(data);
      if (event === "error") throw new NoAnswer(answer.error);
      heard(.../** @type {StreamEvent<K>} */ ([event, answer]));
      if (signal.aborted) return;
    }
  }
}

/** What to say when a question failed; nothing if the player gave it up. @param {unknown} error @param {AbortSignal} signal */
export function whyNot(error, signal) {
  if (signal.aborted) return "";
  if (error instanceof NoAnswer) return error.message;
  throw error;
}

/** A share in words: 62 of 100, or 5 to 7 of 8 where some worlds are not decided. @param {Share} share */
export function shareWords({ won, lost, unknown }) {
  return `${won}${unknown ? ` to ${won + unknown}` : ""} of ${won + lost + unknown}`;
}

/** Games of a quick player: 16 of 40, and where there were more than a hundred of them 35 %. @param {Share} played */
export function gameWords({ won, lost }) {
  const all = won + lost;
  return all > 100 ? percent(won / all) : `${won} of ${all}`;
}

/** The win chance as people read it; 0 and 100 are kept for what is proven. @param {Win} win */
export function winWords({ value, low, high, is_proven: isProven, is_vague: isVague }) {
  if (isVague) return `too early to tell: ${spanWords({ low, high })}`;
  if (isProven) return percent(value);
  return value < 0.005 ? "under 1\u00a0%" : value > 0.995 ? "over 99\u00a0%" : `about ${estimate(value)}`;
}

/** A win chance that is not proven: from 1 to 99 %. @param {number} value */
export const estimate = (value) => percent(Math.min(Math.max(value, 0.01), 0.99));

/** @param {number} part */
export const percent = (part) => `${Math.round(part * 100)}\u00a0%`;

/** Where an estimate lies: 66 to 80 %, or 50 % where no room is left; never 0 or 100 % alone. @param {{low: number, high: number}} share @param {string} [to] */
export function spanWords({ low, high }, to = " to ") {
  const [from, end] = [Math.min(Math.round(low * 100), 99), Math.max(Math.round(high * 100), 1)];
  return `${from === end ? "" : `${from}${to}`}${percent(end / 100)}`;
}
