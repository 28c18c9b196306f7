// @ts-check
/** The win chance of every move, from what the player can see: a panel beside the cards. */

import { follow, gameWords, shareWords, spanWords, whyNot, winWords } from "./analyst.js";
import { h, icon } from "./dom.js";
import { count } from "./keeper.js";
import { sentence, signed } from "./names.js";
import { say } from "./speech.js";
import { listen, state } from "./state.js";
import { play } from "./table.js";
import { onVerdict, toldVerdict } from "./verdict.js";

/** @import { Arrow } from "./arrow.js" */
/** @import { Chance, Chances, Move, Win } from "./types.js" */

/** @type {() => void} */
let toggle = () => {};

export function toggleChances() {
  if (!document.querySelector(".chances:not([hidden])")) count("chances");
  toggle();
}

/** Put the panel away. Returns whether it was there. */
export function closeChances() {
  const isOpen = document.querySelector(".chances:not([hidden])") !== null;
  if (isOpen) toggle();
  return isOpen;
}

/** @param {Win} win */
function bar({ value, low, high, is_vague: isVague }) {
  const template = document.createElement("template");
  template.innerHTML =
    '<svg class="bar-of" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">' +
    '<rect class="ground" width="100" height="8"/>' +
    // What could be nearly anything fills no bar.
    `<rect class="won" width="${isVague ? 0 : 100 * value}" height="8"/>` +
    `<rect class="span" x="${100 * low}" y="3.500" width="${100 * (high - low)}" height="1"/></svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}

/** What the number rests on, for those who ask. @param {Chances} found @returns {string[]} */
function basisWords({ win, share, moves, is_exact: isExact }) {
  const worlds = share.won + share.lost + share.unknown;
  if (isExact && worlds === 1) return ["Nothing is hidden: the number is what is proven."];
  const games = moves.some(({ played }) => played);
  return [
    `The number says how often the analyst's own player, who sees no more than you, wins from here. ${win.is_fitted ? "It was fitted to games that this player really played." : "For this game it is a rough guess: nobody has checked it against games yet."}`,
    games ? "After each move a quick player finishes the game again and again, with the unseen cards dealt anew; moves that fall behind drop out." : "",
    worlds ? `${shareWords(share)}${isExact ? "" : " sampled"} arrangements of the unseen cards could be won by someone who sees them all.` : "",
    "The thin line in a bar is the 95\u00a0% interval.",
  ].filter(Boolean);
}

