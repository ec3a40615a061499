// Small helpers to build elements. Text is always set as text, so that no data from a database or a client
// becomes HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(e, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== undefined && child !== null && child !== false) e.append(child);
  }
  return e;
}

/** An HTML element; attributes that start with "on" are listeners. */
export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** An SVG element. */
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** @param {string} selector @returns {any} the element of the page */
export const the = (selector) => document.querySelector(selector);

/** Moves the focus to another element if the focused one has been disabled or hidden. */
export function keepFocus(other) {
  const at = document.activeElement;
  if (at?.disabled || at?.closest("[hidden]")) other.focus();
}

/** Announces something to screen readers, in the page's live region. */
export function say(text) {
  let region = document.getElementById("live");
  if (!region) {
    region = html("div", { id: "live", class: "hidden", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  region.textContent = text;
}

/** A number with its noun: 1 game, 1,980 games, 3 studies. @param {number} n @param {string} noun */
export const count = (n, noun) => `${n.toLocaleString("en")} ${n === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, "ie")}s`}`;

/** Formats a disc difference: +3, −3 or 0. */
export function signed(value, digits = 0) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return (value > 0 ? "+" : "−") + text;
}

/** Formats a value in discs, with one decimal unless it is whole: +3 or −0.5. */
export const discs = (value) => signed(value, Number.isInteger(Number(value.toFixed(1))) ? 0 : 1);

/** A number as text, with a minus sign instead of a hyphen. */
export const minus = (number) => String(number).replace("-", "−");
