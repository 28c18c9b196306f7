// @ts-check
/** Cards as SVG: one drawing per face and size, made once and cloned. Colours come from the style sheet. */

import { COURTS } from "./courts.js";
import { RANK_STROKES, SUIT_PATHS } from "./glyphs.js";

/** @import { Drawing } from "./geometry.js" */

/** What a card that lies face down is called in the answers of the server. */
export const HIDDEN = "??";

const LEFT = 64, MIDDLE = 104, RIGHT = 144;
/** Where an index ends at the right, at the most. */
const WIDEST_INDEX = 190;

/** Where the pips of each rank stand: x, and y from -1 at the top to 1 at the bottom. */
/** @type {Record<string, number[][]>} */
const PIPS = (() => {
  /** @param {number[]} ys */
  const sides = (...ys) => ys.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
  /** @param {number[]} ys */
  const middle = (...ys) => ys.map((y) => [MIDDLE, y]);
  const third = 1 / 3;
  return {
    2: middle(-1, 1),
    3: middle(-1, 0, 1),
    4: sides(-1, 1),
    5: [...sides(-1, 1), ...middle(0)],
    6: sides(-1, 0, 1),
    7: [...sides(-1, 0, 1), ...middle(-0.5)],
    8: [...sides(-1, 0, 1), ...middle(-0.5, 0.5)],
    9: [...sides(-1, -third, third, 1), ...middle(0)],
    T: [...sides(-1, -third, third, 1), ...middle(-2 * third, 2 * third)],
  };
})();

/**
 * A suit with its centre at x, y.
 * @param {string} suit @param {number} x @param {number} y @param {number} size
 */
function pip(suit, x, y, size, turned = false, className = "") {
  const scale = size / 100;
  const turn = turned ? " rotate(180)" : "";
  const name = className && ` class="${className}"`;
  return `<path${name} fill="currentColor" transform="translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)" d="${SUIT_PATHS[suit]}"/>`;
}

/**
 * Rank and suit in the corner, side by side; one below the other where a fan across leaves no room for that. The style
 * sheet shows one of the two suits.
 * @param {string} rank @param {string} suit @param {number} height @param {number} weight @param {number} x @param {number} y
 */
function index(rank, suit, height, weight, x, y) {
  const scale = height / 70;
  const { width, path } = RANK_STROKES[rank];
  const size = height * 0.92;
  // Only the ten may be too wide: it is drawn narrower.
  const across = Math.min(scale, (WIDEST_INDEX - x - size - height * 0.1) / width);
  const beside = pip(suit, x + width * across + size / 2 + height * 0.1, y + height / 2, size, false, "beside");
  const below = pip(suit, x + size / 2 - 2, y + height * 1.16 + size / 2, size, false, "below");
  return (
    `<path fill="none" stroke="currentColor" stroke-width="${weight}" stroke-linejoin="round" stroke-linecap="round" ` +
    `transform="translate(${x} ${y}) scale(${across} ${scale})" d="${path}"/>${beside}${below}`
  );
}

/** @param {string} rank @param {string} suit */
const footIndex = (rank, suit) => `<g class="foot" transform="rotate(180 100 140)">${index(rank, suit, 25, 10, 12, 11)}</g>`;

/** @param {string} rank @param {string} suit */
function fullFace(rank, suit) {
  const corner = index(rank, suit, 42, 9.3, 12, 9.5);
  const foot = footIndex(rank, suit);
  if (rank in COURTS) return `<g class="body">${court(rank, suit)}</g>${corner}${foot}`;
  const pips =
    rank === "A"
      ? pip(suit, 100, 150, 100)
      : PIPS[rank].map(([x, y]) => pip(suit, x, 154 + y * 62, 36, y > 0)).join("");
  return `<g class="body">${pips}</g>${corner}${foot}`;
}

/**
 * A court card in its frame, the same whichever way up it lies: half of the figure, and that half turned round.
 * @param {string} rank @param {string} suit
 */
