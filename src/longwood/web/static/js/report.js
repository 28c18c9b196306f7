// @ts-check
/** The report of a game: the graph, what it amounts to, the marks, and a board to look at all of it. */

import { whyNot, winWords } from "./analyst.js";
import { Refused, askPosition } from "./api.js";
import { Arrow } from "./arrow.js";
import { Board } from "./board.js";
import { attr, h, icon } from "./dom.js";
import { Graph, gradeOf, sign } from "./graph.js";
import { counted, dealName, sentence, signed } from "./names.js";
import { parWords } from "./par.js";
import { settings } from "./settings.js";
import { say } from "./speech.js";
import { change, state } from "./state.js";
import { leaveTable, show, table } from "./table.js";

/** @import { StreamEvent } from "./analyst.js" */
/** @import { Game, Mark, Par, Summary } from "./types.js" */

/**
 * Where a report is read: what leads away from it, and where the entries come from.
 * @typedef {object} Ways
 * @property {HTMLElement | null} home
 * @property {HTMLElement | null} back
 * @property {(record: string, rest: string[]) => void} retry to play from a record; the acts that followed there come with it, the next one last
 * @property {(heard: (...event: StreamEvent<"report">) => void) => Promise<void>} entries tells them all
 */

/** @type {Record<string, string>} */
const GRADES = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder", turn: "Lost the game", good: "Good" };
/** The counters, in the order of their grades. @type {[string, string, string][]} */
const COUNTERS = [["good", "good move", "good moves"], ["inaccuracy", "inaccuracy", "inaccuracies"], ["mistake", "mistake", "mistakes"], ["blunder", "blunder", "blunders"], ["nothing to lose", "after the game was lost", "after the game was lost"], ["not judged", "too early to judge", "too early to judge"]];
/** How the losing move is graded by what could be seen. @type {Record<string, string>} */
const A_GRADE = { good: "was a good move", inaccuracy: "was an inaccuracy", mistake: "was a mistake", blunder: "was a blunder", "nothing to lose": "had nothing to lose", "not judged": "could not be judged" };
const BASIS = "The curve is your win chance: how often the analyst's own player, who sees no more than you could, wins from there; the shade is its 95\u00a0% interval. A move costs what it falls behind the best one. What turns up after it is luck, and never your fault.";
const DONE = "The report is complete.";
const HINDSIGHT = "The band below is hindsight: it is proven using hidden cards, and so are the lines that win.";

