// Club evenings in lists.

import { count, html } from "./dom.js";

const states = { open: "players may join", playing: "in progress", over: "over" };

/** An evening in a list. */
export const evening = (e) => html("li", {},
  html("a", { class: "text", href: `/club/${e.id}` }, e.title),
  html("span", { class: "faint" }, `${count(e.players, "player")}, ${states[e.state]}`),
  html("time", { class: "faint", datetime: e.changed }, new Date(e.changed).toLocaleString()));