function court(rank, suit) {
  // A picture in the picture cuts the figure off at the middle; wide shoulders give it a body.
  const half =
    '<path class="robe" d="M17 140V121C21 113 38 110 58 108 76 106 87 104 90 98H110C113 104 124 106 142 108 162 110 179 113 183 121V140Z"/>' +
    '<path class="seam" d="M40 112 34 140M53 110 49 140M160 112 166 140M147 110 151 140"/>' +
    `<svg x="17" y="57" width="166" height="83" viewBox="-66 50 332 166">${COURTS[rank]}</svg>${pip(suit, 38, 79, 28)}`;
  return (
    `<rect class="niche" x="16" y="56" width="168" height="168" rx="6"/>${half}<g transform="rotate(180 100 140)">${half}</g>` +
    '<path class="sash" d="M17 140H183"/>'
  );
}

/** One sign in the middle, and nothing to count. @param {string} rank @param {string} suit */
function plainFace(rank, suit) {
  const corner = index(rank, suit, 42, 9.3, 12, 9.5);
  if (rank in COURTS) return `<g class="body"><g transform="translate(24 92) scale(.76)">${COURTS[rank]}</g></g>${corner}`;
  return `<g class="body">${pip(suit, 100, 150, 104)}</g>${corner}${footIndex(rank, suit)}`;
}

/** A small card is an index and a sign that can be told from afar. @param {string} rank @param {string} suit */
function smallFace(rank, suit) {
  const corner = index(rank, suit, 80, 11.5, 10, 8);
  const figure = rank in COURTS ? `<g transform="translate(30 102) scale(.7)">${COURTS[rank]}</g>` : pip(suit, 98, 200, 112);
  return `<g class="body">${figure}</g>${corner}`;
}

/** For eyes that like it large: the index takes all the width, whatever the size of the card. @param {string} rank @param {string} suit */
function largeFace(rank, suit) {
  const corner = index(rank, suit, 90, 12.5, 10, 8);
  const figure = rank in COURTS ? `<g transform="translate(34 110) scale(.66)">${COURTS[rank]}</g>` : pip(suit, 98, 206, 112);
  return `<g class="body">${figure}</g>${corner}`;
}

/** @type {Record<Drawing, (rank: string, suit: string) => string>} */
const FACES = { classic: fullFace, plain: plainFace, small: smallFace, large: largeFace };

/** The back: a lattice, and a bee in a medallion, as on the mantle of the man who played at Longwood. */
const BACK =
  '<rect class="back-ground" width="200" height="280"/>' +
  '<path class="back-lattice" d="' +
  Array.from({ length: 31 }, (_, i) => `M${-300 + i * 20} 280 ${-20 + i * 20} 0M${-300 + i * 20} 0 ${-20 + i * 20} 280`).join("") +
  '"/>' +
  '<rect class="back-frame" x="11" y="11" width="178" height="258" rx="12"/>' +
  '<ellipse class="back-medal" cx="100" cy="140" rx="52" ry="66"/><ellipse class="back-ring" cx="100" cy="140" rx="45" ry="59"/>' +
  '<g class="back-bee"><path d="M100 128C92 112 70 110 66 124 64 138 82 146 97 140ZM100 128C108 112 130 110 134 124 136 138 118 146 103 140Z"/>' +
  '<path d="M97 144C84 146 76 156 80 164 88 168 96 158 98 148ZM103 144C116 146 124 156 120 164 112 168 104 158 102 148Z"/>' +
  '<circle cx="100" cy="113" r="8.5"/><ellipse cx="100" cy="130" rx="9" ry="10"/><path d="M90 142H110C112 160 108 174 100 182 92 174 88 160 90 142Z"/></g>' +
  '<path class="back-stripes" d="M89 150H111M90 160H110M93 170H107"/><path class="back-feelers" d="M96 106C94 99 90 96 86 95M104 106C106 99 110 96 114 95"/>';

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * The picture of a card.
 * @param {string} face such as "7S", or "??" for the back
 * @param {Drawing} drawing
 * @returns {SVGSVGElement}
 */
export function drawCard(face, drawing) {
  const key = face === HIDDEN ? face : face + drawing;
  let picture = drawn.get(key);
  if (!picture) {
    const body = face === HIDDEN ? BACK : FACES[drawing](face[0], face[1]);
    const template = document.createElement("template");
    template.innerHTML = `<svg class="face" viewBox="0 0 200 280" aria-hidden="true" focusable="false">${body}</svg>`;
    picture = /** @type {SVGSVGElement} */ (template.content.firstChild);
    picture.classList.add(face === HIDDEN ? "back" : `suit-${face[1]}`);
    drawn.set(key, picture);
  }
  return /** @type {SVGSVGElement} */ (picture.cloneNode(true));
}
