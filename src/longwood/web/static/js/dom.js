// @ts-check
/** Building elements in one line. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props] attributes; functions are listeners, true is an empty attribute, false none
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * The same for a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} [props] @param {(Node | string)[]} children
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Set an attribute only where it differs: the browser then has nothing to do. */
/** @param {Element} element @param {string} name @param {string | null} value */
export function attr(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @type {Record<string, string>} */
const ICONS = {
  home: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z",
  undo: "M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "m15 4 5 5-5 5M20 9H10a5.5 5.5 0 0 0 0 11h3",
  auto: "M12 20V5M6 11l6-6 6 6M5 20h14",
  deal: "M5 4h9v13H5ZM10 20h9V7",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.7.6-1 1.200-1 2h-5c0-.8-.3-1.400-1-2Z",
  chance: "M4 20h16M7 20v-6M12 20V6M17 20v-9",
  verdict: "M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.500 12l2.500 2.500 4.500-5",
  report: "M4 4v16h16M7 15l4-5 3 3 5-7",
  daily: "M5 6h14v14H5ZM5 10h14M9 3v4M15 3v4",
  new: "M12 5v14M5 12h14",
  restart: "M5 12a7 7 0 1 0 2.5-5.400M5 4v5h5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  rules: "M5 4h6a3 3 0 0 1 3 3v13a3 3 0 0 0-3-2H5ZM19 4h-3a3 3 0 0 0-2 1M19 4v14h-3a3 3 0 0 0-2 2",
  teach: "M3 9l9-4 9 4-9 4ZM7 11v5c3 2 7 2 10 0v-5M21 9v6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  more: "M5 12h.010M12 12h.010M19 12h.01",
  keys: "M3 7h18v10H3ZM7 10.500h.010M11 10.500h.010M15 10.500h.010M8 14h8",
  watch: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 14.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  swap: "M4 9h15l-4-4M20 15H5l4 4",
  finish: "M5 21V4h13l-3 4 3 4H5",
  close: "M6 6l12 12M18 6 6 18",
  first: "M7 5v14M17 5l-7 7 7 7",
  back: "m15 5-7 7 7 7",
  forward: "m9 5 7 7-7 7",
  last: "M17 5v14M7 5l7 7-7 7",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  lock: "M6 11h12v9H6ZM9 11V8a3 3 0 0 1 6 0v3",
  journal: "M6 4h12v16H6ZM9 4v16M12 8h3M12 11h3",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  sound: "M4 9.5v5h3.5L12 18.500V5.500L7.500 9.500ZM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.500V5.500L7.500 9.500ZM16 10l5 5M21 10l-5 5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
};

/** A line drawing of 24 by 24. @param {string} name */
export function icon(name) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICONS[name]}"/></svg>`;
  return /** @type {SVGElement} */ (template.content.firstChild);
}
