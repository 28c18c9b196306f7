// @ts-check
/** Everything the player can do beside moving cards: one list for the tool bar, the menu and the keyboard sheet. */

import { canFill, openSettings, toggleFullScreen } from "./choices.js";
import { elapsed } from "./clock.js";
import { toggleChances } from "./chances.js";
import { coachWhy, isCoached } from "./coach.js";
import { deal } from "./hand.js";
import { openKeys, openNumber, openReport, openRules } from "./dialogs.js";
import { playHint, shownHint } from "./hint.js";
import { beginSteps, endLesson, isIntroduced, isTeaching, teach } from "./lesson.js";
import { openMenu } from "./menu.js";
import { readMoves, readPile, readScore, readTops } from "./reading.js";
import { addressOf, go } from "./router.js";
import { settings } from "./settings.js";
import { toggleSound } from "./sound.js";
import { state } from "./state.js";
import { autoplay, canRedo, canUndo, dailyDeal, finish, newDeal, redo, restart, table, tell, undo } from "./table.js";
import { lostMove, undoLost } from "./lost.js";
import { askVerdict, undoLoss } from "./verdict.js";

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} label
 * @property {string} icon
 * @property {string} key
 * @property {"bar" | "menu" | ""} where
 * @property {boolean} atTable whether it needs a game that is being played
 * @property {() => boolean} can
 * @property {() => void} run
 * @property {string} [no] what a listener is told when it cannot be done now
 */

const always = () => true;

/** Of unknown cards nothing can be proven: the analyst is asked only what can be seen. */
const canProve = () => !state.position?.has_unknown;

/** @param {string} text @param {string} done */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    tell(done);
  } catch {
    // Some browsers allow it only to pages of https: then the player copies by hand.
    window.prompt("Copy this link:", text);
  }
}

/** @param {"play" | "view"} view @param {string} record @param {string} done */
const copyLink = (view, record, done) => void copyText(location.origin + addressOf(view, record), done);

/** The game that is seen, also in the viewer, as far as it was played. */
const wholeRecord = () => (state.watched ? [state.record.split("/")[0], ...state.watched].join("/") : state.record);

