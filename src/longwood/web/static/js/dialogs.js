// @ts-check
/** What opens over the table: settings, rules, the keyboard sheet, the menu, a deal by its number. */

import { askRules } from "./api.js";
import { h, icon } from "./dom.js";
import { CHOICES, changeSettings, settings } from "./settings.js";
import { state } from "./state.js";
import { newDeal } from "./table.js";

/** @import { Child } from "./dom.js" */
/** @import { Command } from "./commands.js" */

let count = 0;

/**
 * Open a dialog; it closes by Escape, by its button, or by a click beside it.
 * @param {string} title @param {Child[]} content @param {{kind?: string, onClose?: () => void}} [options]
 */
export function openDialog(title, content, { kind = "", onClose } = {}) {
  const id = `dialog-${++count}`;
  const close = h("button", { type: "button", class: "quiet round", "aria-label": "Close", click: () => dialog.close() }, icon("close"));
  const panel = h("div", { class: "panel" }, h("header", {}, h("h2", { id }, title), close), ...content);
  const dialog = h("dialog", { class: kind, "aria-labelledby": id }, panel);
  dialog.addEventListener("close", () => { dialog.remove(); onClose?.(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

export function openSettings() {
  const groups = Object.entries(CHOICES).map(([name, { title, values }]) => {
    const current = settings[/** @type {keyof typeof CHOICES} */ (name)];
    const options = Object.entries(values).map(([value, words]) =>
      h("label", { class: "choice" },
        h("input", { type: "radio", name, value, checked: value === current, change: () => changeSettings({ [name]: value }) }),
        h("span", {}, words)));
    return h("fieldset", {}, h("legend", {}, title), h("div", { class: "choices" }, ...options));
  });
  /** @param {"quick" | "letters"} name @param {string} words */
  const option = (name, words) => h("label", { class: "switch" },
    h("input", {
      type: "checkbox", checked: settings[name],
      change: (/** @type {Event} */ event) => changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
    h("span", {}, words));
  openDialog("Settings", [
    ...groups,
    h("div", {}, option("quick", "One click plays a card that has only one place to go"), option("letters", "Letters are shortcuts, such as U for undo")),
  ], { kind: "settings" });
}

export async function openRules() {
  const { game } = state;
  if (!game) return;
  const body = h("div", { class: "prose", tabindex: "0", role: "region", "aria-label": "Rules" }, "Fetching the rules…");
  openDialog(`How to play ${game.title}`, [body], { kind: "wide" });
  try {
    body.innerHTML = (await askRules(game.slug)).html;
  } catch (error) {
    body.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Keys that are no commands. */
const TABLE_KEYS = [
  ["Arrow keys", "Go from card to card and from pile to pile"],
  ["Enter or Space", "Pick up, put down, deal"],
  ["Tab", "With cards in hand: the next place where they may go"],
  ["Escape", "Put the cards back"],
  ["M", "The next card that can move; Shift M: the one before"],
  ["F or Shift Enter", "What a double click does: the best place, or autoplay"],
];

const VIEWER_KEYS = [
  ["Left, right", "One move back, one move forward"],
  ["Home, End", "The first position, the last"],
  ["Space", "Play the moves, pause"],
  ["P", "Play on from here"],
];

/** @type {Record<string, string>} */
const KEY_NAMES = { undo: "U or Ctrl Z", redo: "R or Ctrl Y" };

/** @param {Command[]} commands */
export function openKeys(commands) {
  const list = (/** @type {Command[]} */ found) => found.map((c) => [KEY_NAMES[c.id] ?? c.key, c.id === "keys" ? "This sheet" : c.label]);
  const named = commands.filter((c) => c.key);
  const groups = [
    ["Cards", TABLE_KEYS],
    ["Viewer", VIEWER_KEYS],
    ["Game", list(named.filter((c) => c.atTable))],
    ["Table", list(named.filter((c) => !c.atTable))],
  ];
  const sections = groups.map(([title, rows]) =>
    h("section", {}, h("h3", {}, String(title)), h("table", { class: "keys" }, h("tbody", {},
      ...[...rows].map(([keys, words]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, words)))))));
  const off = settings.letters ? null : h("p", {}, "Letters are switched off in the settings.");
  openDialog("Keyboard", [off, h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Keys" }, ...sections)], { kind: "wide" });
}

/** @param {Command[]} commands */
export function openMenu(commands) {
  const buttons = commands.map((c) =>
    h("button", { type: "button", class: "item", click: () => { dialog.close(); c.run(); } },
      icon(c.icon), h("span", {}, c.label), c.key ? h("kbd", {}, c.key) : null));
  const dialog = openDialog("Menu", [h("div", { class: "menu" }, ...buttons)]);
}

export function openNumber() {
  const { game, position } = state;
  if (!game) return;
  const input = h("input", {
    type: "text", inputmode: "numeric", id: "deal-number", pattern: "[0-9]{1,16}", autocomplete: "off", autofocus: true,
    value: position?.number ?? "",
    keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && start(),
  });
  const error = h("p", { class: "error", role: "alert" });
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
  const dialog = openDialog("Deal by number", [
    h("p", {}, "The same number always gives the same cards."),
    h("label", { for: "deal-number" }, "Deal number"), input, error,
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "primary", click: start }, "Deal"),
      h("button", { type: "button", click: () => { dialog.close(); void newDeal(game.slug); } }, "Any deal")),
  ]);
  input.select();
}
