// @ts-check
/** The table view: the board and its bars. */

import { Arrow } from "./arrow.js";
import { Board } from "./board.js";
import { startChances } from "./chances.js";
import { setClock } from "./clock.js";
import { startCoach } from "./coach.js";
import { command, commands } from "./commands.js";
import { dayWords } from "./charts.js";
import { attr, h, icon } from "./dom.js";
import { isOrdered } from "./hand.js";
import { dayOf, keeper, sitDown, unfinishedGames } from "./keeper.js";
import { startHints } from "./hint.js";
import { startKeys } from "./keys.js";
import { startLesson } from "./lesson.js";
import { dealName, targets } from "./names.js";
import { startLost } from "./lost.js";
import { startNote } from "./note.js";
import { startPar } from "./par.js";
import { startPointer } from "./pointer.js";
import { entry, isFresh } from "./router.js";
import { levelEnding, onSettings } from "./settings.js";
import { change, listen, state } from "./state.js";
import { toggleSound } from "./sound.js";
import { startStatus } from "./status.js";
import { leaveTable, saveNow, show, table, tell } from "./table.js";
import { startVerdict } from "./verdict.js";
import { celebrateWin } from "./won.js";

/** @import { Game } from "./types.js" */

/** The family, and below it what sets a variant apart. @param {string} title */
function titleParts(title) {
  const [main, ...variant] = title.split(", ");
  return variant.length ? [main, h("span", { class: "unseen" }, ", "), h("small", {}, variant.join(", "))] : [main];
}

/** The frame that the table and the viewer share. @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal */
export function layTable(root, game, record, signal) {
  const number = dealName(record);
  const name = state.watched
    ? h("span", { class: "deal" }, number)
    : h("button", { type: "button", class: "deal quiet", title: "Deals and levels", click: command("number").run }, number);
  const boardElement = h("div", { class: "board", role: "application", "aria-roledescription": "card table", id: "board" });
  const status = h("dl", { class: "status" });
  const tools = h("nav", { class: state.watched ? "tools all" : "tools", "aria-label": "Tools" });
  const note = h("footer", { class: "note" });
  root.className = "table-view";
  root.replaceChildren(
    h("header", { class: "bar" },
      h("a", { class: "home", href: "/", "aria-label": "All games", title: "All games" }, icon("home")),
      h("h1", {}, ...titleParts(game.title)), name,
      h("button", { type: "button", class: "quiet mute", "aria-label": "Sound off", title: "Sound off (Q)", click: toggleSound }, icon("sound"))),
    h("section", { class: "facts", "aria-label": "Status" }, status), tools, h("main", { class: "cloth" }, boardElement), note,
  );
  document.title = `${game.title}, ${number} · Longwood`;
  const board = new Board(boardElement, game);
  table.board = board;
  const watcher = new ResizeObserver(() => board.resize());
  watcher.observe(boardElement);
  startStatus(status, signal);
  startTools(tools, signal);
  startNote(note, signal);
  const stopSettings = onSettings(() => board.resize());
  const stop = listen(() => {
    const { position, picked } = state;
    if (!position || position !== board.position) return;
    if (picked) board.mark(picked, targets(position, picked.pile, picked.index), isOrdered(position, picked));
    else board.mark(null, [], false);
  });
  signal.addEventListener("abort", () => { stop(); stopSettings(); watcher.disconnect(); table.board = null; });
  return { board, note, tools, cloth: /** @type {HTMLElement} */ (boardElement.parentElement), facts: /** @type {HTMLElement} */ (status.parentElement) };
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
function startTools(root, signal) {
  const shown = commands.filter((c) => c.where === "bar" && !(c.atTable && state.watched) && (c.id !== "auto" || state.game?.can_autoplay));
  const buttons = shown.map((c) => h("button", {
    type: "button", class: `tool tool-${c.id}`, "aria-label": c.label, title: c.key ? `${c.label} (${c.key})` : c.label, click: c.run,
  }, icon(c.icon), h("span", {}, c.label)));
  root.replaceChildren(...buttons);
  function draw() {
    const { position } = state;
    /** What would do nothing now, though it answers whoever asks. @type {Record<string, boolean>} */
    const idle = { auto: !position?.autoplay, hint: Boolean(position?.is_won || position?.is_stuck) };
    shown.forEach((c, i) => {
      const isIdle = idle[c.id] ?? !c.can();
      // A disabled button would lose the focus of the one who has just used it.
      attr(buttons[i], "aria-disabled", isIdle ? "true" : null);
      if (c.id === "auto") buttons[i].classList.toggle("ready", Boolean(position?.finish));
    });
  }
  const stop = listen(draw);
  signal.addEventListener("abort", stop);
  draw();
}

/** @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal */
export function startPlay(root, game, record, signal) {
  const { redo = [], elapsed: spent, isNew } = entry();
  const save = unfinishedGames().find(([, each]) => each.record === record)?.[1];
  leaveTable();
  sitDown(record);
  change({ game, redo: redo.length || !save ? redo : save.redo });
  setClock(spent ?? save?.elapsed ?? 0);
  const { board, cloth, facts } = layTable(root, game, record, signal);
  const arrow = new Arrow(board, signal);
  startHints(arrow, signal);
  startVerdict(facts, signal);
  startChances(cloth, arrow, signal);
  startPar(signal);
  startCoach(cloth, signal);
  startLost(signal);
  startLesson(board, arrow, game, record, Boolean(isNew), signal);
  keeper.trouble = tell;
  markDay(root);
  table.ended = () => void celebrateWin(board, signal);
  startPointer(board, signal);
  startKeys(board, signal);
  window.addEventListener("pagehide", () => saveNow(true), { signal });
  signal.addEventListener("abort", () => { table.ended = () => {}; });
  void show(record, isNew ? "new" : "open").then(() => {
    // Where the player comes from another page of ours the focus was lost with it; a fresh page keeps it at its start.
    if (!signal.aborted && !isFresh() && document.activeElement === document.body) board.start();
  });
}

/** The deal of a day says so, with its date and level. @param {HTMLElement} root */
function markDay(root) {
  const { day, level } = dayOf();
  if (!day) return;
  const words = `Deal of ${dayWords(day)}${levelEnding(level)}`;
  root.querySelector(".bar .deal")?.after(h("span", { class: "day-mark" }, words));
}