/** @param {HTMLElement} root @param {Game} game @param {string} record @param {AbortSignal} signal @param {Ways} ways */
export function drawReport(root, game, record, signal, ways) {
  const [deal, ...acts] = record.split("/");
  leaveTable();
  change({ game, watched: acts });
  const graph = new Graph(acts.length, (number) => look(number));
  /** The line that is shown from a position, and how far. @type {{from: number, moves: string[], step: number} | null} */
  let line = null;
  let at = 0;
  /** Where the reader was before the cards came into view for a line. @type {number | null} */
  let readAt = null;
  /** @type {Summary | null} */
  let summary = null;
  /** @type {Par | null} */
  let par = null;
  let isWon = false;
  let progress = "";

  const boardElement = h("div", { class: "board", role: "application", "aria-roledescription": "card table", id: "board" });
  const cloth = h("section", { class: "cloth", "aria-label": "Position" }, boardElement);
  const slider = h("input", { type: "range", min: "0", max: String(acts.length), value: "0", "aria-label": "Move", input: () => look(Number(slider.value)) });
  const where = h("output", { class: "where" });
  const seen = h("p", { class: "what-here", role: "status" });
  const leave = h("button", { type: "button", hidden: true, click: leaveLine }, "Back to your game");
  /** @param {string} name @param {string} label @param {() => void} run */
  const tool = (name, label, run) => h("button", { type: "button", class: "tool", "aria-label": label.split(" (")[0], title: label, click: run }, icon(name));
  const steps = h("div", { class: "steps" },
    tool("first", "First position (Home)", () => leap(-Infinity)),
    tool("back", "Step back (left arrow)", () => leap(-1)),
    tool("forward", "Step forward (right arrow)", () => leap(1)),
    tool("last", "Last position (End)", () => leap(Infinity)),
    where, leave,
    h("button", { type: "button", class: "primary", title: "Retry from here (P)", click: retry }, "Retry from here"));
  const sight = h("div", { class: "seen" }, cloth, seen, steps);
  const status = h("p", { class: "progress", role: "status" });
  const headline = h("p", { class: "headline" });
  const counters = h("ul", { class: "counters", "aria-label": "Your moves" });
  const facts = h("dl", { class: "result" });
  const list = h("ol", { class: "marks" });
  const none = h("p", { class: "none" });
  const basis = h("details", { class: "basis" }, h("summary", {}, "How do you know?"), h("p", {}, BASIS), h("p", {}, HINDSIGHT));
  const number = dealName(record);
  root.className = "report-view";
  root.replaceChildren(
    h("header", { class: "bar" },
      ways.home,
      h("h1", {}, `Report on ${game.title}`, h("small", {}, number)),
      ways.back),
    h("main", {},
      sight,
      h("div", { class: "told" }, headline, status, counters, facts,
        h("figure", { hidden: !acts.length }, graph.svg, slider, h("figcaption", {}, legend())),
        h("section", { hidden: !acts.length }, h("h2", {}, "Moves to look at"), none, list, basis))),
  );
  document.title = `Report on ${game.title}, ${number} · Longwood`;
  const board = new Board(boardElement, game);
  table.board = board;
  const arrow = new Arrow(board, signal);
  const watcher = new ResizeObserver(() => board.resize());
  watcher.observe(boardElement);
  signal.addEventListener("abort", () => { watcher.disconnect(); table.board = null; });

  /** @param {number} n */
  const recordAt = (n) => [deal, ...acts.slice(0, n)].join("/");
  const shown = () => (line ? [recordAt(line.from), ...line.moves.slice(0, line.step)].join("/") : recordAt(at));

  /** The move to point at: the next one of the line that is shown. */
  function pointed() {
    const text = line?.moves[line.step];
    return (text && state.position?.record === shown() && state.position.moves.find((m) => m.text === text)) || null;
  }

  /** @param {number} n */
  function look(n) {
    at = Math.max(0, Math.min(acts.length, n));
    [line, readAt] = [null, null];
    draw();
  }

  /** So many moves on: along the line that is shown, or else along the game. @param {number} count */
  function leap(count) {
    if (!line) return look(at + count);
    line.step = Math.max(0, Math.min(line.moves.length, line.step + count));
    draw();
  }

  /** @param {number} from @param {string[]} moves */
  function showLine(from, moves) {
    at = from;
    line = { from, moves, step: 0 };
    draw();
    const before = window.scrollY;
    sight.scrollIntoView({ block: "nearest" });
    readAt = window.scrollY === before ? null : before;
  }

  /** Back to the game, and to where the line was asked for. */
  function leaveLine() {
    const place = readAt;
    look(at);
    if (place !== null) window.scrollTo(0, place);
  }

  function retry() {
    ways.retry(shown(), line ? [] : acts.slice(at).reverse());
  }

  function draw() {
    graph.at = at;
    graph.draw();
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `before move ${at + 1} of ${acts.length}`);
    where.textContent = line ? `line: ${line.step} / ${line.moves.length}` : `${at} / ${acts.length}`;
    if (!line && leave === document.activeElement) slider.focus({ preventScroll: true });
    leave.hidden = line === null;
    for (const item of list.children) attr(item, "aria-current", Number(/** @type {HTMLElement} */ (item).dataset.number) === at ? "true" : null);
    arrow.show(null);
    // Where the move leads is known when the cards are there.
    const point = () => {
      if (signal.aborted) return;
      arrow.show(pointed());
      seen.textContent = hereWords();
    };
    if (state.record !== shown()) void show(shown(), "leap").then(point);
    else point();
  }

  function legend() {
    return h("span", { class: "legend" }, ...["inaccuracy", "mistake", "blunder", "turn"].map((grade) => h("span", {}, sign(grade), GRADES[grade])),
      h("span", {}, h("i", { class: "band won" }), "can be won"), h("span", {}, h("i", { class: "band lost" }), "lost"), h("span", {}, h("i", { class: "band unknown" }), "not known"));
  }

  /** @param {Mark} mark */
  function item(mark) {
    const grade = gradeOf(mark);
    const { better, line: win } = mark;
    const cost = Math.round(100 * mark.loss);
    const isSame = [...better.after, better.move.text].join(".") === mark.act;
    const isOther = win.length > 0 && win[0] !== [...better.after, better.move.text][0];
    const instead = [...better.after, better.move.text];
    const after = better.after.length ? `after ${counted(better.after.length, "move")} of it, ` : "";
    return h("li", { "data-number": mark.number, class: `grade-${grade}` },
      h("p", { class: "what" }, sign(grade), h("strong", {}, `${GRADES[grade]}, move ${mark.number + 1}:`), ` ${signed(mark.words)}. ${cost ? `It cost ${counted(cost, "point")}: ${winWords(mark.played)} to win after it.` : ""}${mark.is_turn ? ` From what you saw it ${A_GRADE[mark.grade]}.` : ""}`),
      isSame || !cost ? null : h("p", {}, `Better: ${after}${signed(better.move.words)}, ${winWords(better.win)} to win.`),
      win.length ? h("p", { class: "soft" }, `Using hidden cards: ${win[0] === mark.act ? "your move still wins" : isOther ? "another move wins" : "it wins"}, in ${counted(win.length, "move")}.`) : null,
      h("div", { class: "buttons" },
        !isSame && cost ? h("button", { type: "button", click: () => showLine(mark.number, isOther || !win.length ? instead : win) }, isOther || !win.length ? "Show it" : "Show the win") : null,
        win.length && (isOther || isSame || !cost) ? h("button", { type: "button", click: () => showLine(mark.number, win) }, "Show the win") : null,
        h("button", { type: "button", click: () => ways.retry(recordAt(mark.number), acts.slice(mark.number).reverse()) }, "Retry from here")));
  }

  function drawFacts() {
    const last = summary?.last_winnable ?? null;
    /** @type {[string, string][]} */
    const rows = [];
    if (par) rows.push(["Score", String(par.reached)], ["Best possible", parWords(par)]);
    if (summary) {
      headline.textContent = summary.words;
      if (state.position?.record === record) isWon = state.position.is_won;
      const isDealLost = graph.verdicts.get(0) === "lost";
      const words = last === null ? (isDealLost ? "no: the deal is lost" : "not known") : last === acts.length ? "yes" : `until move ${last + 1}`;
      // Whoever won does not need to be told that it was possible.
      if (!isWon) rows.push(["Winnable", words]);
      const lost = Math.min(...[...graph.verdicts].filter(([, verdict]) => verdict === "lost").map(([number]) => number));
      // Where the loss lies between two positions and no search could say at which move, that is said.
      if (last !== null && lost > last + 1 && lost <= acts.length) rows.push(["Lost", `after move ${lost} at the latest`]);
    }
    facts.replaceChildren(...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    if (summary && last !== null && last < acts.length && summary.line.length) {
      const moves = summary.line;
      facts.append(h("div", {}, h("dt", {}, "From there"), h("dd", {}, h("button", { type: "button", click: () => showLine(last, moves) }, `Show the ${moves.length}-move win`))));
    }
  }

  /** Accuracy, and how many moves are of which grade. */
  function drawCounters() {
    const counts = new Map();
    for (const { number, grade } of graph.chances.values()) if (number < acts.length) counts.set(grade, (counts.get(grade) ?? 0) + 1);
    const account = summary?.account;
    const isDecided = account && account.accuracy !== null;
    const items = COUNTERS.filter(([grade]) => counts.get(grade)).map(([grade, one, many]) => h("li", { class: `grade-${grade.replaceAll(" ", "-")}` },
      h("strong", {}, String(counts.get(grade))), ` ${counts.get(grade) === 1 ? one : many}`));
    if (isDecided) items.unshift(h("li", { class: "accuracy", title: `Over ${counted(account.decisions, "decision")}: each point that a decision loses lowers it; it halves with every 15` }, h("strong", {}, `${Math.round(account.accuracy ?? 0)}\u00a0%`), " accuracy"));
    if (summary?.returns) items.push(h("li", { class: "wasted" }, h("strong", {}, String(summary.returns)), summary.returns === 1 ? " wasted move" : " wasted moves"));
    counters.replaceChildren(...items);
  }

  function drawProgress() {
    const { size } = graph.chances;
    status.textContent = progress || (size <= acts.length ? `${size} of ${counted(acts.length + 1, "position")} weighed…` : "Looking for winning lines…");
    status.hidden = progress === DONE;
  }

  /** The move that led here, and what is known of this position. */
  function hereWords() {
    const { position } = state;
    if (!position || position.record !== shown()) return seen.textContent ?? "";
    const move = position.last ? sentence(`${line ? "" : `Move ${at}: `}${signed(position.last.words)}`) : "The deal.";
    if (line) return `${move} ${position.is_won ? "Won." : ""}`;
    const [chance, verdict] = [graph.chances.get(at), graph.verdicts.get(at)];
    const number = chance ? `${sentence(`${winWords(chance.win)} to win from here`)}` : "";
    if (position.is_stuck) return `${move} No moves left.`;
    return `${move} ${position.is_won ? "Won." : number} ${position.is_won ? "" : verdict === "won" ? "With all cards open it can be won." : verdict === "lost" ? "With all cards open it is lost." : ""}`;
  }

  async function read() {
    progress = "Reading the game…";
    drawProgress();
    try {
      await ways.entries((event, data) => {
        progress = event === "waiting" ? `${data.words}…` : "";
        if (event === "verdict") graph.verdicts.set(data.number, data.verdict);
        else if (event === "chance") graph.chances.set(data.number, data);
        else if (event === "par") par = data;
        else if (event === "summary") summary = data;
        else if (event === "mark") {
          graph.marks.set(data.number, data);
          list.replaceChildren(...[...graph.marks.values()].sort((a, b) => a.number - b.number).map(item));
        }
        if (event === "par" || event === "summary") drawFacts();
        if (event === "chance" || event === "summary") drawCounters();
        drawProgress();
        graph.draw();
        seen.textContent = hereWords();
      });
      progress = DONE;
      drawFacts();
      if (!graph.marks.size) none.textContent = "No move cost you much.";
      say(`${DONE} ${summary?.words ?? ""} ${counted(graph.marks.size, "move")} to look at`);
      root.dataset.complete = "";
    } catch (error) {
      const why = whyNot(error, signal);
      if (!why) return;
      progress = sentence(why);
      say(why);
    }
    drawProgress();
  }

  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => leap(-1), ArrowRight: () => leap(1), Home: () => leap(-Infinity), End: () => leap(Infinity), Escape: leaveLine, p: retry };
  document.addEventListener("keydown", (event) => {
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key.toLowerCase() === "p" ? !settings.letters : event.key === "Escape" ? !line : board.hasFocus()) return;
    event.preventDefault();
    run();
  }, { signal });
  signal.addEventListener("abort", () => { delete root.dataset.complete; });
  askPosition(record, signal).then(() => { if (!signal.aborted) { look(acts.length); void read(); } }).catch((error) => {
    if (error instanceof Refused && !signal.aborted) table.failed(error.message);
  });
  return { board, focus: () => acts.length && slider.focus({ preventScroll: true }) };
}
