// What the pages below /watch share.

import { html, say, the } from "./dom.js";

/** What the page is of, by its address: /watch/KIND/PATH. */
export const pathInAddress = () => decodeURIComponent(location.pathname.split("/").slice(3).join("/"));

/** The page of a run, sweep, tuning or match. */
export const pageOf = (kind, path) => `/watch/${kind}/${inAddress(path)}`;

/** A path with slashes as a part of an address. */
export const inAddress = (path) => path.split("/").map(encodeURIComponent).join("/");

const SIGNS = { running: "●", finished: "✓", interrupted: "‖", damaged: "!" };

/** The state of something, in words and by a sign. */
export const badge = (state) => html("span", { class: `state ${state}` }, html("span", { "aria-hidden": "true" }, SIGNS[state] ?? ""), " ", state);

/** How far something is: a bar and numbers. */
export function progress(done, total, unit) {
  const text = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${unit}`;
  return html("span", { class: "progress" }, html("progress", { value: done, max: Math.max(1, total), "aria-label": text }), " ", html("span", {}, text));
}

/** Shows state, progress and problem in the head of a page, and says when the state changes. */
export function headline(name, item, done, total, unit) {
  document.title = `${name} · Outflank`;
  the("h1").textContent = name;
  if (headline.state && headline.state !== item.state) say(`${name}: ${item.state}`);
  headline.state = item.state;
  the("#state").replaceChildren(badge(item.state), " ", progress(done, total, unit));
  problem(item.problem);
}

/** Says what is wrong, "" = nothing. */
export function problem(text) {
  the("#problem").textContent = text;
  the("#problem").hidden = !text;
}

/** A row of cells, the first of which names it. */
export const row = (first, ...cells) => html("tr", {}, html("th", { scope: "row" }, first), cells.map((c) => html("td", { class: "number" }, c)));

/** The rows of a table's body. */
export const fillBody = (table, rows) => the(table).tBodies[0].replaceChildren(...rows);

/** 62.5 % */
export const share = (x) => `${(100 * x).toFixed(1)} %`;

/** 58.1–66.7 % */
export const interval = (low, high) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %`;
