// Suggests players' names in all fields for names.

import { get } from "./api.js";
import { count, html } from "./dom.js";

const PAUSE = 200; // ms after the last letter

const list = html("datalist", { id: "known" });
document.body.append(list);
let timer = 0;
let asking = null;

async function suggest(text) {
  asking?.abort();
  asking = new AbortController();
  try {
    const { players } = await get("players", { name: text, limit: 10 }, asking.signal);
    list.replaceChildren(...players.map((p) => html("option", { value: p.player }, count(p.games, "game"))));
  } catch {
    // suggestions are optional: the user can type the whole name
  }
}

function typed(field) {
  if (field?.getAttribute?.("list") !== "known" || field.value.length < 2) return;
  clearTimeout(timer);
  timer = setTimeout(() => suggest(field.value), PAUSE);
}

document.addEventListener("input", (e) => typed(e.target));
typed(document.activeElement); // text typed before the page had loaded
