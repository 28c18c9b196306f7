// @ts-check
/** Addresses: /, /play/RECORD, /view/RECORD, /report/RECORD, /rules/SLUG, /learn/SLUG, /journal, /join/CODE and /day/SLUG. The address bar always holds the game. */

import { path } from "./api.js";

/** What an entry of the history remembers beside the address. */
/** @typedef {{redo?: string[], elapsed?: number, step?: number, isNew?: boolean}} Entry */
/** @typedef {{view: "lobby" | "play" | "view" | "report" | "rules" | "learn" | "ask" | "journal" | "join" | "day" | "lost", name: string}} Route */

/** Browsers ignore a page that writes its address more often than about 200 times in ten seconds. */
const MOST_WRITES = 120;
const SPAN = 10000;

/** @type {number[]} */
let writes = [];
/** @type {{timer: number, write: () => void} | null} */
let late = null;
/** @type {() => void} */
let render = () => {};
/** @type {() => void} */
let leave = () => {};

/** @returns {Route} */
export function route() {
  const [, first, ...rest] = location.pathname.split("/");
  // A report was once called a review.
  const view = first === "review" ? "report" : first;
  let name = rest.join("/");
  try {
    name = decodeURIComponent(name);
  } catch { /* a stray percent sign: the server will say what is wrong */ }
  if (!view) return { view: "lobby", name: "" };
  if ((view === "play" || view === "view" || view === "report" || view === "rules" || view === "learn") && name) return { view, name };
  // Which game to report on is still to be said.
  if (view === "report") return { view: "ask", name: "" };
  if ((view === "journal" && !name) || view === "join" || (view === "day" && name)) return { view, name };
  return { view: "lost", name: location.pathname };
}

/** @returns {Entry} */
export function entry() {
  return history.state ?? {};
}

/** Whether the browser has just loaded the page, rather than the player gone from one of its views to another. */
export const isFresh = () => fresh;

let fresh = true;

function turn() {
  fresh = false;
  render();
}

/** Go to another page of the table. @param {string} address @param {Entry} [data] */
export function go(address, data = {}) {
  leave();
  flush();
  history.pushState(data, "", address);
  turn();
}

/** Go to another page in place of this one. @param {string} address @param {Entry} [data] */
export function replace(address, data = {}) {
  history.replaceState(data, "", address);
  turn();
}

/** @param {"play" | "view" | "report"} view @param {string} record */
export const addressOf = (view, record) => `/${view}/${path(record)}`;

/** Write another address and memory for this page. @param {string} address @param {Entry} data */
export function rewrite(address, data) {
  if (late) clearTimeout(late.timer);
  late = null;
  const write = () => {
    late = null;
    writes.push(performance.now());
    history.replaceState(data, "", address);
  };
  writes = writes.filter((time) => time > performance.now() - SPAN);
  if (writes.length < MOST_WRITES) write();
  else late = { timer: window.setTimeout(write, 400), write };
}

function flush() {
  if (!late) return;
  clearTimeout(late.timer);
  late.write();
}

/** @param {() => void} draw what to call when the address has changed @param {() => void} save what to call before it does */
export function startRouter(draw, save) {
  [render, leave] = [draw, save];
  window.addEventListener("popstate", () => {
    // What was still to be written belongs to the entry that was left.
    if (late) clearTimeout(late.timer);
    late = null;
    turn();
  });
  window.addEventListener("pagehide", flush);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search, link.dataset.new === undefined ? {} : { isNew: true });
  });
  render();
}
