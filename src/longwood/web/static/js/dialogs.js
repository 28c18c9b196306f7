// @ts-check
/** What opens over the table: rules, the keyboard sheet, a deal by its number, a report on a game from elsewhere. */

import { Refused, askPosition } from "./api.js";
import { choices } from "./choices.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { dealWords, isKnown } from "./deals.js";
import { addressOf, go } from "./router.js";
import { rulesOf } from "./rules.js";
import { CHOICES, LEVELS, settings } from "./settings.js";
import { state } from "./state.js";
import { dailyDeal, newDeal } from "./table.js";

/** @import { Command } from "./commands.js" */

export async function openRules() {
  const { game } = state;
  if (!game) return;
  const body = h("div", { class: "rules", tabindex: "0", role: "region", "aria-label": "Rules" }, "Fetching the rules…");
  openDialog(`How to play ${game.title}`, [body], { kind: "wide" });
  try {
    body.replaceChildren((await rulesOf(game.slug)).body);
  } catch (error) {
    body.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Keys that are no commands. */
const TABLE_KEYS = [
  ["Arrow keys", "Move between cards and piles"],
  ["Enter or Space", "Pick up, put down, deal"],
  ["Tab", "With cards in hand: the next place they can go"],
  ["Escape", "Put the cards back; close the hint or the win chance"],
  ["M", "The next card that can move; Shift M: the one before"],
  ["F or Shift Enter", "What a double click does: the best place, or autoplay"],
];

const VIEWER_KEYS = [
  ["Left, right", "One move back, one move forward"],
  ["Home, End", "The first position, the last"],
  ["Space", "Play the moves, pause (viewer)"],
  ["P", "Play on, or retry, from here"],
  ["Escape", "From a line back to your game (report)"],
];

/** @type {Record<string, string>} */
const KEY_NAMES = { undo: "U or Ctrl Z", redo: "R or Ctrl Y" };

/** @param {Command[]} commands */
export function openKeys(commands) {
  const list = (/** @type {Command[]} */ found) => found.map((c) => [KEY_NAMES[c.id] ?? c.key, c.id === "keys" ? "This list" : c.label]);
  const named = commands.filter((c) => c.key && (c.id !== "auto" || state.game?.can_autoplay));
  const groups = [
    ["Cards", TABLE_KEYS],
    ["Viewer and report", VIEWER_KEYS],
    ["Game", list(named.filter((c) => c.atTable))],
    ["Table", list(named.filter((c) => !c.atTable))],
  ];
  const sections = groups.map(([title, rows]) =>
    h("section", {}, h("h3", {}, String(title)), h("table", { class: "keys" }, h("tbody", {},
      ...[...rows].map(([keys, words]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, words)))))));
  const off = settings.letters ? null : h("p", {}, "Letters are switched off in the settings.");
  openDialog("Keyboard", [off, h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Keys" }, ...sections)], { kind: "wide" });
}

export function openNumber() {
  const { game, position } = state;
  if (!game) return;
  const input = h("input", {
    type: "text", inputmode: "numeric", id: "deal-number", pattern: "[0-9]{1,16}", autocomplete: "off",
    // A keyboard on the screen would cover what else is offered here.
    autofocus: window.matchMedia("(pointer: fine)").matches,
    value: position?.number ?? "",
    keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && start(),
  });
  const error = h("p", { class: "error", role: "alert" });
  const about = h("p", { class: "about-deal", role: "status", tabindex: "-1" });
  const closed = new AbortController();
  const asking = h("button", { type: "button", click: () => void tellAbout() }, "How hard is this deal?");
  async function tellAbout() {
    if (!position) return;
    about.textContent = "Thinking…";
    about.textContent = await dealWords(position.deal, closed.signal);
    // Whoever got no answer may ask again.
    if (!isKnown(position.deal)) return;
    if (asking === document.activeElement) about.focus();
    asking.remove();
  }
  // Whoever wants to be told only when asking is not told by opening this.
  const isAsked = position && !position.has_unknown && settings.verdict !== "off";
  async function daily() {
    error.textContent = "";
    const why = game ? await dailyDeal(game.slug) : "";
    if (why) error.textContent = `${why}.`.replace("..", ".");
  }
  function start() {
    // The server says what a deal number is; the page only spares it what is plainly none.
    const number = input.value.trim().replace(/^0+(?=\d)/, "");
    if (!game || !/^\d{1,16}$/.test(number) || Number(number) > Number.MAX_SAFE_INTEGER) {
      error.textContent = `Write a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`;
      return;
    }
    dialog.close();
    void newDeal(game.slug, number);
  }
  const dialog = openDialog("Deals and levels", [
    h("div", { class: "deals" },
      h("div", {},
        choices("deals", "New deals", CHOICES.deals.values),
        choices("level", "Difficulty", LEVELS),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "primary", click: () => { dialog.close(); void newDeal(game.slug); } }, "New deal"),
          h("button", { type: "button", title: "The same for everyone, and it can be won", click: () => void daily() }, "Today’s deal"))),
      h("div", {},
        h("div", {},
          h("label", { for: "deal-number" }, "Deal number: the same cards every time"),
          h("div", { class: "beside" }, input, h("button", { type: "button", click: start }, "Deal"))),
        error, isAsked ? asking : null, about)),
  ], { onClose: () => closed.abort() });
  if (isAsked && (settings.verdict === "live" || isKnown(position.deal))) void tellAbout();
  input.select();
}

/** A record, or a link that holds one. @param {string} text */
function recordIn(text) {
  const line = text.trim().split(/\s/)[0].replace(/^.*?\/(play|view|report|review)\//, "");
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
}

/** A report on a game from elsewhere. What cannot be read is answered here, where it can be mended. */
export function openReport() {
  const input = h("textarea", {
    id: "record", rows: "4", autocomplete: "off", spellcheck: "false", autofocus: true, "aria-describedby": "record-error",
    // A record has one line.
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      void make();
    },
  });
  const status = h("p", { class: "about-deal", role: "status" });
  const error = h("p", { class: "error", id: "record-error", role: "alert" });
  const closed = new AbortController();
  let asked = "";
  async function make() {
    const record = recordIn(input.value);
    if (record && record === asked) return;
    [asked, error.textContent, status.textContent] = [record, "", record ? "Reading the game…" : ""];
    const why = record ? await whyUnreadable(record) : "Paste a game link first.";
    // Whoever has closed this, or asked for another game meanwhile, wants no answer.
    if (closed.signal.aborted || asked !== record) return;
    if (!why) return go(addressOf("report", record));
    [asked, error.textContent, status.textContent] = ["", why, ""];
    input.focus();
  }
  /** Why there is no such game; nothing if there is one. @param {string} record */
  async function whyUnreadable(record) {
    try {
      await askPosition(record, closed.signal);
      return "";
    } catch (error) {
      if (error instanceof Refused) return error.message;
      if (!closed.signal.aborted) throw error;
      return "";
    }
  }
  openDialog("Report on a game", [
    h("label", { for: "record" }, "Paste a game link"), input, status, error,
    h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", click: () => void make() }, "Make the report")),
  ], { onClose: () => closed.abort() });
}
