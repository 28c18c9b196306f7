// @ts-check
/** The journal is the player's own: export and import, and on a shared server a name, other devices, being forgotten. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { journalLoaded, sendChange, whyNotChanged } from "./keeper.js";
import { counted } from "./names.js";
import { go } from "./router.js";
import { say } from "./speech.js";
import { change, state } from "./state.js";

/** An import is sent in parts of about so many characters. */
const PART = 40000;
/** Games that are named when they are refused. */
const MOST_PROBLEMS = 50;

/** Export, import, and on a shared server the player's name and devices. @param {HTMLElement} notice @param {() => void} redraw */
export function ownership(notice, redraw) {
  const { journal } = state;
  const formats = [["lines", "text"], ["json", "JSON"], ["csv", "CSV"]];
  return h("section", { class: "ownership" }, h("h2", {}, "Export and import"),
    h("p", { class: "buttons" }, ...formats.map(([format, words]) => h("a", { class: "button", href: `/api/journal/export?format=${format}`, download: true, target: "_self" }, `Export ${words}`)),
      h("button", { type: "button", click: () => openImport(notice, redraw) }, "Import")),
    ...(journal?.is_shared ? shared(notice) : []));
}

/** @param {HTMLElement} notice */
function shared(notice) {
  const name = h("input", { type: "text", id: "player-name", maxlength: "30", autocomplete: "off", value: state.journal?.name ?? "" });
  const problem = h("p", { class: "error", role: "alert" });
  const choose = async () => {
    try {
      problem.textContent = "";
      const chosen = await sendChange("name", { text: name.value });
      name.value = chosen.name;
      if (state.journal) change({ journal: { ...state.journal, name: chosen.name } });
      notice.textContent = chosen.name ? `You are on the leaderboard as ${chosen.name}.` : "You are not on the leaderboard.";
      say(notice.textContent);
    } catch (error) {
      problem.textContent = whyNotChanged(error);
    }
  };
  const forget = () => {
    const dialog = openDialog("Delete everything?", [
      h("p", {}, "All your games, statistics and settings on this server are deleted at once. This cannot be undone."),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", click: () => void sure() }, "Delete everything"), h("button", { type: "button", autofocus: true, click: () => dialog.close() }, "Keep it")),
    ]);
    async function sure() {
      try {
        await sendChange("forget", { ids: [] });
        go("/journal");
      } catch (error) {
        problem.textContent = whyNotChanged(error);
      } finally {
        dialog.close();
      }
    }
  };
  return [
    h("h2", {}, "Name and devices"),
    h("p", {}, h("label", { for: "player-name" }, "Your name on the leaderboard of the day; leave it empty to stay off it")),
    h("div", { class: "beside" }, name, h("button", { type: "button", click: () => void choose() }, "Save name")), problem,
    h("p", { class: "buttons" }, h("button", { type: "button", click: () => void openPass(problem) }, "Add a device"),
      h("a", { class: "button", href: "/join" }, "I have a code"), h("button", { type: "button", click: forget }, "Delete everything")),
  ];
}

/** @param {HTMLElement} problem */
async function openPass(problem) {
  problem.textContent = "";
  const given = await sendChange("pass", { ids: [] }).catch((error) => { problem.textContent = whyNotChanged(error); });
  if (!given) return;
  const { code, minutes } = given;
  const link = `${location.origin}/join/${code}`;
  openDialog("Add a device", [
    h("p", {}, `Open this link on the other device within ${minutes} minutes, or type the code there. It works once.`),
    h("p", { class: "code" }, code),
    h("textarea", { readonly: true, rows: "2", "aria-label": "Link" }, link),
  ]);
}

