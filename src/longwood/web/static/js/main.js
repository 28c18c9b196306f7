// @ts-check
/** Starts the page: reads the address and shows what it names. */

import { Refused, askAhead, askGame, askGames, askPosition } from "./api.js";
import { closeDialogs } from "./dialog.js";
import { openReport } from "./dialogs.js";
import { h } from "./dom.js";
import { startJournal } from "./journal.js";
import { journalLoaded, waitingGames } from "./keeper.js";
import { startLeaders } from "./leaders.js";
import { teach } from "./lesson.js";
import { startLobby } from "./lobby.js";
import { signed, slugOf } from "./names.js";
import { startPlay } from "./play.js";
import { startReport } from "./report_view.js";
import { addressOf, entry, rewrite, route, startRouter } from "./router.js";
import { rulesOf } from "./rules.js";
import { loadSettings, startRings } from "./settings.js";
import { startSounds } from "./sound.js";
import { change, listen, state } from "./state.js";
import { leaveTable, newDeal, saveNow, table } from "./table.js";
import { startJoin } from "./taking.js";
import { startViewer } from "./viewer.js";

/** @import { Game } from "./types.js" */

/** How long the lobby waits for the journal, in milliseconds. */
const PATIENCE = 150;

/** How often a new page of the server is fetched where the old one comes back, and how long lies between, in milliseconds. */
const MOST_TRIES = 3;
const TRY_AGAIN = 60_000;

/** How long after the first cards the worker is asked to keep the page. */
const WORKER_LATER = 2000;

/** @type {AbortController | null} */
let view = null;
const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @param {string} title @param {string} text */
function startMessage(title, text) {
  document.title = `${title} · Longwood`;
  app.className = "message";
  app.replaceChildren(h("main", {}, h("h1", {}, title), h("p", {}, signed(text)), h("p", {}, h("a", { class: "button primary", href: "/" }, "All games"))));
}

/** @param {string} slug @param {AbortSignal} signal */
async function startRules(slug, signal) {
  try {
    const { title, body } = await rulesOf(slug, signal);
    if (signal.aborted) return;
    document.title = `Rules of ${title} · Longwood`;
    app.className = "rules-view";
    app.replaceChildren(
      h("header", { class: "bar" },
        h("a", { class: "button", href: "/" }, "All games"),
        h("a", { class: "button", href: `/learn/${slug}` }, "Teach me"),
        h("button", { type: "button", class: "primary", click: () => void newDeal(slug) }, `Play ${title}`)),
      h("main", {}, body));
    window.scrollTo(0, 0);
  } catch (error) {
    if (error instanceof Refused && !signal.aborted) startMessage("No such rules", error.message);
  }
}

/** A guided first game. @param {string} slug @param {AbortSignal} signal */
async function startLearning(slug, signal) {
  startMessage("One moment", "Setting up the table…");
  try {
    await teach(slug, true);
  } catch (error) {
    if (error instanceof Refused && !signal.aborted) startMessage("No such lesson", error.message);
  }
}

/** Whether a record may have more than one spelling: options and piles may come in any order. @param {string} record */
const isLoose = (record) => /[,@]/.test(record);

/**
 * A record with options or piles of its own, or of no game at all: it is asked for before there is a table.
 * @param {"play" | "view" | "report"} kind @param {string} asked @param {(root: HTMLElement, game: Game, record: string, signal: AbortSignal) => void} start @param {AbortSignal} signal
 */
async function startUnlisted(kind, asked, start, signal) {
  try {
    const { record, game: slug } = await askPosition(asked, signal);
    const game = state.games.find((g) => g.slug === slug) ?? await askGame(slug, signal);
    if (signal.aborted) return;
    // From here on it has one spelling, in the address too.
    if (record !== asked) rewrite(addressOf(kind, record), entry());
    start(app, game, record, signal);
  } catch (error) {
    if (error instanceof Refused && !signal.aborted) table.failed(error.message);
  }
}

