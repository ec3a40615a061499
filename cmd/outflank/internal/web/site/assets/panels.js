// Panels: parts of a page that open and close. The browser keeps what the user chose.

import { keep, kept } from "./memory.js";

const KEPT = 50; // panels

/** Opens a panel if the user left it open, or by default. @param {HTMLDetailsElement} panel @param {boolean} byDefault */
export function remember(panel, byDefault) {
  const { id } = panel;
  panel.open ||= kept("panels").find((p) => p.id === id)?.open ?? byDefault;
  panel.querySelector("summary").addEventListener("click", () => keep("panels", { id, open: !panel.open }, (p) => p.id === id, KEPT));
}
