// @ts-check
/** A way to play of one's own: a game's options, a picture that follows them, and a link. */

import { Refused, askGame } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { sentence } from "./names.js";
import { preview } from "./preview.js";
import { addressOf } from "./router.js";

/** @import { Family, Game, Option } from "./types.js" */

/** Deals that people can say to each other. */
const EASY_NUMBERS = 999999;

/** @param {string} value */
const words = (value) => value.replaceAll("-", " ");

/** What a record writes for a row with these options: the ones that differ. @param {Game} row @param {Map<string, string>} chosen */
function slugOf(row, chosen) {
  const own = [...chosen].filter(([name, value]) => row.options[name] !== value);
  return [row.slug, ...own.map(([name, value]) => `${name}=${value}`)].join(",");
}

/** @param {Option} option @param {string} value @param {(value: string) => void} change */
function field(option, value, change) {
  const id = `option-${option.name}`;
  const label = h("label", { for: id }, option.label);
  if (!option.is_number) {
    const choice = h("select", { id, change: () => change(choice.value) },
      ...option.values.map((each) => h("option", { value: each, selected: each === value }, words(each))));
    return h("p", { class: "option" }, label, choice);
  }
  const [least, most] = [option.values[0], option.values[option.values.length - 1]];
  const input = h("input", { id, type: "number", min: least, max: most, step: "1", value, required: true, input: () => change(input.value) });
  return h("p", { class: "option" }, label, input, h("span", { class: "range" }, `${least} to ${most}`));
}

/** @param {Family} family @param {Game[]} games */
export function openMaker(family, games) {
  let row = games[0];
  /** @type {Map<string, string>} */
  let chosen = new Map(Object.entries(row.options));
  /** @type {AbortController | null} */
  let asking = null;
  const picture = h("div", { class: "picture" });
  const problem = h("p", { class: "problem", role: "status" });
  const fields = h("div", { class: "options" });
  const play = h("a", { class: "button primary", href: "/" }, "Play it");
  const link = h("input", { type: "text", readonly: true, "aria-label": "Link to this game" });

  async function follow() {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const slug = slugOf(row, chosen);
    try {
      const game = await askGame(slug, signal);
      problem.textContent = "";
      picture.replaceChildren(preview(game));
      const address = addressOf("play", `${game.slug}.${1 + Math.floor(Math.random() * EASY_NUMBERS)}`);
      play.setAttribute("href", address);
      link.value = new URL(address, location.href).href;
      play.removeAttribute("aria-disabled");
    } catch (error) {
      if (!(error instanceof Refused)) return;
      problem.textContent = sentence(error.message);
      play.setAttribute("aria-disabled", "true");
      play.removeAttribute("href");
      link.value = "";
    }
  }

  function start() {
    chosen = new Map(Object.entries(row.options));
    fields.replaceChildren(...family.options.map((option) => field(option, row.options[option.name], (value) => {
      chosen.set(option.name, value);
      void follow();
    })));
    void follow();
  }

  const base = h("select", { id: "option-row", change: () => { row = games.find((game) => game.slug === base.value) ?? row; start(); } },
    ...games.map((game) => h("option", { value: game.slug }, game.title)));
  openDialog("Make your own", [
    h("div", { class: "maker" },
      h("form", { submit: (/** @type {Event} */ event) => event.preventDefault() },
        games.length > 1 ? h("p", { class: "option" }, h("label", { for: "option-row" }, "Start from"), base) : null,
        fields, problem),
      h("div", { class: "made" }, picture, link)),
    h("p", { class: "buttons" }, play),
  ], { kind: "wide" });
  start();
}
