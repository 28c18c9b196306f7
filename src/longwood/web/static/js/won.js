// @ts-check
/** A game is won: the cards dance, then what it was worth, and what to do next. */

import { askJournal } from "./api.js";
import { clockText, elapsed } from "./clock.js";
import { command, copyText } from "./commands.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { fan } from "./fan.js";
import { isKept } from "./keeper.js";
import { parHow } from "./par.js";
import { settings } from "./settings.js";
import { change, listen, state } from "./state.js";
import { table } from "./table.js";

/** @import { Board } from "./board.js" */
/** @import { Command } from "./commands.js" */
/** @import { Statistics } from "./types.js" */

/** What the dialog offers is short: the game is known. @type {Record<string, string>} */
const WORDS = { watch: "Replay", report: "Report", "copy-game": "Share" };
const OFFERED = ["new", "report", "watch", "copy-game", "undo", "restart"];
/** What steps back behind the others. */
const QUIET = ["undo", "restart"];

/** The best games of this kind, as the journal has them; nothing where none is kept. @param {string} slug @param {AbortSignal} signal */
async function bests(slug, signal) {
  if (!isKept()) return null;
  try {
    /** @type {Statistics} */
    const { all } = await askJournal(`/statistics?${new URLSearchParams({ game: slug })}`, signal);
    return all.won > 1 ? { seconds: all.best_seconds, acts: all.best_acts } : null;
  } catch {
    return null;
  }
}

/** @param {Board} board @param {AbortSignal} signal */
export async function celebrateWin(board, signal) {
  const { position } = state;
  if (!position?.is_won) return;
  const seconds = elapsed() / 1000;
  change({ celebrating: true });
  await board.dance(signal);
  // Whoever has left meanwhile, or taken the move back, is not held.
  if (signal.aborted || state.position !== position) return change({ celebrating: false });
  const closed = new AbortController();
  /** @param {Command} c */
  const button = (c) => h("button", {
    type: "button", class: c.id === "new" ? "primary" : QUIET.includes(c.id) ? "quiet" : "", autofocus: c.id === "new",
    click: () => { dialog.close(); c.run(); },
  }, WORDS[c.id] ?? c.label);
  const offered = OFFERED.map(command).filter((c) => c.can());
  /** @param {string} name @param {string} value */
  const row = (name, value) => {
    const beside = h("small");
    return { beside, el: h("div", {}, h("dt", {}, name), h("dd", {}, value, beside)) };
  };
  const [score, time, moves] = [row("Score", String(position.score)), row("Time", clockText(elapsed())), row("Moves", String(position.acts))];
  const news = h("ul", { class: "news", role: "list", hidden: true, "aria-live": "polite" });
  const share = h("button", { type: "button", class: "quiet", hidden: true, click: () => void copyText(state.news?.share ?? "", "Result copied") }, "Copy result");
  const dialog = openDialog("You won!", [
    fan(),
    h("dl", { class: "result" }, score.el, time.el, moves.el),
    news,
    h("div", { class: "buttons" }, ...offered.filter(({ id }) => !QUIET.includes(id)).map(button)),
    h("div", { class: "buttons less" }, ...offered.filter(({ id }) => QUIET.includes(id)).map(button), share),
  ], { kind: "end", onClose: () => { closed.abort(); stop(); change({ celebrating: false }); table.board?.takeFocus(); } });
  dialog.addEventListener("keydown", (event) => {
    if (!settings.letters || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = `${event.shiftKey ? "shift " : ""}${event.key.toLowerCase()}`;
    const wanted = offered.find((c) => c.key.toLowerCase() === key);
    if (!wanted) return;
    event.preventDefault();
    dialog.close();
    wanted.run();
  });
  let isAsked = false;
  const draw = () => {
    if (state.par && state.par.score !== position.score) score.beside.textContent = `Best possible: ${state.par.score} ${parHow(state.par)}`.trim();
    share.hidden = !state.news?.share;
    const lines = state.news?.lines ?? [];
    if (news.childElementCount !== lines.length) news.replaceChildren(...lines.map((line) => h("li", {}, line)));
    news.hidden = !lines.length;
    // The journal is asked once it has this game too.
    if (!state.news || isAsked) return;
    isAsked = true;
    void bests(position.game, closed.signal).then((best) => {
      if (!best || closed.signal.aborted) return;
      if (best.seconds !== null) time.beside.textContent = Math.floor(best.seconds) >= Math.floor(seconds) ? "Your best" : `Your best: ${clockText(best.seconds * 1000)}`;
      if (best.acts !== null) moves.beside.textContent = best.acts >= position.acts ? "Your best" : `Your best: ${best.acts}`;
    });
  };
  const stop = listen(draw);
  draw();
  signal.addEventListener("abort", () => dialog.close());
}
