// @ts-check
/** The report of a game: the graph, what it amounts to, the marks, and a board to look at all of it. */

import { gameWords, shareWords, whyNot } from "./analyst.js";
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
/** @import { ChanceAt, Game, Mark, Par, Share, Summary } from "./types.js" */

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
/** @type {Record<string, string>} */
const PLURALS = { good: "good", inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders", "not compared": "weak but not compared with the best", "nothing to lose": "with nothing left to lose", "not judged": "not judged" };
/** How the losing move is graded by what could be seen. @type {Record<string, string>} */
const A_GRADE = { good: "was a good move", inaccuracy: "was an inaccuracy", mistake: "was a mistake", blunder: "was a blunder", "nothing to lose": "had nothing to lose", "not judged": "could not be judged" };
const HINDSIGHT = "The band below is hindsight: it is proven using hidden cards, and so are the lines that win.";
const GRADED = "Grades go by what a move cost of the possible worlds that could be won with all cards open";
const BY_GAMES = ", or of the games that a quick player wins from there, who sees no more than you, less what luck may make of them; the greater counts.";

/** The share of games won. @param {Share} played */
const won = ({ won, lost }) => won / (won + lost);

/** What the curve rests on: in how many worlds the unseen cards were dealt anew, once all positions are weighed. @param {ChanceAt[]} chances */
function curveWords(chances) {
  const sizes = chances.map(({ share: { won, lost, unknown } }) => won + lost + unknown);
  const most = Math.max(0, ...sizes);
  if (most === 1) return "Nothing was hidden at any move, so that each point of the curve is a verdict.";
  const isExact = most > 0 && chances.every((chance) => chance.is_exact);
  const worlds = !most ? "possible worlds" : isExact ? `all possible worlds, at most ${most} for a move`
    : `${most} possible worlds for each move${Math.min(...sizes) < most ? ", or in all of them where there are fewer" : ""}`;
  const halves = chances.some(({ share }) => share.unknown) ? " Those that were not decided count half." : "";
  const shade = isExact ? "" : " The shade is its 95\u00a0% interval.";
  return `The curve is the chance as you could see it: the unseen cards dealt anew in ${worlds}.${halves}${shade}`;
}

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
  const facts = h("dl", { class: "result" });
  const list = h("ol", { class: "marks" });
  const none = h("p", { class: "none" });
  const basis = h("p", { class: "basis" });
  const graded = h("p", { class: "graded" }, `${GRADED}.`);
  const number = dealName(record);
  root.className = "report-view";
  root.replaceChildren(
    h("header", { class: "bar" },
      ways.home,
      h("h1", {}, `Report on ${game.title}`, h("small", {}, number)),
      ways.back),
    h("main", {},
      sight,
      h("div", { class: "told" }, status, facts,
        h("figure", { hidden: !acts.length }, graph.svg, slider, h("figcaption", {}, legend())),
        h("section", { hidden: !acts.length }, h("h2", {}, "Moves to look at"), graded, none, list, basis))),
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
    const { better } = mark;
    const [after, instead] = [mark.games_lost ? mark.played : null, better?.played];
    const costs = mark.worlds_lost > 0.005 ? [`${Math.round(mark.worlds_lost * 100)} of 100 possible worlds`] : [];
    if (after && instead) costs.push(`${Math.round(100 * (won(instead) - won(after)))} of 100 games`);
    const loss = costs.length ? `, costs ${costs.join(" and ")}` : "";
    const games = after && instead ? ` By estimate a quick player wins ${gameWords(instead)} games after it, ${gameWords(after)} after your move.` : "";
    const win = mark.line;
    const isOther = better && win.length > 0 && win[0] !== better.move.text;
    return h("li", { "data-number": mark.number, class: `grade-${grade}` },
      h("p", { class: "what" }, sign(grade), h("strong", {}, `${GRADES[grade]}, move ${mark.number + 1}:`), ` ${signed(mark.words)}${loss}.${mark.is_turn ? ` From what you saw it ${A_GRADE[mark.grade]}.` : ""}`),
      better ? h("p", {}, `${better.move.text === mark.act ? "No move was better from what you saw" : `Better from what you saw: ${signed(better.move.words)}`}. It keeps ${shareWords(better.share)} possible worlds winnable.${games}`) : null,
      win.length ? h("p", { class: "soft" }, `Using hidden cards: ${win[0] === mark.act ? "your move still wins" : isOther ? "another move wins" : "it wins"}, in ${counted(win.length, "move")}.`) : null,
      h("div", { class: "buttons" },
        better ? h("button", { type: "button", click: () => showLine(mark.number, isOther || !win.length ? [better.move.text] : win) }, isOther || !win.length ? "Show it" : "Show the win") : null,
        isOther || (win.length && !better) ? h("button", { type: "button", click: () => showLine(mark.number, win) }, "Show the win") : null,
        h("button", { type: "button", click: () => ways.retry(recordAt(mark.number), acts.slice(mark.number).reverse()) }, "Retry from here")));
  }

  function drawFacts() {
    const last = summary?.last_winnable ?? null;
    /** @type {[string, string][]} */
    const rows = [];
    if (par) rows.push(["Score", String(par.reached)], ["Par", parWords(par)]);
    if (summary) {
      if (state.position?.record === record) isWon = state.position.is_won;
      const words = last === null ? (graph.verdicts.get(0) === "lost" ? "none: the deal is lost" : "none proven") : last === acts.length ? (isWon ? "the end" : "this one") : `before move ${last + 1}`;
      rows.push(["Last position known to be winnable", words]);
      const lost = Math.min(...[...graph.verdicts].filter(([, verdict]) => verdict === "lost").map(([number]) => number));
      // Where the loss lies between two positions and no search could say at which move, that is said.
      if (last !== null && lost > last + 1 && lost <= acts.length) rows.push(["Known to be lost", `after move ${lost}; in between it is not known`]);
      rows.push(["Moves", gradeWords()]);
    }
    facts.replaceChildren(...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    if (summary && last !== null && last < acts.length && summary.line.length) {
      const moves = summary.line;
      facts.append(h("div", {}, h("dt", {}, "From there"), h("dd", {}, h("button", { type: "button", click: () => showLine(last, moves) }, `a win in ${counted(moves.length, "move")}`))));
    }
  }

  /** How many moves are of which grade. */
  function gradeWords() {
    const counts = new Map();
    for (const { number, grade } of graph.chances.values()) if (number < acts.length) counts.set(grade, (counts.get(grade) ?? 0) + 1);
    const words = Object.entries(PLURALS).filter(([grade]) => counts.get(grade)).map(([grade, many]) => {
      const count = counts.get(grade);
      return `${count} ${count === 1 && !["not compared", "nothing to lose"].includes(grade) ? grade : many}`;
    });
    const circles = summary?.returns ? `; ${summary.returns} led back to where the game had been` : "";
    return `${words.join(", ") || "none"}${circles}`;
  }

  function drawProgress() {
    const { size } = graph.chances;
    basis.textContent = `${curveWords(size > acts.length ? [...graph.chances.values()] : [])} ${HINDSIGHT}`;
    status.textContent = progress || (size <= acts.length ? `${size} of ${counted(acts.length + 1, "position")} weighed…` : "Looking for better moves…");
  }

  /** The move that led here, and what is known of this position. */
  function hereWords() {
    const { position } = state;
    if (!position || position.record !== shown()) return seen.textContent ?? "";
    const move = position.last ? sentence(`${line ? "" : `Move ${at}: `}${signed(position.last.words)}`) : "The deal.";
    if (line) return `${move} ${position.is_won ? "Won." : ""}`;
    const [chance, verdict] = [graph.chances.get(at), graph.verdicts.get(at)];
    const isOpen = chance && (!chance.is_exact || chance.share.won + chance.share.lost + chance.share.unknown > 1);
    const share = isOpen ? `Now ${shareWords(chance.share)} possible worlds can be won.` : "";
    return `${move} ${share} ${verdict === "won" ? "It can be won." : verdict === "lost" ? "It is lost." : ""}`;
  }

  /** What to say where there is no mark. */
  function nothing() {
    const open = [...graph.chances.values()].filter(({ number, grade }) => number < acts.length && grade === "not judged").length;
    return open ? `Nothing is found; ${counted(open, "move")} could not be judged, because no possible world was found that can be won.`
      : "Nothing: no move cost a noticeable part of the chances.";
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
        else if (event === "summary") {
          summary = data;
          graded.textContent = `${GRADED}${summary.is_played ? BY_GAMES : "."}`;
        }
        else if (event === "mark") {
          graph.marks.set(data.number, data);
          list.replaceChildren(...[...graph.marks.values()].sort((a, b) => a.number - b.number).map(item));
        }
        if (event === "par" || event === "summary") drawFacts();
        drawProgress();
        graph.draw();
        seen.textContent = hereWords();
      });
      progress = "The report is complete.";
      drawFacts();
      if (!graph.marks.size) none.textContent = nothing();
      say(`The report is complete. ${counted(graph.marks.size, "move")} to look at`);
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
