// @ts-check
/** A dialog over the page. */

import { h, icon } from "./dom.js";

/** @import { Child } from "./dom.js" */

let count = 0;

/**
 * Open a dialog; it closes by Escape, by its button, or by a click beside it.
 * @param {string} title @param {Child[]} content @param {{kind?: string, onClose?: () => void}} [options]
 */
export function openDialog(title, content, { kind = "", onClose } = {}) {
  const id = `dialog-${++count}`;
  const close = h("button", { type: "button", class: "quiet round", "aria-label": "Close", click: () => dialog.close() }, icon("close"));
  const panel = h("div", { class: "panel" }, h("header", {}, h("h2", { id }, title), close), ...content);
  const dialog = h("dialog", { class: kind, "aria-labelledby": id }, panel);
  dialog.addEventListener("close", () => { dialog.remove(); onClose?.(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
