// @ts-check
/** The line below the table: what to do now, why something is refused, that the game is over. It covers no card. */

import { command } from "./commands.js";
import { h } from "./dom.js";
import { isOrdered } from "./hand.js";
import { cardSigns, counted, pileWords, sentence, signed, targets } from "./names.js";
import { parWords } from "./par.js";
import { listen, state } from "./state.js";
import { MADE_UP, table } from "./table.js";

/** @import { Spot } from "./state.js" */
/** @import { Position } from "./types.js" */

/** @typedef {{text: string, kind: string, tag?: string, buttons?: string[]}} Note */

const MOMENT = 6000;
/** Short words for buttons that stand beside a sentence. @type {Record<string, string>} */
const NOTE_WORDS = { watch: "Watch", report: "Report", "hint-play": "Play it", "hint-next": "Another" };

/** Where a card may go, by what lies there. @param {Position} position @param {Spot} picked @param {string} card */
function whereTo(position, picked, card) {
  const { game } = state;
  const places = targets(position, picked.pile, picked.index);
  if (!game || !places.length) return "";
  // A foundation is as good as another, and so is a space: one of a kind is named.
  const words = [...new Set(places.map((pile) => {
    const top = position.piles[pile].at(-1);
    if (top) return `onto ${cardSigns(top)}`;
    const kind = game.kinds[pile];
    return kind === "foundation" ? "to a foundation" : kind === "column" ? "to an empty column" : `to the ${pileWords(game, pile)}`;
  }))];
  if (words.length > 3) return `${card} may go to any of the ${places.length} marked places.`;
  return `${card} may go ${words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0]}.`;
}

/** @returns {Note} */
function lasting() {
  const { position, picked, connection } = state;
  if (connection === "lost") return { text: "Connection lost, retrying…", kind: "warning" };
  if (connection === "slow") return { text: "Waiting for the server…", kind: "warning" };
  if (!position) return { text: "", kind: "" };
  const { facts, last } = position;
  if (state.isDealing) return { text: "Looking for a deal that can be won…", kind: "thinking" };
  if (state.advice && !(position.is_stuck && state.advice.kind !== "loss")) return { ...state.advice, text: sentence(signed(state.advice.text)) };
  // While the dialog tells it the line need not.
  if (position.is_won && state.celebrating) return { text: "", kind: "" };
  if (position.is_won) return { text: `Won with a score of ${position.score}.`, kind: "end", buttons: ["undo", "watch", "report", "new"] };
  if (position.is_stuck) {
    const rounds = facts.rounds === undefined ? "" : ` ${counted(Number(facts.rounds), "round")} cleared.`;
    const par = state.par ? `, par ${parWords(state.par)}` : "";
    return { text: `No moves left.${rounds} Score ${position.score}${par}.`, kind: "end", buttons: ["undo", "restart", "report", "new"] };
  }
  if (picked) {
    const card = cardSigns(position.piles[picked.pile][picked.index]);
    if (isOrdered(position, picked)) return { text: `First ${card}: its place is filled first. Now choose its partner.`, kind: "prompt" };
    return { text: whereTo(position, picked, card), kind: "prompt" };
  }
  if (position.has_unknown && !last) return { text: MADE_UP, kind: "prompt" };
  if (position.prompt) return { text: sentence(signed(position.prompt)), kind: "prompt" };
  if (facts.locked && state.lockReason) return { text: signed(state.lockReason), kind: "prompt" };
  const parts = last ? [last.words, ...last.followed] : [];
  // What fills a whole row need not be read card by card: it lies there. A screen reader tells it all.
  const more = parts.length > 4 ? [`${parts.length - 2} more cards are dealt`] : [];
  return { text: [...parts.slice(0, more.length ? 2 : 4), ...more].map((words) => sentence(signed(words))).join(" "), kind: "" };
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function startNote(root, signal) {
  let moment = "";
  let kind = "";
  let timer = 0;
  let drawn = "";
  function draw() {
    const under = lasting();
    // What a game that is over offers stays at hand.
    const isOver = under.kind === "end";
    /** @type {Note} */
    const brief = { text: moment, kind: isOver ? "end" : kind, buttons: isOver ? under.buttons : [] };
    const note = moment && state.connection === "good" ? brief : under;
    const key = JSON.stringify(note);
    if (key === drawn) return;
    drawn = key;
    root.dataset.kind = note.kind;
    const buttons = (note.buttons ?? []).map(command).filter((c) => c.can());
    root.replaceChildren(
      h("p", { title: note.text }, note.tag ? h("strong", { class: "tag" }, note.tag) : null, note.tag ? " " : null, note.text),
      ...buttons.map((c) => h("button", { type: "button", class: c.id === "new" || c.id === "hint-play" ? "primary" : "", click: c.run }, NOTE_WORDS[c.id] ?? c.label)),
    );
  }
  table.flash = (text, how = "refusal") => {
    moment = sentence(signed(text));
    kind = how;
    clearTimeout(timer);
    timer = window.setTimeout(() => { moment = ""; draw(); }, MOMENT);
    draw();
  };
  let { record, advice } = state;
  const stop = listen(() => {
    // Whatever was refused, the player has gone on; and advice that was asked for is not kept waiting.
    if (record !== state.record || state.picked || (state.advice && advice !== state.advice)) moment = "";
    ({ record, advice } = state);
    draw();
  });
  signal.addEventListener("abort", () => { stop(); clearTimeout(timer); table.flash = () => {}; });
  draw();
}
