// @ts-check
/** The report of a game: what it amounts to, the graph, the list of moves, and a board to look at all of it. */

import { whyNot, winWords } from "./analyst.js";
import { Refused, askPosition } from "./api.js";
import { Arrow } from "./arrow.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { Graph } from "./graph.js";
import { MoveList } from "./move_list.js";
import { counted, dealName, sentence, signed } from "./names.js";
import { Lead } from "./report_lead.js";
import { say } from "./speech.js";
import { change, state } from "./state.js";
import { recordAt, startStepKeys, stepTools } from "./steps.js";
import { leaveTable, show, table } from "./table.js";

/** @import { StreamEvent } from "./analyst.js" */
/** @import { Game, Par, Summary } from "./types.js" */

/**
 * Where a report is read: what leads away from it, and where the entries come from.
 * @typedef {object} Ways
 * @property {HTMLElement | null} home
 * @property {HTMLElement | null} back
 * @property {(record: string, rest: string[]) => void} retry to play from a record; the acts that followed there come with it, the next one last
 * @property {(heard: (...event: StreamEvent<"report">) => void) => Promise<void>} entries tells them all
 */

const BASIS = "The curve is your win chance: how often the analyst's own player, who sees no more than you could, wins from there; the shade is its 95\u00a0% interval. The cost of a move is how far it falls behind the best one. What turns up after it is luck, and never your fault.";
const HINDSIGHT = "The band below the curve is hindsight: it is proven with all cards open, and so are the lines that win.";

