// @ts-check
/** A way to play of one's own: a game's options, a picture that follows them, and a link. */

import { Refused, askGame, askPosition } from "./api.js";
import { anyNumber } from "./deals.js";
import { openDialog } from "./dialog.js";
import { attr, h } from "./dom.js";
import { sentence } from "./names.js";
import { preview } from "./preview.js";
import { addressOf } from "./router.js";
import { say } from "./speech.js";

/** @import { Family, Game, Option } from "./types.js" */

/** @param {string} value */
const words = (value) => value.replaceAll("-", " ");

/** What a record writes for a row with these options: the ones that differ. @param {Game} row @param {Map<string, string>} chosen */
function slugOf(row, chosen) {
  const own = [...chosen].filter(([name, value]) => row.options[name] !== value);
  return [row.slug, ...own.map(([name, value]) => `${name}=${value}`)].join(",");
}

/** Why there is no such game; nobody here has written the name that the server quotes. @param {string} message */
const reason = (message) => sentence(message.replace(/^There is no game "[^"]*": /, ""));

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
  const range = h("span", { class: "range", id: `${id}-range` }, `${least} to ${most}`);
  const input = h("input", {
    id, type: "number", inputmode: "numeric", min: least, max: most, step: "1", value, required: true,
    "aria-describedby": range.id, input: () => change(input.value),
  });
  return h("p", { class: "option" }, label, range, input);
}

/** @param {Family} family @param {Game[]} games @param {string} from the way to play that it starts from */
export function openMaker(family, games, from) {
  const number = anyNumber();
  let row = games.find((game) => game.slug === from) ?? games[0];
  /** @type {Map<string, string>} */
  let chosen = new Map();
  /** @type {AbortController | null} */
  let asking = null;
  const picture = h("div", { class: "picture" });
  const about = h("p", { class: "about", role: "status" });
  const fields = h("div", { class: "options" });
  const play = h("a", { class: "button primary", "data-new": true }, "Play");
  const link = h("input", { type: "text", readonly: true, "aria-label": "Link to this game", focus: () => link.select() });
  const copy = h("button", { type: "button", click: () => void copyLink() }, "Copy link");

  async function copyLink() {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = "Copied";
      say("Link copied");
    } catch { /* some browsers allow it only to pages of https: the link is selected, to be copied by hand */ }
  }

  /** @param {Game | null} game with the cards as they will be dealt @param {string} [why] */
  function show(game, why = "") {
    const address = game ? addressOf("play", `${game.slug}.${number}`) : "";
    if (game) picture.replaceChildren(preview(game));
    attr(picture, "data-old", game ? null : "");
    about.className = game ? "about" : "about problem";
    about.textContent = game ? game.about : why;
    attr(play, "href", address || null);
    attr(play, "aria-disabled", game ? null : "true");
    link.value = game ? new URL(address, location.href).href : "";
    copy.disabled = !game;
    copy.textContent = "Copy link";
  }

  async function follow() {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    // What is out of range is known here; what makes no sense together the server knows.
    const wrong = family.options.find((option) => !option.values.includes(chosen.get(option.name) ?? ""));
    if (wrong) return show(null, `${wrong.label}: choose a number from ${wrong.values[0]} to ${wrong.values[wrong.values.length - 1]}.`);
    try {
      const game = await askGame(slugOf(row, chosen), signal);
      const dealt = await askPosition(`${game.slug}.${number}`, signal);
      // The picture is of the very deal that "Play" leads to, not of a game in the middle.
      if (!signal.aborted) show({ ...game, preview: dealt.piles });
    } catch (error) {
      if (error instanceof Refused && !signal.aborted) show(null, reason(error.message));
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
    ...games.map((game) => h("option", { value: game.slug, selected: game === row }, game.title)));
  openDialog("Make your own", [
    h("div", { class: "maker" },
      h("form", { submit: (/** @type {Event} */ event) => { event.preventDefault(); if (play.hasAttribute("href")) play.click(); } },
        games.length > 1 ? h("p", { class: "option" }, h("label", { for: "option-row" }, "Start from"), base) : null,
        fields),
      h("div", { class: "made" }, picture, about, h("div", { class: "beside" }, link, copy))),
    h("p", { class: "buttons" }, play),
  ], { kind: "wide", onClose: () => asking?.abort() });
  start();
}
