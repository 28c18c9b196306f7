// @ts-check
/** A game's table in small, as a picture made of the table's own cards. */

import { drawCard } from "./cards.js";
import { h } from "./dom.js";
import { RATIO } from "./geometry.js";
import { laidOut } from "./picture.js";

/** @import { Game } from "./types.js" */

/** A picture of the table as it is dealt. @param {Game} game */
export function preview(game) {
  const { width } = game.layouts.wide;
  const laid = laidOut(game, game.preview);
  const height = Math.max(...laid.map(({ y }) => y + 1));
  const scene = h("div", { class: "preview", "aria-hidden": "true" });
  scene.style.setProperty("--cards", String(width));
  scene.style.setProperty("--tall", String((height * RATIO) / width));
  scene.style.setProperty("aspect-ratio", `${width} / ${height * RATIO}`);
  for (const { face, x, y, isCovered } of laid) {
    // Of a covered card in a fan across only the rank is seen.
    const el = face ? h("i", { class: isCovered ? "mini covered tight" : "mini" }, drawCard(face, "small")) : h("i", { class: "hole" });
    el.style.setProperty("left", `${(100 * x) / width}%`);
    el.style.setProperty("top", `${(100 * y) / height}%`);
    scene.append(el);
  }
  return scene;
}
