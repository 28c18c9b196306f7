// @ts-check
/** Finding a game by what people call it: its own names, those of elsewhere, near misses, and what stands in for others. */

/** @import { Family, Game } from "./types.js" */

/** What was found: a family, and the way to play that is meant. `asked` is a game that is not here. */
/** @typedef {{family: Family, slug: string}} Hit */
/** @typedef {{hits: Hit[], how: "all" | "found" | "near" | "instead" | "none", asked: string}} Found */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** Without its spaces, because people write two words as one and one as two. @param {string} text */
const joined = (text) => plain(text).replaceAll(" ", "");

/** How many letters have to be changed, added, left out or swapped. @param {string} a @param {string} b */
export function distance(a, b) {
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** Whether somebody who wrote this may have meant a name: its beginning counts too. @param {string} written @param {string} name */
function isNear(written, name) {
  const [a, b] = [joined(written), joined(name)];
  if (a.length < 3) return false;
  const most = a.length < 6 ? 1 : a.length < 10 ? 2 : 3;
  return Math.min(distance(a, b), distance(a, b.slice(0, a.length))) <= most;
}

/** @param {string} text what was typed @param {Family[]} families @param {Game[]} games @returns {Found} */
export function find(text, families, games) {
  const words = plain(text).split(" ").filter(Boolean);
  const waysOf = (/** @type {Family} */ family) => games.filter((game) => game.family === family.name);
  if (!words.length) return { hits: families.map((family) => ({ family, slug: "" })), how: "all", asked: "" };
  const has = (/** @type {string[]} */ names) => {
    const all = names.map(plain).join(" | ");
    return words.every((word) => all.includes(word)) || names.some((name) => joined(name).includes(words.join("")));
  };
  /** @param {(names: string[]) => boolean} fits @returns {Hit[]} */
  const hitsBy = (fits) => families.flatMap((family) => {
    const ways = waysOf(family);
    // The name of a way to play says more than that of its family, and both more than what is said about them.
    const way = ways.find((game) => fits([game.title]) && !fits([family.title])) ?? ways.find((game) => fits([game.title]));
    return way || fits([family.title, ...family.other_names]) ? [{ family, slug: way?.slug ?? "" }] : [];
  });
  const named = hitsBy(has);
  // A name that was written in full comes before those that only contain it.
  const isWhole = (/** @type {Hit} */ { family, slug }) => [family.title, games.find((game) => game.slug === slug)?.title ?? "", ...family.other_names].some((name) => joined(name) === words.join(""));
  if (named.length) return { hits: [...named].sort((a, b) => Number(isWhole(b)) - Number(isWhole(a))), how: "found", asked: "" };
  const told = families.flatMap((family) => {
    const way = waysOf(family).find((game) => has([game.about, game.goal]));
    return way ? [{ family, slug: way.slug }] : has([family.fun]) ? [{ family, slug: "" }] : [];
  });
  if (told.length) return { hits: told, how: "found", asked: "" };
  const begins = (/** @type {string} */ name) => joined(name).startsWith(words.join(""));
  const spelled = () => hitsBy((names) => names.some((name) => isNear(text, name)));
  for (const fits of [begins, (/** @type {string} */ name) => isNear(text, name)]) {
    if (fits !== begins) {
      const near = spelled();
      if (near.length) return { hits: near, how: "near", asked: "" };
    }
    const instead = families.flatMap((family) => {
      const asked = family.stands_in_for.find(fits);
      return asked ? [{ family, slug: "", asked }] : [];
    });
    if (instead.length) return { hits: instead, how: "instead", asked: instead[0].asked };
  }
  return { hits: families.map((family) => ({ family, slug: "" })), how: "none", asked: "" };
}

/** What to say about it; nothing where the tiles say it all. @param {Found} found @param {Game[]} games */
export function foundWords({ hits, how, asked }, games) {
  const names = hits.map(({ family, slug }) => games.find((game) => game.slug === slug)?.title ?? family.title);
  const either = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  if (how === "instead") return `There’s no ${asked} here. The closest is ${either}.`;
  if (how === "near") return `Did you mean ${either}?`;
  if (how === "none") return "No game of that name. Here’s what there is.";
  return how === "found" ? `Found: ${new Intl.ListFormat("en").format(names)}.` : "";
}
