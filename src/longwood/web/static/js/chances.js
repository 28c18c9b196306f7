// @ts-check
/** The win chance of every move, from what the player can see: a panel beside the cards. */

import { follow, gameWords, shareWords, spanWords, whyNot } from "./analyst.js";
import { h, icon } from "./dom.js";
import { sentence, signed } from "./names.js";
import { say } from "./speech.js";
import { listen, state } from "./state.js";
import { play } from "./table.js";
import { onVerdict, toldVerdict } from "./verdict.js";

/** @import { Arrow } from "./arrow.js" */
/** @import { Chance, Chances, Move, Share } from "./types.js" */

/** @type {() => void} */
let toggle = () => {};

export const toggleChances = () => toggle();

/** Put the panel away. Returns whether it was there. */
export function closeChances() {
  const isOpen = document.querySelector(".chances:not([hidden])") !== null;
  if (isOpen) toggle();
  return isOpen;
}

/** @param {Share} share */
function bar({ won, lost, unknown, low, high }) {
  const all = won + lost + unknown || 1;
  const template = document.createElement("template");
  template.innerHTML =
    '<svg class="bar-of" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">' +
    '<rect class="ground" width="100" height="8"/>' +
    `<rect class="maybe" x="${(100 * won) / all}" width="${(100 * unknown) / all}" height="8"/>` +
    `<rect class="won" width="${(100 * won) / all}" height="8"/>` +
    `<rect class="span" x="${100 * low}" y="3.500" width="${100 * (high - low)}" height="1"/></svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}

/** What the panel says at its end: what was looked at, what the bars show and how the moves stand. @param {Chances} found */
function basisWords({ share, moves, is_exact: isExact }) {
  const worlds = share.won + share.lost + share.unknown;
  if (isExact && worlds === 1) return "";
  const games = moves.flatMap(({ played }) => (played ? [played.won + played.lost] : []));
  return [
    isExact ? `All ${worlds} possible worlds, ways in which the unseen cards can lie, were looked at, each judged as if all its cards lay open.`
      : `An estimate: the cards that you have not seen were dealt anew in ${worlds} possible worlds, each judged as if all its cards lay open, which no player can do.`,
    share.unknown ? `${share.unknown} of them ${share.unknown > 1 ? "are" : "is"} not decided, and may be either.` : "",
    isExact ? "" : "The thin line in a bar is the 95\u00a0% interval: what is likely of all there are.",
    games.length ? "“Played on” counts the games that a quick player won from there without seeing more." : "",
    games.length ? `The best moves are played on more often${games.some((n) => n > 100) ? "; more than 100 games are told as of 100" : ""}.` : "",
    games.length ? `The moves stand in the order of the worlds and of these games, which count double${state.game?.is_exact === false ? "; close ones count as equal" : ""}.`
      : "The moves stand in the order of the possible worlds that can be won, of which those not decided count half.",
  ].filter(Boolean).join(" ");
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
  const basis = h("p", { class: "basis" });
  const rows = h("tbody");
  const playIt = h("button", { type: "button", class: "primary", hidden: true, click: playChosen }, "Play it");
  const panel = h("aside", { class: "chances", "aria-label": "Win chance", hidden: true },
    h("header", {}, h("h2", {}, "Win chance"),
      h("button", { type: "button", class: "quiet round", "aria-label": "Close the win chance", click: close }, icon("close"))),
    lead, joined,
    h("div", { class: "rows", tabindex: "0", role: "region", "aria-label": "Chance of every move" },
      h("table", {}, h("thead", { class: "unseen" }, h("tr", {}, h("th", {}, "Move"), h("th", {}, "Worlds that stay winnable"))), rows)),
    playIt, basis);
  cloth.append(panel);

  function playChosen() {
    const { position } = state;
    if (!chosen || !position || position.record !== record) return;
    play({ act: chosen.text, src: chosen.src, cards: position.piles[chosen.src].slice(-chosen.count) });
  }

  /** @param {Chance} chance @param {boolean} isExact */
  function row({ move, share, played, alike }, isExact) {
    const mark = () => arrow.show(move);
    const unmark = () => arrow.show(chosen);
    const button = h("button", {
      type: "button", class: "move quiet", "aria-pressed": String(chosen?.text === move.text),
      click: () => { chosen = move; playIt.hidden = false; for (const b of rows.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b === button)); mark(); },
      focus: mark, blur: unmark,
    }, sentence(signed(move.words)).slice(0, -1), alike.length ? h("small", {}, `and ${alike.length} alike`) : null);
    return h("tr", { mouseenter: mark, mouseleave: unmark, "data-move": move.text },
      h("th", { scope: "row" }, button),
      h("td", {}, bar(share), h("span", { class: "numbers" },
        h("span", { title: !isExact && `The thin line: of all possible worlds likely ${spanWords(share)} stay winnable` }, `${shareWords(share)}, ${spanWords(share, "–")}`),
        played ? h("small", { title: `A quick player won ${played.won} of ${played.won + played.lost} games from there` }, `played on: ${gameWords(played)} games`) : null)));
  }

  /** @param {Chances} found */
  function show(found) {
    const { share, moves, is_exact: isExact } = found;
    isHidden = !isExact || share.won + share.lost + share.unknown > 1;
    const verdict = share.won ? "can be won" : share.lost ? "is lost" : "is not known to be won or lost";
    lead.textContent = !isHidden ? `Nothing is hidden: this position ${verdict}.`
      : `${shareWords(share)} possible worlds can be won${isExact ? "" : `; of all there are, likely ${spanWords(share)}`}.`;
    basis.textContent = basisWords(found);
    join();
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.closest("tr")?.dataset.move : undefined;
    rows.replaceChildren(...moves.map((chance) => row(chance, isExact)));
    if (focused) /** @type {HTMLElement | null} */ (rows.querySelector(`tr[data-move="${focused}"] button`))?.focus();
  }

  /** What is proven of this very world beside what the player can see: the two need not agree. */
  function join() {
    const verdict = isHidden && !state.position?.is_won ? toldVerdict(record) : undefined;
    const text = verdict === "lost" ? "That is from what you can see. With all cards open this one is proven lost."
      : verdict === "won" ? "That is from what you can see. With all cards open this one is proven winnable." : "";
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
    basis.textContent = "";
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
    cloth.classList.remove("advised");
    arrow.show(null);
    if (hadFocus) /** @type {HTMLElement | null} */ (cloth.querySelector('#board [tabindex="0"]'))?.focus();
  }

  toggle = () => {
    if (!panel.hidden) return close();
    if (!state.position || state.watched) return;
    panel.hidden = false;
    cloth.classList.add("advised");
    ask();
  };
  const stop = listen(() => {
    if (!panel.hidden && state.position && state.position.record === state.record && state.record !== record) ask();
  });
  const stopJoining = onVerdict(join);
  signal.addEventListener("abort", () => { stop(); stopJoining(); asking?.abort(); toggle = () => {}; });
}