function draw() {
  view?.abort();
  const { signal } = (view = new AbortController());
  closeDialogs();
  const { view: kind, name } = route();
  table.failed = (reason) => {
    view?.abort();
    leaveTable();
    startMessage("This game can’t be shown", reason);
  };
  if (kind === "play" || kind === "view" || kind === "report") {
    const slug = slugOf(name);
    const start = { play: startPlay, report: startReport, view: startViewer }[kind];
    const game = state.games.find((g) => g.slug === slug);
    if (game && !isLoose(name)) start(app, game, name, signal);
    else void startUnlisted(kind, name, start, signal);
    return;
  }
  leaveTable();
  if (kind === "lobby") startLobby(app, signal);
  else if (kind === "ask") {
    startLobby(app, signal);
    openReport();
  }
  else if (kind === "rules") void startRules(name, signal);
  else if (kind === "learn") void startLearning(name, signal);
  else if (kind === "journal") void startJournal(app, signal);
  else if (kind === "join") void startJoin(app, name, signal);
  else if (kind === "day") void startLeaders(app, name, signal);
  else startMessage("Nothing here", `There is no page at ${name}.`);
}

/** Where there is no table with a note of its own, the state of the connection is said here. */
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
listen(() => {
  trouble.hidden = state.connection === "good" || document.querySelector(".note") !== null;
  const text = state.connection === "lost" ? "Connection lost, retrying…" : "Waiting for the server…";
  trouble.textContent = trouble.hidden ? "" : text;
});

/** There is a page and no server: that is said plainly, and it waits. */
function sayAway() {
  if (state.connection !== "lost" || app.childElementCount) return;
  const kept = waitingGames();
  startMessage("The server can’t be reached", "Longwood’s cards come from its server, and it doesn’t answer. If it runs on this machine, start it with the command “longwood”.");
  app.querySelector("main p:last-child")?.replaceWith(
    kept ? h("p", {}, `${kept === 1 ? "A game that you played is" : `${kept} games that you played are`} kept here and saved when the server is back.`) : "",
    h("p", {}, "This page continues by itself as soon as the server answers."),
    h("p", {}, h("button", { type: "button", class: "primary", click: () => location.reload() }, "Try now")));
}
const stopAway = listen(sayAway);

/** The server has another page than this one: it is fetched as soon as nobody is in the middle of something. */
function renew() {
  const { newPage } = state;
  if (!newPage || document.querySelector("dialog[open], .carrying, .held")) return;
  try {
    // A slow server gets the old page shown once more, so there is another try later; but one that cannot make up its
    // mind is not asked for ever.
    /** @type {Record<string, number[]>} */
    const tried = JSON.parse(sessionStorage.getItem("longwood.pages") ?? "{}");
    const times = tried[newPage] ?? [];
    if (times.length >= MOST_TRIES || Date.now() < (times.at(-1) ?? 0) + TRY_AGAIN) return;
    sessionStorage.setItem("longwood.pages", JSON.stringify({ ...tried, [newPage]: [...times, Date.now()] }));
  } catch {
    return;
  }
  saveNow();
  location.reload();
}
listen(renew);

/** The worker keeps the page for next time; it begins when there is nothing better to do. */
function startWorker() {
  if (!("serviceWorker" in navigator) || !document.documentElement.dataset.page) return;
  setTimeout(() => void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}), WORKER_LATER);
}

loadSettings();
startRings();
startSounds();
const { view: first, name } = route();
// All that is needed for the first card is asked for at once.
if (first === "play") askAhead(name);
// The lobby lists unfinished games, so it waits a moment for the journal; cards do not.
const remembered = Promise.race([journalLoaded(), new Promise((resolve) => { setTimeout(resolve, first === "lobby" ? PATIENCE : 0); })]);
Promise.all([askGames(), remembered]).then(([{ families, games }]) => {
  change({ families, games });
  startRouter(draw, saveNow);
  stopAway();
  document.documentElement.dataset.ready = "";
  startWorker();
});
