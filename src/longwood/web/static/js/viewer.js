// @ts-check
/** The viewer: a played game with a slider and steps, from any of which one can play on. */

import { Refused, askPosition } from "./api.js";
import { h, icon } from "./dom.js";
import { startKeys } from "./keys.js";
import { layTable } from "./play.js";
import { addressOf, entry, go, rewrite } from "./router.js";
import { savedGames } from "./saves.js";
import { change, state } from "./state.js";
import { recordAt, startStepKeys, stepTools, tool } from "./steps.js";
import { leaveTable, show, table } from "./table.js";

/** @import { Game } from "./types.js" */

const PACE = 800;

/** @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal */
export function startViewer(root, game, record, signal) {
  const [deal, ...acts] = record.split("/");
  leaveTable();
  change({ game, watched: acts });
  const { board, note } = layTable(root, game, record, signal);
  let step = Math.min(entry().step ?? 0, acts.length);
  // The time of the player's own game, if it is one: whoever plays on goes on with it.
  const spent = entry().elapsed ?? savedGames()[deal]?.elapsed;
  let timer = 0;

  const slider = h("input", {
    type: "range", min: "0", max: String(acts.length), value: String(step), step: "1", "aria-label": "Move",
    input: () => leap(Number(slider.value) - step),
  });
  const count = h("output", { class: "count" });
  const playButton = tool("play", "Play (space)", () => (timer ? pause() : start()));
  const [first, back, forward, last] = stepTools(leap);
  const controls = h("section", { class: "viewer", "aria-label": "Viewer" },
    first, back, playButton, forward, last, slider, count,
    h("button", { type: "button", class: "primary", title: "Play from here (P)", click: playOn }, "Play from here"),
  );
  note.before(controls);

  /** So many moves on. @param {number} count */
  function leap(count) {
    const next = Math.max(0, Math.min(acts.length, step + count));
    const manner = next === step + 1 ? "redo" : next === step - 1 ? "undo" : "leap";
    step = next;
    draw();
    void show(recordAt(record, step), manner);
    // The next one will be wanted soon.
    if (step < acts.length) void askPosition(recordAt(record, step + 1), signal).catch(() => {});
  }

  function draw() {
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", `move ${step} of ${acts.length}`);
    count.textContent = `${step} / ${acts.length}`;
    rewrite(addressOf("view", record), { step, elapsed: spent });
    if (step === acts.length) pause();
  }

  function start() {
    if (step === acts.length) leap(-Infinity);
    timer = window.setInterval(() => { if (state.position?.record === state.record) leap(1); }, PACE);
    playButton.replaceChildren(icon("pause"));
    playButton.setAttribute("aria-label", "Pause");
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    playButton.replaceChildren(icon("play"));
    playButton.setAttribute("aria-label", "Play");
  }

  function playOn() {
    go(addressOf("play", recordAt(record, step)), { redo: acts.slice(step).reverse(), elapsed: spent });
  }

  // Arrows step, unless the player looks at the cards with them.
  startStepKeys(leap, { " ": () => (timer ? pause() : start()), p: playOn }, ({ target }) => target !== document.body && target !== slider, signal);
  startKeys(board, signal);
  signal.addEventListener("abort", pause);
  // The whole record is read once, so that a broken link is found at the start and not half way through.
  askPosition(record, signal).catch((error) => {
    if (error instanceof Refused && !signal.aborted) table.failed(error.message);
  });
  leap(0);
  slider.focus({ preventScroll: true });
}
