// @ts-check
/** The journal: what was played, in numbers and pictures; the history; taking it along. */

import { Refused, askJournal, sendJournal } from "./api.js";
import { accuracyChart, calendarChart, dayWords, winsChart } from "./charts.js";
import { clockText } from "./clock.js";
import { openDialog } from "./dialog.js";
import { h, icon } from "./dom.js";
import { giveUp, journalLoaded, refreshJournal } from "./keeper.js";
import { counted, dealName, sentence } from "./names.js";
import { addressOf, go } from "./router.js";
import { LEVELS } from "./settings.js";
import { say } from "./speech.js";
import { state } from "./state.js";

/** @import { Entries, Entry, Statistics, Totals } from "./types.js" */

/** @type {Record<string, string>} */
const ENDING_WORDS = { open: "Unfinished", won: "Won", stuck: "Stuck", "given up": "Given up" };
/** An import is sent in parts of about so many characters. */
const PART = 40000;

/** @param {number} seconds */
const time = (seconds) => clockText(seconds * 1000);

/** @param {number} seconds */
function longTime(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (!minutes) return `${Math.floor(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

/** @param {string} part @param {object} body */
const send = (part, body) => sendJournal(part, body, state.journal?.token ?? "");

/** @param {Totals} all @param {Statistics} found */
function numbers(all, found) {
  /** @type {[string, string, string][]} */
  const cells = [
    ["Played", String(all.played), longTime(all.seconds)],
    ["Won", String(all.won), all.played ? `${percent(all.share)}, likely ${Math.round(all.low * 100)} to ${percent(all.high)}` : ""],
    ["Streak", String(all.streak), `longest ${all.longest_streak}`],
    ["Days in a row", String(found.day_streak), `longest ${found.longest_day_streak}`],
    ["Best time", all.best_seconds === null ? "–" : time(all.best_seconds), all.mean_seconds === null ? "" : `mean ${time(all.mean_seconds)}`],
    ["Fewest moves", all.best_acts === null ? "–" : String(all.best_acts), all.mean_acts === null ? "" : `mean ${Math.round(all.mean_acts)}`],
  ];
  if (all.accuracy !== null) cells.push(["Accuracy", String(Math.round(all.accuracy)), `${counted(all.analysed, "game")} analysed`]);
  return h("dl", { class: "numbers" }, ...cells.map(([name, value, more]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, h("strong", {}, value), more ? h("small", {}, more) : null))));
}

/** @param {string} title @param {Totals[]} rows */
function table(title, rows) {
  const heads = ["", "Played", "Won", "Share", "Longest streak", "Best time", "Fewest moves", "Best score"];
  const body = rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.title), ...[
    String(row.played), String(row.won), row.played ? percent(row.share) : "–", String(row.longest_streak),
    row.best_seconds === null ? "–" : time(row.best_seconds), row.best_acts === null ? "–" : String(row.best_acts),
    row.best_score === null ? "–" : `${row.best_score}${row.best_possible === null ? "" : ` of ${row.best_possible}`}`,
  ].map((cell) => h("td", {}, cell))));
  return h("section", { class: "by" }, h("h2", {}, title),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head || h("span", { class: "unseen" }, title))))), h("tbody", {}, ...body))));
}

/** @param {Entry} entry */
function facts(entry) {
  const help = entry.fair_hints + entry.seeing_hints + entry.verdicts + entry.chances;
  return [counted(entry.acts, "move"), `score ${entry.score}`, time(entry.seconds), entry.undos ? counted(entry.undos, "undo") : "", help ? `${counted(help, "question")} asked` : ""].filter(Boolean).join(", ");
}

/** @param {Entry} entry @param {(entry: Entry) => void} drop @param {(entry: Entry) => void} end */
function row(entry, drop, end) {
  const deal = entry.record.split("/")[0];
  const isOpen = entry.ending === "open";
  const name = `${entry.title}, ${dealName(deal)}`;
  const day = new Date(entry.ended ?? entry.saved);
  /** @param {string} words @param {string} href @param {boolean} [isNew] */
  const link = (words, href, isNew = false) => h("a", { href, "data-new": isNew, "aria-label": `${words}: ${name}` }, words);
  return h("li", { class: "entry", "data-id": entry.id },
    h("time", { datetime: day.toISOString() }, day.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })),
    h("div", { class: "what" },
      h("strong", {}, entry.title), h("span", {}, `${sentence(dealName(deal)).replace(/\.$/, "")}${entry.day ? `, deal of ${dayWords(entry.day)}` : ""}${entry.level ? `, ${LEVELS[/** @type {1 | 2 | 3 | 4} */ (entry.level)].toLowerCase()}` : ""}`),
      h("small", {}, facts(entry))),
    h("span", { class: `ending ending-${entry.ending.replace(" ", "-")}` }, ENDING_WORDS[entry.ending]),
    h("div", { class: "acts" },
      isOpen ? link("Resume", addressOf("play", entry.record)) : link("Replay", addressOf("view", entry.record)),
      entry.acts && !isOpen ? link("Report", addressOf("report", entry.record)) : null,
      link("Play again", addressOf("play", deal), true),
      isOpen ? h("button", { type: "button", class: "link", "aria-label": `Give up: ${name}`, click: () => end(entry) }, "Give up") : null,
      h("button", { type: "button", class: "link", "aria-label": `Delete: ${name}`, click: () => drop(entry) }, "Delete")));
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export async function startJournal(root, signal) {
  document.title = "Journal · Longwood";
  const main = h("main", {}, h("p", {}, "Opening the journal…"));
  root.className = "journal-view";
  root.replaceChildren(
    h("header", { class: "bar" }, h("a", { class: "button", href: "/" }, "All games"), h("h1", {}, "Journal")), main);
  window.scrollTo(0, 0);
  await refreshJournal();
  if (signal.aborted) return;
  const { journal } = state;
  if (!journal?.is_kept) {
    main.replaceChildren(h("p", {}, journal?.problem || "This table keeps no journal."), h("p", {}, "Your unfinished games are kept in this browser."));
    return;
  }
  const notice = h("p", { class: "notice", role: "status" });
  const asked = new URLSearchParams(location.search);
  /** @param {string} name @param {string} label @param {string[][]} values */
  const choice = (name, label, values) => h("label", {}, h("span", {}, label), h("select", { name, change: () => void draw() },
    ...values.map(([value, words]) => h("option", { value, selected: asked.get(name) === value }, words))));
  const games = [["", "All games"], ...state.games.map((game) => [game.slug, game.title])];
  const filters = h("form", { class: "filters", "aria-label": "Filters", submit: (/** @type {Event} */ event) => { event.preventDefault(); void draw(); } },
    choice("game", "Game", games), choice("ending", "Ending", [["", "Any ending"], ...Object.entries(ENDING_WORDS)]),
    choice("level", "Level", [["", "Any level"], ...Object.entries(LEVELS).slice(1)]),
    choice("daily", "Deals", [["", "All deals"], ["1", "Deals of the day"]]),
    ...[["since", "From"], ["until", "To"]].map(([name, label]) => h("label", {}, h("span", {}, label), h("input", { type: "date", name, value: asked.get(name) ?? "", change: () => void draw() }))),
    h("label", {}, h("span", {}, "Deal"), h("input", { type: "text", name: "deal", autocomplete: "off", placeholder: `${state.games[0]?.slug}.5`, value: asked.get("deal") ?? "", change: () => void draw() })));
  const shown = h("div", { class: "shown" });
  // On a small screen the numbers come first.
  const folded = h("details", { class: "folded", open: window.innerWidth > 760 || location.search !== "" }, h("summary", {}, "Filters"), filters);
  main.replaceChildren(...notes(notice), notice, folded, shown, ownership(notice, () => void draw()));

  function query() {
    const found = new URLSearchParams();
    for (const [name, value] of new FormData(filters)) if (String(value).trim()) found.set(name, String(value).trim());
    return found;
  }

  /** @param {string} text */
  function tell(text) {
    notice.textContent = text;
    say(text);
  }

  let drawn = 0;
  async function draw() {
    const mine = ++drawn;
    const asked = query().toString();
    history.replaceState(history.state, "", `/journal${asked ? `?${asked}` : ""}`);
    try {
      const [found, page] = /** @type {[Statistics, Entries]} */ (await Promise.all([askJournal(`/statistics?${asked}`, signal), askJournal(`/entries?${asked}`, signal)]));
      if (signal.aborted || mine !== drawn) return;
      notice.textContent = "";
      shown.replaceChildren(...content(found, page));
      // The newest is at the right end.
      for (const chart of shown.querySelectorAll(".chart > .scroll")) chart.scrollLeft = chart.scrollWidth;
    } catch (error) {
      if (error instanceof Refused && mine === drawn) notice.textContent = error.message;
    }
  }

  /** @param {Statistics} found @param {Entries} page */
  function content(found, page) {
    if (!page.count) return [h("p", { class: "empty" }, query().size ? "No such game." : "Nothing played yet. Every game that you play is kept here.")];
    const list = h("ol", { class: "history", role: "list" });
    const more = h("button", { type: "button", click: () => void next() }, "Show more");
    let after = "";
    /** @param {Entries} some */
    function add(some) {
      list.append(...some.entries.map((entry) => row(entry, (each) => void drop(each), (each) => void end(each))));
      after = some.after;
      more.hidden = !after;
    }
    async function next() {
      const asked = query();
      asked.set("after", after);
      const last = list.lastElementChild;
      add(await askJournal(`/entries?${asked}`, signal));
      /** @type {HTMLElement | null | undefined} */ (last?.nextElementSibling?.querySelector("a"))?.focus();
    }
    add(page);
    const stones = found.milestones.slice(-8).reverse();
    return [
      numbers(found.all, found),
      h("div", { class: "charts" }, calendarChart(found.days, found.day_streak, found.longest_day_streak), found.months.length ? winsChart(found.months) : null, accuracyChart(found.months)),
      stones.length ? h("section", { class: "stones" }, h("h2", {}, "Milestones"), h("ul", { role: "list" }, ...stones.map((stone) =>
        h("li", {}, h("span", {}, stone.words), h("small", {}, dayWords(new Date(stone.when).toISOString().slice(0, 10))))))) : null,
      table("By game", found.games),
      found.levels.length ? table("By level", found.levels) : null,
      h("section", {}, h("h2", {}, "History"), h("p", { class: "count" }, counted(page.count, "game")), list, more),
    ].filter((each) => each !== null);
  }

  /** @param {Entry} entry */
  async function drop(entry) {
    await send("delete", { ids: [entry.id] });
    await draw();
    tell("Deleted.");
    notice.append(" ", h("button", { type: "button", class: "link", click: () => void back() }, "Undo"));
    notice.scrollIntoView({ block: "nearest" });
    notice.querySelector("button")?.focus();
    async function back() {
      await send("undelete", { ids: [entry.id] });
      await draw();
      tell("The game is back.");
    }
  }

  /** @param {Entry} entry */
  async function end(entry) {
    await giveUp(entry.id);
    await draw();
    tell("Given up.");
  }
  await draw();
}

/** What the player should know about the journal. @param {HTMLElement} notice */
function notes(notice) {
  const { journal } = state;
  if (!journal?.note) return [];
  const restore = async () => {
    const { changed } = await send("restore", { ids: [] });
    await refreshJournal();
    notice.textContent = `${counted(changed, "game")} brought back.`;
    go("/journal");
  };
  return [h("p", { class: "warning" }, journal.note, " ", journal.backup ? h("button", { type: "button", click: () => void restore() }, `Bring back the games of ${dayWords(journal.backup)}`) : null)];
}

/** Export, import, and on a shared server the player's name and devices. @param {HTMLElement} notice @param {() => void} redraw */
function ownership(notice, redraw) {
  const { journal } = state;
  const formats = [["lines", "Text"], ["json", "JSON"], ["csv", "CSV"]];
  return h("section", { class: "ownership" }, h("h2", {}, "Yours to take"),
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
      const chosen = await send("name", { text: name.value });
      name.value = chosen.name;
      notice.textContent = chosen.name ? `You are on the leaderboard as ${chosen.name}.` : "You are not on the leaderboard.";
      say(notice.textContent);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const forget = () => {
    const dialog = openDialog("Delete everything?", [
      h("p", {}, "All your games, statistics and settings on this server are deleted at once. This cannot be undone."),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", click: () => void sure() }, "Delete everything"), h("button", { type: "button", autofocus: true, click: () => dialog.close() }, "Keep it")),
    ]);
    async function sure() {
      await send("forget", { ids: [] });
      dialog.close();
      go("/journal");
    }
  };
  return [
    h("p", {}, h("label", { for: "player-name" }, "Your name on the leaderboard of the day; leave it empty to stay off it")),
    h("div", { class: "beside" }, name, h("button", { type: "button", click: () => void choose() }, "Save name")), problem,
    h("p", { class: "buttons" }, h("button", { type: "button", click: () => void openPass() }, "Use another device too"),
      h("a", { class: "button", href: "/join" }, "I have a code"), h("button", { type: "button", click: forget }, "Delete everything")),
  ];
}

async function openPass() {
  const { code, minutes } = await send("pass", { ids: [] });
  const link = `${location.origin}/join/${code}`;
  openDialog("Use another device too", [
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
    let [fresh, known] = [0, 0];
    problems.replaceChildren();
    status.textContent = "Replaying the games…";
    try {
      for (const part of parts(text.value)) {
        const done = await send("import", { text: part });
        fresh += done.new;
        known += done.known;
        problems.append(...done.problems.map((/** @type {string} */ words) => h("li", {}, words)));
      }
      status.textContent = `${counted(fresh, "game")} imported${known ? `, ${known} were there already` : ""}.`;
      redraw();
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  openDialog("Import games", [
    h("p", {}, "Choose an export, or paste game links or records, one a line."),
    h("label", { for: "import-file" }, "File"), file, h("label", { for: "import-text" }, "Games"), text,
    h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", click: () => void take() }, "Import")), status, problems,
  ]);
}

/** A long text in parts that the server takes, each a whole one. @param {string} text */
function parts(text) {
  if (text.length <= PART) return [text];
  if (text.trimStart().startsWith("{")) {
    const { entries = [], ...rest } = JSON.parse(text);
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
  return found.map(join);
}

/** Take the journal of another device to this one. @param {HTMLElement} root @param {string} code @param {AbortSignal} signal */
export async function startJoin(root, code, signal) {
  document.title = "Use another device · Longwood";
  await journalLoaded();
  if (signal.aborted) return;
  const input = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "characters", value: code });
  const problem = h("p", { class: "error", role: "alert" });
  async function join() {
    problem.textContent = "";
    try {
      await send("join", { text: input.value });
      location.assign("/journal");
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  const count = state.journal?.unfinished_count ?? 0;
  root.className = "message";
  root.replaceChildren(h("main", {}, h("h1", {}, "Use your journal here"),
    h("p", {}, `This browser will share the journal of the device that showed the code.${count ? " The games that you played here go along." : ""}`),
    h("label", { for: "code" }, "Code"), h("div", { class: "beside" }, input, h("button", { type: "button", class: "primary", click: () => void join() }, "Use it here")), problem,
    h("p", {}, h("a", { href: "/journal" }, "Back to the journal"))));
}
