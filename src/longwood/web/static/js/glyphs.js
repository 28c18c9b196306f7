// @ts-check
/** The shapes that every card is made of: four suits, and the ranks as strokes, so that no font is needed. */

/** Each suit fills a box of 100 by 100. */
/** @type {Record<string, string>} */
export const SUIT_PATHS = {
  C: "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-12.5 31.5C55.5 83 59.5 91 68 96H32c8.5-5 12.5-13 13.5-24.5A22 22 0 1 1 33 40 22 22 0 0 1 50 4Z",
  D: "M50 2C58 19 70 36 85 50 70 64 58 81 50 98 42 81 30 64 15 50 30 36 42 19 50 2Z",
  H: "M50 93C37 78 5 57 5 31 5 17 15 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c13 0 23 10 23 24 0 26-32 47-45 62Z",
  S: "M50 4C61 24 93 40 93 64c0 13-9 21-20 21-8 0-14-4-18-10 1 11 4 17 12 21H33c8-4 11-10 12-21-4 6-10 10-18 10C16 85 7 77 7 64 7 40 39 24 50 4Z",
};

/** Each rank is 70 high; the width is given. */
/** @type {Record<string, {width: number, path: string}>} */
export const RANK_STROKES = {
  A: { width: 52, path: "M4 68 26 4 48 68M12 46H40" },
  2: { width: 46, path: "M5 21C6 9 13 4 23 4 34 4 41 11 41 21 41 31 34 38 25 46L5 66H42" },
  3: { width: 46, path: "M6 4H40L21 29C34 28 42 36 42 47 42 59 33 66 22 66 13 66 7 62 4 55" },
  4: { width: 50, path: "M35 68V4L4 50H46" },
  5: { width: 46, path: "M38 4H11L8 33C12 29 17 27 23 27 35 27 42 35 42 46 42 58 34 66 22 66 13 66 7 62 4 56" },
  6: { width: 48, path: "M33 4 9 35M24 26a20 20 0 1 1-.01 0" },
  7: { width: 46, path: "M4 4H42L17 68" },
  8: { width: 46, path: "M23 4a15 15 0 1 1-.01 0M23 34a16.5 16.5 0 1 1-.01 0" },
  9: { width: 48, path: "M15 66 39 35M24 4a20 20 0 1 1-.01 0" },
  T: { width: 68, path: "M4 14 15 4V68M47 4C58 4 63 17 63 35 63 53 58 66 47 66 36 66 31 53 31 35 31 17 36 4 47 4Z" },
  J: { width: 42, path: "M16 4H35V46C35 59 28 66 18 66 10 66 5 61 4 53" },
  Q: { width: 58, path: "M28 4C43 4 52 17 52 35 52 53 43 66 28 66 13 66 4 53 4 35 4 17 13 4 28 4ZM33 48 54 71" },
  K: { width: 52, path: "M6 2V68M44 3 7 44M19 31 46 67" },
};
