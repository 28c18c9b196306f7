// @ts-check
/** The keyboard: arrows move, Enter picks up and puts down, a letter for everything else. */

import { closeChances } from "./chances.js";
import { commands } from "./commands.js";
import { clearHint } from "./hint.js";
import { putBack, tap, twice } from "./hand.js";
import { targets } from "./names.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { change, listen, state } from "./state.js";
import { ARROWS, nextMovable, step } from "./walk.js";

/** @import { Board } from "./board.js" */

/** @param {Board} board @param {AbortSignal} signal */
export function startKeys(board, signal) {
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // For a moment the focus stays in a dialog that has just been closed: what is typed by then is meant for the table.
    if (target.matches("input:not([type=range]), textarea, select") && !target.closest("dialog:not([open])")) return;
    if (act(event, target)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target @returns {boolean} whether the key means something here */
  function act(event, target) {
    const isOnTable = board.hasFocus() || target === document.body;
    if (event.ctrlKey || event.metaKey) return chord(event);
    if (event.key in ARROWS && isOnTable && !(state.watched && !board.hasFocus())) return step(board, ...ARROWS[event.key]);
    if (event.key === "Escape") return target.closest(".chances") ? closeChances() : escape();
    if ((event.key === "Enter" || event.key === " ") && board.hasFocus()) return enter(event.shiftKey);
    if (event.key === "Tab" && isOnTable && state.picked) return nextTarget(event.shiftKey ? -1 : 1);
    if (!settings.letters) return false;
    if (event.key.toLowerCase() === "m") return nextMovable(board, event.shiftKey ? -1 : 1);
    if (event.key.toLowerCase() === "f" && board.hasFocus()) return enter(true);
    const letter = event.key.toLowerCase();
    return (event.shiftKey && run(`shift ${letter}`)) || run(letter);
  }

  /** @param {KeyboardEvent} event */
  function chord(event) {
    const name = event.key.toLowerCase();
    if (name === "z") return run(event.shiftKey ? "r" : "u");
    return name === "y" && run("r");
  }

  /** @param {string} letter */
  function run(letter) {
    const command = commands.find((c) => c.key.toLowerCase() === letter);
    if (!command || (command.atTable && state.watched)) return false;
    if (command.can()) command.run();
    // Those who see the button see that it is grey.
    else say(command.no ?? `${command.label} is not possible now`);
    return true;
  }

  function escape() {
    if (clearHint() || state.advice) {
      change({ advice: null });
      return true;
    }
    if (!state.picked) return closeChances();
    const { picked } = state;
    putBack();
    board.pointTo(picked);
    return true;
  }

  /** @param {boolean} isTwice */
  function enter(isTwice) {
    const { picked, position } = state;
    const spot = { ...board.cursor };
    if (isTwice) twice(spot);
    else tap(spot);
    // The keyboard goes along: to the best target with what was picked up, to the pile with what was dropped.
    if (!picked && state.picked && position) {
      const [best] = targets(position, state.picked.pile, state.picked.index);
      board.pointTo({ pile: best, index: Infinity });
    } else if (picked && !state.picked) board.pointTo({ pile: spot.pile, index: Infinity });
    return true;
  }

  /** @param {number} way */
  function nextTarget(way) {
    const { picked, position } = state;
    if (!picked || !position) return false;
    const places = targets(position, picked.pile, picked.index);
    const at = places.indexOf(board.cursor.pile);
    const next = places[(at + way + places.length) % places.length];
    if (next) board.pointTo({ pile: next, index: Infinity });
    return true;
  }

  /** What had the focus may be gone: then it is where the cards are played. */
  function keepFocus() {
    const isLost = document.activeElement === document.body || document.activeElement?.closest("[hidden], .over");
    if (isLost && hadFocus && document.body.dataset.input === "keys" && !document.querySelector("dialog[open]")) board.takeFocus();
  }

  let hadFocus = false;
  document.addEventListener("focusin", () => { hadFocus = true; }, { signal });
  // Once what has changed is drawn.
  const stop = listen(() => requestAnimationFrame(keepFocus));
  document.addEventListener("close", () => requestAnimationFrame(keepFocus), { signal, capture: true });
  signal.addEventListener("abort", stop);
  document.addEventListener("keydown", pressed, { signal });
}
