// @ts-check
/** The viewer: a played game with a slider and steps, from any of which one can play on. */

import { Refused, askPosition } from "./api.js";
import { h, icon } from "./dom.js";
import { startKeys } from "./keys.js";
import { layTable } from "./play.js";
import { addressOf, entry, go, rewrite } from "./router.js";
import { savedGames } from "./saves.js";
import { settings } from "./settings.js";
import { change, state } from "./state.js";
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
    input: () => leap(Number(slider.value)),
  });
  const count = h("output", { class: "count" });
  /** @param {string} name @param {string} label @param {() => void} run */
  const button = (name, label, run) => h("button", { type: "button", class: "tool", "aria-label": label.split(" (")[0], title: label, click: run }, icon(name));
  const playButton = button("play", "Play (space)", () => (timer ? pause() : start()));
  const controls = h("section", { class: "viewer", "aria-label": "Viewer" },
    button("first", "First position (Home)", () => leap(0)),
    button("back", "Step back (left arrow)", () => leap(step - 1)),
    playButton,
    button("forward", "Step forward (right arrow)", () => leap(step + 1)),
    button("last", "Last position (End)", () => leap(acts.length)),
    slider, count,
    h("button", { type: "button", class: "primary", title: "Play from here (P)", click: playOn }, "Play from here"),
  );
  note.before(controls);

  /** @param {number} n */
  const recordAt = (n) => [deal, ...acts.slice(0, n)].join("/");

  /** @param {number} n */
  function leap(n) {
    const next = Math.max(0, Math.min(acts.length, n));
    const manner = next === step + 1 ? "redo" : next === step - 1 ? "undo" : "leap";
    step = next;
    draw();
    void show(recordAt(step), manner);
    // The next one will be wanted soon.
    if (step < acts.length) void askPosition(recordAt(step + 1), signal).catch(() => {});
  }

  function draw() {
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", `move ${step} of ${acts.length}`);
    count.textContent = `${step} / ${acts.length}`;
    rewrite(addressOf("view", record), { step, elapsed: spent });
    if (step === acts.length) pause();
  }

  function start() {
    if (step === acts.length) leap(0);
    timer = window.setInterval(() => { if (state.position?.record === state.record) leap(step + 1); }, PACE);
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
    go(addressOf("play", recordAt(step)), { redo: acts.slice(step).reverse(), elapsed: spent });
  }

  /** Arrows step, unless the player looks at the cards with them. @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => leap(step - 1), ArrowRight: () => leap(step + 1), Home: () => leap(0), End: () => leap(acts.length),
    " ": () => (timer ? pause() : start()), p: playOn,
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key.toLowerCase() === "p" ? !settings.letters : target !== document.body && target !== slider) return;
    event.preventDefault();
    run();
  }, { signal });
  startKeys(board, signal);
  signal.addEventListener("abort", pause);
  // The whole record is read once, so that a broken link is found at the start and not half way through.
  askPosition(record, signal).catch((error) => {
    if (error instanceof Refused && !signal.aborted) table.failed(error.message);
  });
  leap(step);
  slider.focus({ preventScroll: true });
}
