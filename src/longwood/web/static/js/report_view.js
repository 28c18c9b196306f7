// @ts-check
/** The report of a game at the table: made by the analyst while it is read, and from any position of it one can play on. */

import { follow } from "./analyst.js";
import { h, icon } from "./dom.js";
import { startKeys } from "./keys.js";
import { drawReport } from "./report.js";
import { addressOf, entry, go, isFresh } from "./router.js";

/** @import { Game } from "./types.js" */

/** @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal */
export function startReport(root, game, record, signal) {
  const { elapsed } = entry();
  const report = drawReport(root, game, record, signal, {
    home: h("a", { class: "home", href: "/", "aria-label": "All games", title: "All games" }, icon("home")),
    back: h("button", { type: "button", click: () => go(addressOf("play", record), { elapsed }) }, "Back to the table"),
    retry: (from, rest) => go(addressOf("play", from), { redo: rest, elapsed }),
    entries: (heard) => follow("report", record, {}, signal, heard),
  });
  startKeys(report.board, signal);
  if (!isFresh()) report.focus();
}