/** @param {HTMLElement} notice @param {() => void} redraw */
function openImport(notice, redraw) {
  const text = h("textarea", { id: "import-text", rows: "6", autocomplete: "off", spellcheck: "false" });
  const file = h("input", { type: "file", id: "import-file", accept: ".txt,.json,.csv,text/plain", change: async () => { text.value = await file.files?.[0]?.text() ?? ""; } });
  const status = h("p", { role: "status" });
  const problems = h("ul", { class: "error" });
  async function take() {
    let [fresh, known, refused] = [0, 0, 0];
    problems.replaceChildren();
    status.textContent = "Replaying the games…";
    try {
      for (const part of parts(text.value)) {
        const done = await sendChange("import", part);
        fresh += done.new;
        known += done.known;
        refused += done.refused;
        problems.append(...done.problems.slice(0, MOST_PROBLEMS - problems.childElementCount).map((/** @type {string} */ words) => h("li", {}, words)));
      }
      const more = refused - problems.childElementCount;
      if (more) problems.append(h("li", {}, `${counted(more, "more game")} refused.`));
      status.textContent = `${counted(fresh, "game")} imported${known ? `, ${known.toLocaleString("en-GB")} ${known === 1 ? "was" : "were"} there already` : ""}.`;
      redraw();
    } catch (error) {
      status.textContent = error instanceof SyntaxError ? `This is not JSON: ${error.message}.` : whyNotChanged(error);
    }
  }
  openDialog("Import games", [
    h("p", {}, "Choose an export, or paste game links or records, one per line."),
    h("label", { for: "import-file" }, "File"), file, h("label", { for: "import-text" }, "Games"), text,
    h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", click: () => void take() }, "Import")), status, problems,
  ]);
}

/** A long text in parts that the server takes, each a whole one; `before` is what came in the parts before. @param {string} text */
function parts(text) {
  if (text.length <= PART) return [{ text, before: 0 }];
  if (text.trimStart().startsWith("{")) {
    const { entries, ...rest } = JSON.parse(text);
    // What is no journal is for the server to refuse.
    if (!Array.isArray(entries)) return [{ text: JSON.stringify(rest), before: 0 }];
    return chunks(entries.map((/** @type {object} */ entry) => JSON.stringify(entry)), (some) => `${JSON.stringify(rest).slice(0, -1)},"entries":[${some.join(",")}]}`);
  }
  const lines = text.split("\n");
  const head = lines[0].startsWith("id,record") ? `${lines.shift()}\n` : "";
  return chunks(lines, (some) => head + some.join("\n"));
}

/** @param {string[]} pieces @param {(some: string[]) => string} join */
function chunks(pieces, join) {
  /** @type {string[][]} */
  const found = [[]];
  let size = 0;
  for (const piece of pieces) {
    if (size + piece.length > PART && size) {
      found.push([]);
      size = 0;
    }
    found[found.length - 1].push(piece);
    size += piece.length + 1;
  }
  let before = 0;
  return found.map((some) => {
    const part = { text: join(some), before };
    before += some.length;
    return part;
  });
}

/** Take the journal of another device to this one. @param {HTMLElement} root @param {string} code @param {AbortSignal} signal */
export async function startJoin(root, code, signal) {
  document.title = "Use your journal here · Longwood";
  await journalLoaded();
  if (signal.aborted) return;
  const input = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", value: code });
  const problem = h("p", { class: "error", role: "alert" });
  async function join() {
    problem.textContent = "";
    try {
      await sendChange("join", { text: input.value });
      location.assign("/journal");
    } catch (error) {
      problem.textContent = whyNotChanged(error);
    }
  }
  const count = state.journal?.unfinished_count ?? 0;
  root.className = "message";
  root.replaceChildren(h("main", {}, h("h1", {}, "Use your journal here"),
    h("p", {}, `This browser will share the journal of the device that showed the code.${count ? " The games that you played here come along." : ""}`),
    h("label", { for: "code" }, "Code"), h("div", { class: "beside" }, input, h("button", { type: "button", class: "primary", click: () => void join() }, "Use it here")), problem,
    h("p", {}, h("a", { href: "/journal" }, "Back to the journal"))));
}
