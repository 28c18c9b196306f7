// @ts-check
/** The settings: what a player may choose, in groups, with pictures where there is something to see. */

import { HIDDEN, drawCard } from "./cards.js";
import { openDialog } from "./dialog.js";
import { h, icon } from "./dom.js";
import { CHOICES, LEVELS, SWITCHES, changeSettings, settings } from "./settings.js";
import { sound } from "./sound.js";

/** @import { Drawing } from "./geometry.js" */
/** @typedef {keyof typeof CHOICES} Choice */

/** What a choice looks like, for those that are chosen by the eye. @type {Record<string, ((value: string) => HTMLElement) | undefined>} */
const PICTURES = {
  back: (value) => h("i", { class: "mini", "data-back": value }, drawCard(HIDDEN, "classic")),
  face: (value) => h("i", { class: "mini" }, drawCard("QH", /** @type {Drawing} */ (value))),
  cloth: (value) => h("i", { class: "swatch", "data-cloth": value }),
};

/** A choice among a few. @param {Choice | "level"} name @param {string} title @param {Record<string, string>} values */
export function choices(name, title, values) {
  const picture = PICTURES[name];
  const options = Object.entries(values).map(([value, words]) =>
    h("label", { class: picture ? "sample" : "choice" },
      h("input", {
        type: "radio", name, value, checked: value === settings[name],
        change: () => {
          changeSettings({ [name]: value });
          if (name === "sound") sound("placed");
        },
      }),
      picture?.(value), h("span", {}, words)));
  return h("fieldset", {}, h("legend", {}, title), h("div", { class: picture ? "samples" : "choices" }, ...options));
}

/** @param {keyof typeof SWITCHES} name */
const option = (name) => h("label", { class: "switch" },
  h("input", {
    type: "checkbox", checked: settings[name],
    change: (/** @type {Event} */ event) => changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
  }),
  h("span", {}, SWITCHES[name].title));

export const canFill = () => document.fullscreenEnabled === true;

export function toggleFullScreen() {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
}

/** Whether a choice means anything on this device. @param {string} name */
const isOffered = (name) => name !== "touch" || ("vibrate" in navigator && window.matchMedia("(pointer: coarse)").matches);

/** What a group holds. @param {string} group */
function contents(group) {
  const own = Object.entries(CHOICES).filter(([name, choice]) => choice.group === group && isOffered(name));
  return [
    ...own.map(([name, { title, values }]) => choices(/** @type {Choice} */ (name), title, values)),
    ...(group === "Play" ? [choices("level", "Difficulty of new deals", LEVELS)] : []),
    ...Object.entries(SWITCHES).filter(([, each]) => each.group === group).map(([name]) => option(/** @type {keyof typeof SWITCHES} */ (name))),
    group === "Table" && canFill() ? h("div", { class: "buttons" }, h("button", { type: "button", click: toggleFullScreen }, icon("full"), "Full screen")) : null,
  ];
}

/** The group that was seen last is shown first. */
let latest = "";

export function openSettings() {
  const groups = [...new Set([...Object.values(CHOICES), ...Object.values(SWITCHES)].map(({ group }) => group))];
  const tabs = groups.map((group) => h("button", { type: "button", role: "tab", id: `tab-${group}`, "aria-controls": `settings-${group}`, click: () => show(group) }, group));
  const panels = groups.map((group) => h("div", { class: "tab", role: "tabpanel", id: `settings-${group}`, "aria-labelledby": `tab-${group}` }, ...contents(group)));
  /** @param {string} group @param {boolean} [isByKey] */
  function show(group, isByKey = false) {
    latest = group;
    groups.forEach((each, i) => {
      tabs[i].setAttribute("aria-selected", String(each === group));
      tabs[i].tabIndex = each === group ? 0 : -1;
      panels[i].classList.toggle("away", each !== group);
      if (each === group && isByKey) tabs[i].focus();
    });
  }
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Settings" }, ...tabs);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(groups[(groups.indexOf(latest) + step + groups.length) % groups.length], true);
  });
  show(groups.includes(latest) ? latest : groups[0]);
  openDialog("Settings", [list, h("div", { class: "groups" }, ...panels)], { kind: "settings" });
}
