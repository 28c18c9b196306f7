// @ts-check
/** The line below the table: what to do now, why something is refused, that the game is over. It covers no card. */

import { command } from "./commands.js";
import { h } from "./dom.js";
import { isOrdered } from "./hand.js";
import { lostMove } from "./lost.js";
import { cardSigns, counted, sentence, signed, targets, whereTo } from "./names.js";
import { parWords } from "./par.js";
import { listen, state } from "./state.js";
import { MADE_UP, happened, table } from "./table.js";

/** @typedef {{text: string, kind: string, tag?: string, buttons?: string[]}} Note */

const MOMENT = 6000;
/** In a lesson a refusal gives way to the step sooner: that is what helps now. */
const LESSON_MOMENT = 2500;
/** Short words for buttons that stand beside a sentence. @type {Record<string, string>} */
const NOTE_WORDS = { watch: "Replay", report: "Report", "hint-play": "Play it", "hint-next": "Another" };
/** What stands out among the buttons. */
const MAIN = ["new", "hint-play", "finish", "undo-lost", "lesson-next", "lesson-done", "teach"];

/** @returns {Note} */
function lasting() {
  const { game, position, picked, connection } = state;
  if (connection === "lost") return { text: "Connection lost, retrying…", kind: "warning" };
  if (connection === "slow") return { text: "Waiting for the server…", kind: "warning" };
  if (!position) return { text: "", kind: "" };
  const { facts, last } = position;
  if (state.isDealing) return { text: "Finding a winnable deal…", kind: "thinking" };
  if (state.advice && !(position.is_stuck && state.advice.kind !== "loss")) return { ...state.advice, text: sentence(signed(state.advice.text)) };
  // While the dialog tells it the line need not.
  if (position.is_won && state.celebrating) return { text: "", kind: "" };
  if (position.is_won) return { text: `You won! Score ${position.score}.`, kind: "end", buttons: ["watch", "report", "new"] };
  if (position.is_stuck) {
    const rounds = facts.rounds === undefined ? "" : ` ${counted(Number(facts.rounds), "round")} cleared.`;
    const par = state.par ? `, best possible: ${parWords(state.par)}` : "";
    const move = lostMove();
    if (move) return { text: `No moves left.${rounds} Score\u00a0${position.score}. Move ${move} lost the game.`, kind: "end", buttons: ["undo-lost", "report", "new"] };
    return { text: `No moves left.${rounds} Score\u00a0${position.score}${par}.`, kind: "end", buttons: ["restart", "report", "new"] };
  }
  if (position.finish && !state.watched) return { text: "Nothing can go wrong now.", kind: "finish", buttons: ["finish"] };
  if (picked) {
    const card = cardSigns(position.piles[picked.pile][picked.index]);
    if (isOrdered(position, picked)) return { text: `${card} chosen. Tap its partner.`, kind: "prompt" };
    const places = targets(position, picked.pile, picked.index);
    return { text: game && places.length ? sentence(signed(whereTo(game, position, picked, `${card} goes`, places))) : "", kind: "prompt" };
  }
  if (position.has_unknown && !last) return { text: MADE_UP, kind: "prompt" };
  if (position.prompt && !state.watched) return { text: sentence(signed(position.prompt)), kind: "prompt" };
  if (facts.locked && state.lockReason) return { text: signed(state.lockReason), kind: "prompt" };
  // Whoever watches is told what is played; the player has seen it, and first needs to know what it is all about.
  if (state.watched) return { text: last ? sentence(signed(happened(last))) : "", kind: "" };
  return { text: last ? "" : game?.goal ?? "", kind: "prompt" };
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startNote(root, signal) {
  let moment = "";
  let kind = "";
  let timer = 0;
  let drawn = "";
  function draw() {
    const under = lasting();
    // What a game that is over or a lesson offers stays at hand.
    const isOver = under.kind === "end";
    /** @type {Note} */
    const brief = { text: moment, kind: isOver ? "end" : kind, buttons: isOver || under.kind === "lesson" ? under.buttons : [] };
    const note = moment && state.connection === "good" ? brief : under;
    const key = JSON.stringify(note);
    if (key === drawn) return;
    drawn = key;
    root.dataset.kind = note.kind;
    const buttons = (note.buttons ?? []).map(command).filter((c) => c.can());
    // One of them stands out: the way back, where it is known.
    const main = buttons.find((c) => c.id === "undo-lost") ?? buttons.find((c) => MAIN.includes(c.id));
    const isMain = (/** @type {string} */ id) => id === main?.id;
    const focused = document.activeElement instanceof HTMLElement && root.contains(document.activeElement) ? document.activeElement.dataset.command ?? "" : null;
    root.replaceChildren(
      h("p", { title: note.text }, note.tag ? h("strong", { class: "tag" }, note.tag) : null, note.tag ? " " : null, note.text),
      ...buttons.map((c) => h("button", { type: "button", class: isMain(c.id) ? "primary" : "", "data-command": c.id, click: c.run }, NOTE_WORDS[c.id] ?? c.label)),
    );
    if (focused === null) return;
    // Whoever has pressed a button that is still there may press it again; one that goes leaves the focus to the cards.
    const same = /** @type {HTMLElement | null} */ (root.querySelector(`[data-command="${focused}"]`));
    if (same) same.focus();
    else table.board?.takeFocus();
  }
  table.flash = (text, how = "refusal") => {
    moment = sentence(signed(text));
    kind = how;
    clearTimeout(timer);
    timer = window.setTimeout(() => { moment = ""; draw(); }, state.advice?.kind === "lesson" ? LESSON_MOMENT : MOMENT);
    draw();
  };
  let { record, advice } = state;
  const stop = listen(() => {
    // Whatever was refused, the player has gone on; and advice that was asked for is not kept waiting.
    if (record !== state.record || state.picked || (state.advice && state.advice.kind !== "lesson" && advice !== state.advice)) moment = "";
    ({ record, advice } = state);
    draw();
  });
  signal.addEventListener("abort", () => { stop(); clearTimeout(timer); table.flash = () => {}; });
  draw();
}
