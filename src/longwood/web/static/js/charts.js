// @ts-check
/** Charts of the journal: pictures, each with a text that says the same. */

import { h, s } from "./dom.js";
import { counted } from "./names.js";

/** @import { Day, Month } from "./types.js" */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEK_DAYS = ["Mon", "Wed", "Fri"];
const A_DAY = 86400000;
const CELL = 13;
/** Room for numbers at the right of a picture, and from month to month. */
const [RIGHT, STEP] = [38, 26];

/** As in Nov 2026. @param {string} month */
export const monthWords = (month) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** A day as in 18 November 2026. @param {string} day */
export const dayWords = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The day on the player's own calendar, as in 2026-11-18. @param {number} when */
export const localDay = (when) => new Date(when - new Date(when).getTimezoneOffset() * 60000).toISOString().slice(0, 10);

/** A picture with its title, and its numbers as a table for those who cannot see it. @param {string} title @param {string} words @param {SVGElement} picture @param {string[]} heads @param {string[][]} rows */
function figure(title, words, picture, heads, rows) {
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${title}. ${words}`);
  return h("figure", { class: "chart" }, h("figcaption", {}, title), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, picture),
    h("p", { class: "in-words" }, words),
    h("details", {}, h("summary", {}, "Numbers"),
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `${title}: numbers` },
        h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
          h("tbody", {}, ...rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((cell) => h("td", {}, cell)))))))));
}

/** A line across a picture, with the number it stands for at the end that is seen first. @param {number} y @param {number} width @param {string} words */
const level = (y, width, words) => [s("line", { class: "line", x1: 0, x2: width - RIGHT, y1: y, y2: y }), s("text", { class: "start", x: width - RIGHT + 5, y: y + 3 }, words)];

/** The months below a picture, every third one by name. @param {SVGElement} picture @param {string[]} months @param {number} y */
function nameMonths(picture, months, y) {
  months.forEach((month, i) => {
    if (i % 3) return;
    const words = month.endsWith("-01") || i === 0 ? monthWords(month).replace(" 20", " ’") : monthWords(month).slice(0, 3);
    picture.append(s("text", { x: i * STEP + 22, y }, words));
  });
}

/** Wins over time: a bar a month, the part that was won filled. @param {Month[]} months */
export function winsChart(months) {
  const shown = months.slice(-36);
  const [width, height, bottom] = [Math.max(shown.length * STEP + 14 + RIGHT, 160), 140, 22];
  const most = Math.max(...shown.map((month) => month.played), 1);
  const scale = (/** @type {number} */ n) => (n / most) * (height - bottom - 10);
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "wins" }, ...level(height - bottom, width, "0"), ...level(10, width, String(most)));
  shown.forEach(({ played, won }, i) => {
    const x = i * STEP + 14;
    picture.append(
      s("rect", { class: "played", x, y: height - bottom - scale(played), width: 16, height: scale(played), rx: 2 }),
      s("rect", { class: "won", x, y: height - bottom - scale(won), width: 16, height: scale(won), rx: 2 }),
    );
  });
  nameMonths(picture, shown.map(({ month }) => month), height - 6);
  const won = shown.reduce((sum, month) => sum + month.won, 0);
  const words = `${counted(won, "win")} of ${counted(shown.reduce((sum, month) => sum + month.played, 0), "game")} in ${counted(shown.length, "month")}. The lower part of each bar shows wins.`;
  return figure("Wins by month", words, picture, ["Month", "Played", "Won"], shown.map((m) => [monthWords(m.month), String(m.played), String(m.won)]).reverse());
}

/** Accuracy over time, of the months with analysed games. @param {Month[]} months */
export function accuracyChart(months) {
  const shown = months.slice(-36);
  const known = shown.map(({ accuracy }, i) => ({ accuracy, i })).filter(({ accuracy }) => accuracy !== null);
  if (!known.length) return null;
  const [width, height, bottom] = [Math.max(shown.length * STEP + 14 + RIGHT, 160), 140, 22];
  // What people reach lies near the top: the picture begins at the ten below the lowest.
  const least = Math.min(90, Math.floor(Math.min(...known.map(({ accuracy }) => accuracy ?? 0)) / 10) * 10);
  const at = (/** @type {number} */ value) => height - bottom - ((value - least) / (100 - least)) * (height - bottom - 10);
  const points = known.map(({ accuracy, i }) => [i * STEP + 22, at(accuracy ?? 0)]);
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "accuracy" },
    ...level(height - bottom, width, String(least)), ...level(10, width, "100"),
    s("polyline", { points: points.map((point) => point.join()).join(" ") }),
    ...points.map(([cx, cy]) => s("circle", { cx, cy, r: 3 })));
  nameMonths(picture, shown.map(({ month }) => month), height - 6);
  const [first, last] = [known[0], known[known.length - 1]];
  const now = `${Math.round(last.accuracy ?? 0)}\u00a0% in ${monthWords(shown[last.i].month)}`;
  const words = known.length > 1 ? `${Math.round(first.accuracy ?? 0)}\u00a0% in ${monthWords(shown[first.i].month)}, ${now}.` : `${now}.`;
  return figure("Accuracy by month", words, picture, ["Month", "Accuracy"], known.map(({ accuracy, i }) => [monthWords(shown[i].month), `${Math.round(accuracy ?? 0)}\u00a0%`]).reverse());
}

/** A year of days: how much was played, and where the day's deal was won. @param {Day[]} days @param {number} streak @param {number} longest */
export function calendarChart(days, streak, longest) {
  const known = new Map(days.map((day) => [day.day, day]));
  // Games stand at the player's own date, ticks at that of the deal: the calendar ends with the later of the two.
  const today = new Date([localDay(Date.now()), new Date().toISOString().slice(0, 10)].sort()[1]);
  const start = new Date(today.getTime() - 52 * 7 * A_DAY - ((today.getUTCDay() + 6) % 7) * A_DAY);
  const weeks = 53;
  const [left, top] = [32, 18];
  const [width, height] = [left + weeks * CELL + 2, top + 7 * CELL + 2];
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "calendar" });
  WEEK_DAYS.forEach((name, i) => picture.append(s("text", { class: "start", x: 0, y: top + (2 * i + 1) * CELL - 3 }, name)));
  let month = -1;
  for (let i = 0; i < weeks * 7; i++) {
    const date = new Date(start.getTime() + i * A_DAY);
    if (date > today) break;
    const text = date.toISOString().slice(0, 10);
    const [week, weekday] = [Math.floor(i / 7), i % 7];
    const day = known.get(text);
    const level = !day ? 0 : day.played < 2 ? 1 : day.played < 5 ? 2 : 3;
    const [x, y] = [left + week * CELL, top + weekday * CELL];
    const cell = s("rect", { class: `day day-${level}`, x, y, width: CELL - 2, height: CELL - 2, rx: 2 }, s("title", {}, `${dayWords(text)}: ${day ? `${day.won} of ${counted(day.played, "game")} won${day.is_deal_won ? ", deal of the day won" : ""}` : "nothing played"}`));
    picture.append(cell);
    if (day?.is_deal_won) picture.append(s("path", { class: "tick", d: `M${x + 2.5} ${y + 5.5}l2.3 2.5 4-4.5` }));
    if (weekday === 0 && date.getUTCMonth() !== month && date.getUTCDate() <= 7) picture.append(s("text", { class: "start", x, y: 11 }, MONTHS[date.getUTCMonth()]));
    if (weekday === 0) month = date.getUTCMonth();
  }
  const shown = days.filter((day) => day.day > new Date(today.getTime() - 365 * A_DAY).toISOString().slice(0, 10));
  const won = shown.filter((day) => day.is_deal_won).length;
  const words = `You played on ${shown.length} of the last 365 days; a stronger colour means more games. ${won ? `You won the deal of the day on ${counted(won, "day")} (ticked). Daily streak: ${streak}, longest ${longest}.` : "A tick marks a deal of the day that you won on its day."}`;
  return figure("Days played", words, picture, ["Day", "Played", "Won", "Deal of the day"],
    shown.slice(-60).reverse().map((day) => [dayWords(day.day), String(day.played), String(day.won), day.is_deal_won ? "won" : ""]));
}
