// @ts-check
/** Starts the page: reads the address and shows what it names. */

import { Refused, askAhead, askGame, askGames, askPosition, askRules } from "./api.js";
import { closeDialogs } from "./dialog.js";
import { openReport } from "./dialogs.js";
import { h } from "./dom.js";
import { startJoin, startJournal } from "./journal.js";
import { journalLoaded } from "./keeper.js";
import { startLeaders } from "./leaders.js";
import { startLobby } from "./lobby.js";
import { signed, slugOf } from "./names.js";
import { startPlay } from "./play.js";
import { startReport } from "./report_view.js";
import { addressOf, entry, rewrite, route, startRouter } from "./router.js";
import { loadSettings, startRings } from "./settings.js";
import { change, listen, state } from "./state.js";
import { leaveTable, newDeal, saveNow, table } from "./table.js";
import { startViewer } from "./viewer.js";

/** @import { Game } from "./types.js" */

/** How long the lobby waits for the journal, in milliseconds. */
const PATIENCE = 700;

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
    const { title, html } = await askRules(slug);
    if (signal.aborted) return;
    document.title = `Rules of ${title} · Longwood`;
    const body = h("article", { class: "prose" });
    body.innerHTML = html;
    app.className = "rules-view";
    app.replaceChildren(
      h("header", { class: "bar" },
        h("a", { class: "button", href: "/" }, "All games"),
        h("button", { type: "button", class: "primary", click: () => void newDeal(slug) }, `Play ${title}`)),
      h("main", {}, body));
    window.scrollTo(0, 0);
  } catch (error) {
    if (error instanceof Refused && !signal.aborted) startMessage("No such rules", error.message);
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
    startMessage("This game cannot be shown", reason);
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

loadSettings();
startRings();
const { view: first, name } = route();
// All that is needed for the first card is asked for at once.
if (first === "play") askAhead(name);
// The lobby lists unfinished games, so it waits a moment for the journal; cards do not.
const remembered = Promise.race([journalLoaded(), new Promise((resolve) => { setTimeout(resolve, first === "lobby" ? PATIENCE : 0); })]);
Promise.all([askGames(), remembered]).then(([{ families, games }]) => {
  change({ families, games });
  startRouter(draw, saveNow);
  document.documentElement.dataset.ready = "";
});
