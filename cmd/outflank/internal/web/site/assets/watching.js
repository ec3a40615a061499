// Shared code of the pages below /watch.

import { html, say, the } from "./dom.js";

/** The kind and path of the page's item, from its URL: /watch/KIND/PATH. */
export const pathInAddress = () => decodeURIComponent(location.pathname.split("/").slice(3).join("/"));

/** The page of a run, sweep, tuning or match. */
export const pageOf = (kind, path) => `/watch/${kind}/${inAddress(path)}`;

/** A path with slashes, encoded for a URL. */
export const inAddress = (path) => path.split("/").map(encodeURIComponent).join("/");

const SIGNS = { running: "●", finished: "✓", interrupted: "‖", damaged: "!" };

/** The state of an item, in words and as a symbol. */
export const badge = (state) => html("span", { class: `state ${state}` }, html("span", { "aria-hidden": "true" }, SIGNS[state] ?? ""), " ", state);

/** The progress of an item: a bar and numbers. */
export function progress(done, total, unit) {
  const text = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${unit}`;
  return html("span", { class: "progress" }, html("progress", { value: done, max: Math.max(1, total), "aria-label": text }), " ", html("span", {}, text));
}

/** Shows state, progress and problem at the top of a page, and announces changes of the state. */
export function headline(name, item, done, total, unit) {
  document.title = `${name} · Outflank`;
  the("h1").textContent = name;
  if (headline.state && headline.state !== item.state) say(`${name}: ${item.state}`);
  headline.state = item.state;
  the("#state").replaceChildren(badge(item.state), " ", progress(done, total, unit));
  problem(item.problem);
}

/** Shows a problem; "" = none. */
export function problem(text) {
  the("#problem").textContent = text;
  the("#problem").hidden = !text;
}

/** A table row; its first cell is the header. */
export const row = (first, ...cells) => html("tr", {}, html("th", { scope: "row" }, first), cells.map((c) => html("td", { class: "number" }, c)));

/** Sets the rows of a table's body. Where a row is a card, each value has the name of its column. */
export function fillBody(table, rows) {
  const { tHead, tBodies } = the(table);
  const heads = [...(tHead?.rows[0]?.cells ?? [])].map((h) => h.title || h.textContent);
  for (const tr of rows) [...tr.querySelectorAll("td")].forEach((cell) => (cell.dataset.head = heads[cell.cellIndex] ?? ""));
  tBodies[0].replaceChildren(...rows);
}

/** Formats a fraction: 62.5 % */
export const share = (x) => `${(100 * x).toFixed(1)} %`;

/** Formats an interval: 58.1–66.7 % */
export const interval = (low, high) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %`;

/** Keeps the choice of the horizontal axis in the URL. changed is called after each change. */
export function axisInAddress(changed) {
  the("#axis").value = new URLSearchParams(location.search).get("axis") === "time" ? "time" : "games";
  the("#axis").addEventListener("change", () => {
    inQuery("axis", the("#axis").value === "time" ? "time" : "");
    changed();
  });
}

/** Sets a parameter in the URL of the page, or removes it if the value is empty. */
export function inQuery(name, value, act = "replaceState") {
  const q = new URLSearchParams(location.search);
  if (value) q.set(name, value);
  else q.delete(name);
  history[act](null, "", location.pathname + (q.size ? `?${q}` : ""));
}