/** @type {Command[]} */
export const commands = [
  { id: "undo", label: "Undo", icon: "undo", key: "U", where: "bar", atTable: true, can: canUndo, run: undo, no: "Nothing to undo" },
  { id: "redo", label: "Redo", icon: "redo", key: "R", where: "bar", atTable: true, can: canRedo, run: redo, no: "Nothing to redo" },
  { id: "hint", label: "Hint", icon: "hint", key: "H", where: "bar", atTable: true, can: always, run: () => table.hint() },
  { id: "deal", label: "Deal", icon: "deal", key: "D", where: "", atTable: true, can: always, run: deal },
  {
    id: "auto", label: "Autoplay", icon: "auto", key: "A", where: "bar", atTable: true,
    can: () => Boolean(state.game?.can_autoplay), run: autoplay,
  },
  {
    id: "finish", label: "Finish", icon: "finish", key: "Shift A", where: "", atTable: true,
    can: () => Boolean(state.position?.finish), run: finish, no: "Too early to finish: play on",
  },
  { id: "restart", label: "Restart", icon: "restart", key: "Shift R", where: "bar", atTable: true, can: canUndo, run: restart, no: "This is the start" },
  {
    id: "new", label: "New deal", icon: "new", key: "N", where: "bar", atTable: true, can: () => state.game !== null,
    run: () => state.game && void newDeal(state.game.slug),
  },
  {
    id: "hint-other", get label() { return settings.hints === "fair" ? "Hint using hidden cards" : "Hint from visible cards"; }, icon: "hint", key: "Shift H", where: "menu", atTable: true,
    can: canProve, run: () => table.hint(true),
  },
  {
    id: "verdict", label: "Still winnable?", icon: "verdict", key: "V", where: "menu", atTable: true,
    can: () => settings.verdict !== "off" && canProve() && !state.position?.is_stuck, run: askVerdict,
  },
  { id: "chances", label: "Win chance", icon: "chance", key: "Shift V", where: "menu", atTable: true, can: always, run: toggleChances },
  {
    id: "report", label: "Report on this game", icon: "report", key: "E", where: "menu", atTable: false,
    can: () => wholeRecord().includes("/") && canProve(), run: () => go(addressOf("report", wholeRecord()), { elapsed: elapsed() }),
  },
  { id: "report-other", label: "Report on a game", icon: "report", key: "Shift E", where: "menu", atTable: false, can: always, run: openReport },
  {
    id: "daily", label: "Today’s deal", icon: "daily", key: "T", where: "menu", atTable: true, can: () => state.game !== null,
    run: () => state.game && void dailyDeal(state.game.slug).then((why) => why && tell(why)),
  },
  { id: "number", label: "Deals and levels", icon: "deal", key: "G", where: "menu", atTable: true, can: always, run: openNumber },
  {
    id: "copy-deal", label: "Share this deal", icon: "link", key: "C", where: "menu", atTable: false, can: always,
    run: () => copyLink("play", state.record.split("/")[0], "Link to the deal copied"),
  },
  {
    id: "copy-game", label: "Share this game", icon: "link", key: "Shift C", where: "menu", atTable: false,
    can: () => wholeRecord().includes("/"), run: () => copyLink("view", wholeRecord(), "Link to the game copied"),
  },
  {
    id: "watch", label: "Replay this game", icon: "watch", key: "W", where: "menu", atTable: true,
    can: canUndo, run: () => go(addressOf("view", state.record), { elapsed: elapsed() }),
  },
  { id: "rules", label: "Rules", icon: "rules", key: "I", where: "bar", atTable: false, can: always, run: openRules },
  {
    id: "teach", label: "Teach me", icon: "teach", key: "Shift T", where: "menu", atTable: false, can: () => state.game !== null,
    run: () => state.game && void teach(state.game.slug),
  },
  { id: "keys", label: "Keyboard", icon: "keys", key: "?", where: "menu", atTable: false, can: always, run: () => openKeys(commands) },
  { id: "settings", label: "Settings", icon: "settings", key: "S", where: "bar", atTable: false, can: always, run: openSettings },
  {
    id: "sound", get label() { return settings.sound === "off" ? "Sound on" : "Sound off"; }, get icon() { return settings.sound === "off" ? "sound" : "silent"; }, key: "Q", where: "menu", atTable: false,
    can: always, run: toggleSound,
  },
  { id: "full", get label() { return document.fullscreenElement ? "Leave full screen" : "Full screen"; }, icon: "full", key: "B", where: "menu", atTable: false, can: canFill, run: toggleFullScreen },
  { id: "journal", label: "Journal", icon: "journal", key: "J", where: "menu", atTable: false, can: always, run: () => go("/journal") },
  { id: "lobby", label: "All games", icon: "home", key: "L", where: "menu", atTable: false, can: always, run: () => go("/") },
  { id: "menu", label: "More", icon: "more", key: "O", where: "bar", atTable: false, can: always, run: () => openMenu(menuCommands()) },
  { id: "hint-play", label: "Play the hint", icon: "", key: "P", where: "", atTable: true, can: () => shownHint() !== null, run: playHint, no: "No hint yet: ask for one first" },
  {
    id: "undo-lost", get label() { return lostMove() > 0 ? `Undo to move ${lostMove() - 1}` : "Undo to before the game was lost"; }, icon: "", key: "Shift Z", where: "", atTable: true,
    can: () => lostMove() > 0, run: undoLost, no: "No move is known to have lost the game",
  },
  {
    id: "undo-loss", label: "Undo that move", icon: "", key: "Z", where: "", atTable: true,
    can: () => state.advice?.kind === "loss", run: undoLoss, no: "No move is known to have lost the game",
  },
  { id: "coach-why", label: "Why that mark?", icon: "", key: "K", where: "", atTable: true, can: isCoached, run: coachWhy, no: "The coach hasn’t marked a move" },
  { id: "lesson-next", label: "Show me", icon: "", key: "", where: "", atTable: true, can: isIntroduced, run: beginSteps },
  { id: "lesson-skip", label: "Skip", icon: "", key: "", where: "", atTable: true, can: isTeaching, run: endLesson },
  { id: "lesson-done", label: "Play on", icon: "", key: "", where: "", atTable: true, can: isTeaching, run: endLesson },
  { id: "lesson-no", label: "No, thanks", icon: "", key: "", where: "", atTable: true, can: always, run: endLesson },
  { id: "read-tops", label: "Read the top cards aloud", icon: "", key: "1", where: "", atTable: false, can: always, run: readTops },
  { id: "read-pile", label: "Read this pile aloud", icon: "", key: "2", where: "", atTable: false, can: always, run: readPile },
  { id: "read-score", label: "Read the score and what’s left aloud", icon: "", key: "3", where: "", atTable: false, can: always, run: readScore },
  { id: "read-moves", label: "Read the legal moves aloud", icon: "", key: "4", where: "", atTable: false, can: always, run: readMoves },
  { id: "hint-next", label: "Another hint", icon: "", key: "X", where: "", atTable: true, can: () => shownHint() !== null, run: () => table.again(), no: "No hint yet: ask for one first" },
];

/** What the menu offers here: on a small screen the tool bar has room for a few only. */
function menuCommands() {
  return commands.filter((c) => c.where && c.id !== "menu" && !(c.atTable && state.watched) && c.can());
}

/** @param {string} id */
export function command(id) {
  return /** @type {Command} */ (commands.find((c) => c.id === id));
}
