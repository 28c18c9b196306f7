// @ts-check
/** A game of the history: what it was, how it ended, and what can be done with it. */

import { dayWords } from "./charts.js";
import { clockText } from "./clock.js";
import { h } from "./dom.js";
import { counted, dealName, sentence } from "./names.js";
import { addressOf } from "./router.js";
import { levelEnding } from "./settings.js";

/** @import { Entry } from "./types.js" */

/** @type {Record<string, string>} */
export const ENDING_WORDS = { open: "Unfinished", won: "Won", stuck: "Stuck", "given up": "Given up" };

/** @param {number} seconds */
export const time = (seconds) => clockText(seconds * 1000);

/** @param {Entry} entry */
function facts(entry) {
  const help = entry.fair_hints + entry.seeing_hints + entry.verdicts + entry.chances;
  return [counted(entry.acts, "move"), `score ${entry.score}`, time(entry.seconds), entry.undos ? counted(entry.undos, "undo") : "", help ? counted(help, "hint") : "", entry.accuracy === null ? "" : `accuracy ${Math.round(entry.accuracy)} %`].filter(Boolean).map((fact) => fact.replaceAll(" ", "\u00a0")).join(", ");
}

/** @param {Entry} entry @param {(entry: Entry) => void} drop @param {(entry: Entry) => void} end */
export function row(entry, drop, end) {
  const deal = entry.record.split("/")[0];
  const isOpen = entry.ending === "open";
  const name = `${entry.title}, ${dealName(deal)}`;
  const day = new Date(entry.ended ?? entry.saved);
  /** @param {string} words @param {string} href @param {boolean} [isNew] */
  const link = (words, href, isNew = false) => h("a", { href, "data-new": isNew, "aria-label": `${words}: ${name}` }, words);
  return h("li", { class: "entry", "data-id": entry.id },
    h("time", { datetime: day.toISOString() }, day.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })),
    h("div", { class: "what" },
      h("strong", {}, entry.title), h("span", {}, `${sentence(dealName(deal)).replace(/\.$/, "")}${entry.day ? `, deal of ${dayWords(entry.day)}` : ""}${levelEnding(entry.level)}`),
      h("small", {}, facts(entry))),
    h("span", { class: `ending ending-${entry.ending.replace(" ", "-")}` }, ENDING_WORDS[entry.ending]),
    h("div", { class: "acts" },
      isOpen ? link("Resume", addressOf("play", entry.record)) : link("Replay", addressOf("view", entry.record)),
      entry.acts && !isOpen ? link("Report", addressOf("report", entry.record)) : null,
      link("Play again", addressOf("play", deal), true),
      isOpen ? h("button", { type: "button", class: "link", "aria-label": `Give up: ${name}`, click: () => end(entry) }, "Give up") : null,
      h("button", { type: "button", class: "link", "aria-label": `Delete: ${name}`, click: () => drop(entry) }, "Delete")));
}