/** @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal @param {Ways} ways */
export function drawReport(root, game, record, signal, ways) {
  const [, ...acts] = record.split("/");
  leaveTable();
  change({ game, watched: acts });
  /** The line that is shown from a position, and how far. @type {{from: number, moves: string[], step: number} | null} */
  let line = null;
  let at = 0;
  /** Whether the reader has chosen what to look at. */
  let isLed = false;
  /** Where the reader was before the cards came into view for a line. @type {number | null} */
  let readAt = null;
  /** @type {Summary | null} */
  let summary = null;
  /** @type {Par | null} */
  let par = null;

  const graph = new Graph(acts.length, chosen, signal);
  const retryAt = (/** @type {number} */ n) => ways.retry(recordAt(record, n), acts.slice(n).reverse());
  const list = new MoveList({ look: chosen, line: showLine, retry: retryAt });
  const lead = new Lead(acts.length, { next: (grade) => chosen(list.next(grade) ?? at), line: showLine });

  const boardElement = h("div", { class: "board", role: "application", "aria-roledescription": "card table", id: "board" });
  const cloth = h("section", { class: "cloth", "aria-label": "Position" }, boardElement);
  const where = h("output", { class: "where" });
  const seen = h("p", { class: "what-here", role: "status" });
  const leave = h("button", { type: "button", hidden: true, click: leaveLine }, "Back to your game");
  const steps = h("div", { class: "steps" },
    ...stepTools(leap),
    where, leave,
    h("button", { type: "button", class: "primary", title: "Play from here (P)", click: playOn }, "Play from here"));
  const sight = h("div", { class: "seen" }, cloth, seen, steps);
  const basis = h("details", { class: "basis" }, h("summary", {}, "How do you know?"), h("p", {}, BASIS), h("p", {}, HINDSIGHT));
  const number = dealName(record);
  root.className = "report-view";
  root.replaceChildren(
    h("header", { class: "bar" },
      ways.home,
      h("h1", {}, `Report on ${game.title}`, h("small", {}, number)),
      ways.back),
    h("main", { class: acts.length ? "" : "no-moves" }, lead.root, sight, h("div", { class: "told" }, graph.root, list.root, basis)),
  );
  document.title = `Report on ${game.title}, ${number} · Longwood`;
  const board = new Board(boardElement, game);
  table.board = board;
  const arrow = new Arrow(board, signal);
  const watcher = new ResizeObserver(() => board.resize());
  watcher.observe(boardElement);
  signal.addEventListener("abort", () => { watcher.disconnect(); table.board = null; });

  const shown = () => (line ? [recordAt(record, line.from), ...line.moves.slice(0, line.step)].join("/") : recordAt(record, at));

  /** The move to point at: the next one of the line that is shown. */
  function pointed() {
    const text = line?.moves[line.step];
    return (text && state.position?.record === shown() && state.position.moves.find((m) => m.text === text)) || null;
  }

  /** The reader wants to see the position after so many moves. @param {number} n */
  function chosen(n) {
    isLed = true;
    look(n);
  }

  /** @param {number} n */
  function look(n) {
    at = Math.max(0, Math.min(acts.length, n));
    [line, readAt] = [null, null];
    return draw();
  }

  /** So many moves on: along the line that is shown, or else along the game. @param {number} count */
  function leap(count) {
    if (!line) return chosen(at + count);
    line.step = Math.max(0, Math.min(line.moves.length, line.step + count));
    draw();
  }

  /** A line in the place of the move after a position. @param {number} from @param {string[]} moves */
  function showLine(from, moves) {
    isLed = true;
    at = Math.min(acts.length, from + 1);
    line = { from, moves, step: 0 };
    draw();
    const before = window.scrollY;
    sight.scrollIntoView({ block: "nearest" });
    readAt = window.scrollY === before ? null : before;
  }

  /** Back to the game, and to where the line was asked for. */
  async function leaveLine() {
    const place = readAt;
    await look(at);
    if (place !== null) window.scrollTo(0, place);
  }

  function playOn() {
    if (line) ways.retry(shown(), []);
    else retryAt(at);
  }

  async function draw() {
    graph.at = at;
    graph.draw();
    list.show(at);
    where.replaceChildren(...(line ? [`Line: ${line.step} of ${line.moves.length}`] : at ? [h("span", {}, "Move "), `${at} of ${acts.length}`] : ["Deal"]));
    if (!line && leave === document.activeElement) graph.slider.focus({ preventScroll: true });
    leave.hidden = line === null;
    sight.classList.toggle("in-line", line !== null);
    arrow.show(null);
    // Where the move leads is known when the cards are there.
    if (state.record !== shown()) await show(shown(), "leap");
    if (signal.aborted) return;
    arrow.show(pointed());
    seen.textContent = hereWords();
  }

  /** The move that led here, and what is known of this position. */
  function hereWords() {
    const { position } = state;
    if (!position || position.record !== shown()) return seen.textContent ?? "";
    const words = position.last ? signed(position.last.words) : "";
    if (line) return line.step ? `${sentence(words)} ${position.is_won ? "Won." : ""}` : `Before move ${line.from + 1}. Step forward to follow the line.`;
    const chance = graph.chances.get(at);
    const now = position.is_won ? "Won." : position.is_stuck ? "No moves left." : chance ? sentence(`${winWords(chance.win)} to win from here`) : "";
    return `${position.last ? sentence(`Move ${at}: ${words}`) : "The deal."} ${now}`;
  }

  /** Open where the game turned, or else where most was lost; whoever looks at something else already is left alone. */
  function open() {
    if (isLed || !acts.length) return;
    const marks = [...graph.marks.values()];
    const turn = marks.find((mark) => mark.is_turn && mark.number === summary?.turn) ?? marks.sort((a, b) => b.loss - a.loss)[0];
    if (turn) look(turn.number + 1);
  }

  /** How far it is. */
  function drawProgress() {
    const done = graph.chances.size - 1;
    const words = done < 0 ? "Reading the game…" : done < acts.length ? `Weighing your moves: ${done} of ${acts.length}…` : "Looking for winning lines…";
    lead.progress(words, Math.max(0, done) / Math.max(1, acts.length));
  }

  async function read() {
    drawProgress();
    try {
      await ways.entries((event, data) => {
        if (event === "waiting") return lead.progress(`${data.words}…`, 0);
        if (event === "moves") list.fill(data.moves);
        else if (event === "verdict") graph.verdicts.set(data.number, data.verdict);
        else if (event === "chance") {
          graph.chances.set(data.number, data);
          list.weigh(data);
        } else if (event === "par") par = data;
        else if (event === "mark") {
          graph.marks.set(data.number, data);
          list.mark(data);
        } else if (event === "summary") {
          summary = data;
          graph.lucks = data.account?.lucks ?? [];
        }
        if (event === "par" || event === "summary") lead.tell(summary, par);
        if (event === "chance" || event === "summary") lead.count(graph.chances.values(), summary);
        drawProgress();
        graph.draw();
        seen.textContent = hereWords();
      });
      lead.progress("", 0);
      list.finish();
      open();
      say(`The report is complete. ${summary?.words ?? ""} ${summary?.outcome ?? ""} ${counted(graph.marks.size, "move")} to look at`);
      root.dataset.complete = "";
    } catch (error) {
      const why = whyNot(error, signal);
      if (!why) return;
      lead.progress(sentence(why), 0);
      say(why);
    }
  }

  startStepKeys(leap, { Escape: leaveLine, p: playOn }, ({ key }) => (key === "Escape" ? !line : board.hasFocus()), signal);
  signal.addEventListener("abort", () => { delete root.dataset.complete; });
  askPosition(record, signal).then((position) => {
    if (signal.aborted) return;
    graph.isWon = list.isWon = position.is_won;
    look(acts.length);
    void read();
  }).catch((error) => {
    if (error instanceof Refused && !signal.aborted) table.failed(error.message);
  });
  return { board, focus: () => acts.length && graph.slider.focus({ preventScroll: true }) };
}