/** @param {HTMLElement} cloth @param {Arrow} arrow @param {AbortSignal} signal */
export function startChances(cloth, arrow, signal) {
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Move | null} */
  let chosen = null;
  let record = "";
  /** Whether there is an estimate to join with what is proven. */
  let isHidden = false;
  const lead = h("p", { class: "lead" });
  const joined = h("p", { class: "lead joined" });
  const basis = h("div");
  const asked = h("details", { class: "basis" }, h("summary", {}, "How do you know?"), basis);
  const rows = h("tbody");
  const playIt = h("button", { type: "button", class: "primary", hidden: true, click: playChosen }, "Play it");
  const panel = h("aside", { class: "chances", "aria-label": "Win chance", hidden: true },
    h("header", {}, h("h2", {}, "Win chance"),
      h("button", { type: "button", class: "quiet round", "aria-label": "Move to the other side", title: "Move to the other side", click: () => panel.classList.toggle("other") }, icon("swap")),
      h("button", { type: "button", class: "quiet round", "aria-label": "Close the win chance", click: close }, icon("close"))),
    lead, joined,
    h("div", { class: "rows", tabindex: "0", role: "region", "aria-label": "Chance of every move" },
      h("table", {}, h("thead", { class: "unseen" }, h("tr", {}, h("th", {}, "Move"), h("th", {}, "Win chance"))), rows)),
    playIt, asked);
  cloth.append(panel);

  function playChosen() {
    const { position } = state;
    if (!chosen || !position || position.record !== record) return;
    play({ act: chosen.text, src: chosen.src, cards: position.piles[chosen.src].slice(-chosen.count) });
  }

  /** @param {Chance} chance */
  function row({ move, win, share, played, alike }) {
    const mark = () => arrow.show(move);
    const unmark = () => arrow.show(chosen);
    const button = h("button", {
      type: "button", class: "move quiet", "aria-pressed": String(chosen?.text === move.text),
      click: () => { chosen = move; playIt.hidden = false; for (const b of rows.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b === button)); mark(); },
      focus: mark, blur: unmark,
    }, sentence(signed(move.words)).slice(0, -1), alike.length ? h("small", {}, `and ${alike.length} like it`) : null);
    return h("tr", { mouseenter: mark, mouseleave: unmark, "data-move": move.text },
      h("th", { scope: "row" }, button),
      h("td", {},
        h("strong", { title: win.is_proven ? "Proven" : `Likely ${spanWords(win)}` }, winWords(win).replace("about ", "")),
        bar(win),
        h("small", { class: "worlds" }, [
          played ? `quick games ${gameWords(played)}` : "",
          share.won + share.lost + share.unknown > 1 ? `winnable worlds ${shareWords(share)}` : "",
        ].filter(Boolean).join(", "))));
  }

  /** @param {Chances} found */
  function show(found) {
    const { win, share, moves, is_exact: isExact } = found;
    isHidden = !isExact || share.won + share.lost + share.unknown > 1;
    const verdict = share.won ? "this can be won" : share.lost ? "this is lost" : `no win was found yet; ${winWords(win)} to win from here`;
    lead.textContent = isHidden ? sentence(`${winWords(win)} to win from here`) : `Nothing is hidden: ${verdict}.`;
    basis.replaceChildren(...basisWords(found).map((words) => h("p", {}, words)));
    join();
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.closest("tr")?.dataset.move : undefined;
    rows.replaceChildren(...moves.map(row));
    if (focused) /** @type {HTMLElement | null} */ (rows.querySelector(`tr[data-move="${focused}"] button`))?.focus();
  }

  /** What is proven of this very world beside what the player can see: the two need not agree. */
  function join() {
    const verdict = isHidden && !state.position?.is_won ? toldVerdict(record) : undefined;
    const text = verdict === "lost" ? "That is from what you can see. With all cards open, this game is proven lost."
      : verdict === "won" ? "That is from what you can see. With all cards open, this game is proven winnable." : "";
    if (joined.textContent !== text) joined.textContent = text;
  }

  function ask() {
    asking?.abort();
    const own = (asking = new AbortController());
    record = state.record;
    chosen = null;
    playIt.hidden = true;
    lead.textContent = "Thinking…";
    isHidden = false;
    join();
    rows.replaceChildren();
    basis.replaceChildren();
    follow("chances", record, {}, own.signal, (event, data) => {
      if (event === "waiting") lead.textContent = `${data.words}…`;
      else if (event === "chances") show(data);
    }).then(() => say(`${lead.textContent} ${joined.textContent}`.trim())).catch((error) => {
      const why = whyNot(error, own.signal);
      if (why) { lead.textContent = sentence(why); say(why); }
    });
  }

  function close() {
    asking?.abort();
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    arrow.show(null);
    if (hadFocus) /** @type {HTMLElement | null} */ (cloth.querySelector('#board [tabindex="0"]'))?.focus();
  }

  toggle = () => {
    if (!panel.hidden) return close();
    if (!state.position || state.watched) return;
    panel.hidden = false;
    ask();
  };
  const stop = listen(() => {
    if (!panel.hidden && state.position && state.position.record === state.record && state.record !== record) ask();
  });
  const stopJoining = onVerdict(join);
  signal.addEventListener("abort", () => { stop(); stopJoining(); asking?.abort(); toggle = () => {}; });
}
