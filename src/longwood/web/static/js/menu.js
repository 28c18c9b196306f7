// @ts-check
/** The menu: every command that is not on the screen already, in groups. */

import { openDialog } from "./dialog.js";
import { h, icon } from "./dom.js";

/** @import { Command } from "./commands.js" */

/** Which command belongs where; what is not named comes last. */
/** @type {[string, string[]][]} */
const GROUPS = [
  ["This game", ["undo", "redo", "auto", "restart", "watch", "copy-deal", "copy-game"]],
  ["Another game", ["new", "daily", "number", "lobby"]],
  ["Learn", ["teach", "rules", "hint", "hint-other", "verdict", "chances"]],
  ["Look back", ["report", "report-other", "journal"]],
  ["Table", ["settings", "sound", "full", "keys"]],
];
const REST = "More";

/** What shows a command on the screen, beside the tool bar. @type {Record<string, string>} */
const SHOWN_BY = { lobby: ".bar .home", verdict: ".chip", sound: ".mute" };

/** @param {Command} c */
const isOnScreen = (c) => [...document.querySelectorAll(`.tool-${c.id}${SHOWN_BY[c.id] ? `, ${SHOWN_BY[c.id]}` : ""}`)].some((el) => el.checkVisibility());

/** @param {Command[]} commands those that can be given here */
export function openMenu(commands) {
  const offered = commands.filter((c) => !isOnScreen(c));
  const item = (/** @type {Command} */ c) =>
    h("button", { type: "button", class: "item", click: () => { dialog.close(); c.run(); } },
      icon(c.icon), h("span", {}, c.label), c.key ? h("kbd", {}, c.key) : null);
  const known = new Set(GROUPS.flatMap(([, ids]) => ids));
  const groups = GROUPS.map(([title, ids]) => ({ title, found: ids.flatMap((id) => offered.filter((c) => c.id === id)) }));
  groups.push({ title: REST, found: offered.filter((c) => !known.has(c.id)) });
  const sections = groups.filter(({ found }) => found.length).map(({ title, found }) => h("section", {}, h("h3", {}, title), ...found.map(item)));
  const dialog = openDialog("Menu", [h("div", { class: "menu" }, ...sections)], { kind: "menu-dialog" });
}
