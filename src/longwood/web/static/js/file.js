// @ts-check
/** The report in a file of its own: drawn as at the table, from the answers that came with it. Nobody is asked for anything. */

import { keepPositions } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { drawReport } from "./report.js";
import { loadSettings, startRings } from "./settings.js";
import { startWalk } from "./walk.js";

/** @import { Report } from "./types.js" */

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @returns {Promise<Report>} */
async function enclosed() {
  const packed = atob(document.getElementById("answers")?.textContent ?? "");
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Where there is no table to go to, the command that sets one. @param {string} record */
function retry(record) {
  const command = h("textarea", { readonly: true, rows: "4", "aria-label": "Command" }, `longwood play ${record}`);
  openDialog("Play from here", [h("p", {}, "Run this command to play from here:"), command]);
  command.select();
}

/** @param {Report} report */
function draw({ record, game, events, positions }) {
  keepPositions(positions);
  const { signal } = new AbortController();
  const { board } = drawReport(app, game, record, signal, {
    home: null,
    back: null,
    retry,
    entries: async (heard) => events.forEach((event) => heard(...event)),
  });
  startWalk(board, signal);
}

loadSettings();
startRings();
enclosed().then(draw).catch((error) => {
  // Whatever a browser cannot do, the words are there.
  app.innerHTML = document.querySelector("noscript")?.textContent ?? "";
  throw error;
});
