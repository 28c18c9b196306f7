// @ts-check
/** The win chance of every move, from what the player can see: a panel beside the cards. */

import { follow, percent, shareWords, whyNot } from "./analyst.js";
import { h, icon } from "./dom.js";
import { sentence, signed } from "./names.js";
import { say } from "./speech.js";
import { listen, state } from "./state.js";
import { play } from "./table.js";

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

/** @param {HTMLElement} cloth @param {Arrow} arrow @param {AbortSignal} signal */
export function startChances(cloth, arrow, signal) {
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Move | null} */
  let chosen = null;
  let record = "";
  const lead = h("p", { class: "lead" });
  const basis = h("p", { class: "basis" });
  const rows = h("tbody");
  const playIt = h("button", { type: "button", class: "primary", hidden: true, click: playChosen }, "Play it");
  const panel = h("aside", { class: "chances", "aria-label": "Win chance", hidden: true },
    h("header", {}, h("h2", {}, "Win chance"),
      h("button", { type: "button", class: "quiet round", "aria-label": "Close the win chance", click: close }, icon("close"))),
    lead,
    h("div", { class: "rows", tabindex: "0", role: "region", "aria-label": "Chance of every move" },
      h("table", {}, h("thead", { class: "unseen" }, h("tr", {}, h("th", {}, "Move"), h("th", {}, "Worlds that stay winnable"))), rows)),
    playIt, basis);
  cloth.append(panel);

  function playChosen() {
    const { position } = state;
    if (!chosen || !position || position.record !== record) return;
    play({ act: chosen.text, src: chosen.src, cards: position.piles[chosen.src].slice(-chosen.count) });
  }

  /** @param {Chance} chance */
  function row({ move, share, played, alike }) {
    const mark = () => arrow.show(move);
    const unmark = () => arrow.show(chosen);
    const button = h("button", {
      type: "button", class: "move quiet", "aria-pressed": String(chosen?.text === move.text),
      click: () => { chosen = move; playIt.hidden = false; for (const b of rows.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b === button)); mark(); },
      focus: mark, blur: unmark,
    }, sentence(signed(move.words)).slice(0, -1), alike > 1 ? h("small", {}, `and ${alike - 1} alike`) : null);
    return h("tr", { mouseenter: mark, mouseleave: unmark, "data-move": move.text },
      h("th", { scope: "row" }, button),
      h("td", {}, bar(share), h("span", { class: "numbers", title: `95 %: from ${percent(share.low)} to ${percent(share.high)}` },
        `${shareWords(share)}, ${Math.round(share.low * 100)}–${percent(share.high)}`,
        played ? h("small", {}, `played on: ${percent(played.won / Math.max(1, played.won + played.lost))}`) : null)));
  }

  /** @param {Chances} found */
  function show({ share, moves, is_exact: isExact }) {
    const worlds = share.won + share.lost + share.unknown;
    const isOpen = isExact && worlds === 1;
    const verdict = share.won ? "can be won" : share.lost ? "is lost" : "is not known to be won or lost";
    lead.textContent = isOpen ? `Nothing is hidden: this position ${verdict}.`
      : `${sentence(`${shareWords(share)} possible worlds can be won`)} ${isExact ? "" : `The true share is likely between ${percent(share.low)} and ${percent(share.high)}.`}`;
    basis.textContent = isOpen ? ""
      : isExact ? `All ${worlds} possible worlds, ways in which the unseen cards can lie, were looked at.`
        : [
          `An estimate: the cards that you have not seen were dealt anew in ${worlds} possible worlds, each judged as if all its cards lay open, which no player can do.`,
          share.unknown ? `${share.unknown} of them ${share.unknown > 1 ? "are" : "is"} not decided, and may be either.` : "",
          moves.some((m) => m.played) ? "“Played on” is the share of games that a quick player won from there without seeing more; the moves stand in the order of both, this one counting double."
            : "The moves stand in the order of the possible worlds that can be won, of which those not decided count half.",
        ].filter(Boolean).join(" ");
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.closest("tr")?.dataset.move : undefined;
    rows.replaceChildren(...moves.map(row));
    if (focused) /** @type {HTMLElement | null} */ (rows.querySelector(`tr[data-move="${focused}"] button`))?.focus();
  }

  function ask() {
    asking?.abort();
    const own = (asking = new AbortController());
    record = state.record;
    chosen = null;
    playIt.hidden = true;
    lead.textContent = "Thinking…";
    rows.replaceChildren();
    basis.textContent = "";
    follow("chances", record, {}, own.signal, (event, data) => {
      if (event === "waiting") lead.textContent = `${data.words}…`;
      else if (event === "chances") show(data);
    }).then(() => say(lead.textContent ?? "")).catch((error) => {
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
  signal.addEventListener("abort", () => { stop(); asking?.abort(); toggle = () => {}; });
}
