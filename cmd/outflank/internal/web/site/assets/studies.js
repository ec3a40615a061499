// The list of studies, with a search.

import { get } from "./api.js";
import { title } from "./importer.js";
import { count, html, the } from "./dom.js";

const search = the("#search");
let asking = null;
let timer = 0;

async function look() {
  asking?.abort();
  asking = new AbortController();
  try {
    const { studies, all } = await get("studies", { search: search.value.trim() }, asking.signal);
    the("#problem").hidden = true;
    the("#studies").replaceChildren(...studies.map(item));
    the("#range").textContent = all === 0 ? "No study matches." : studies.length < all ? `${studies.length} of ${all}, the latest changes first` : `${count(all, "study")}, the latest changes first`;
  } catch (problem) {
    if (problem.name === "AbortError") return;
    the("#problem").hidden = false;
    the("#problem").textContent = problem.message;
  }
}

function item(s) {
  return html("li", {},
    html("a", { class: "text", href: `/study/${s.id}` }, title({ ...s, moves: s.tree })),
    html("time", { class: "faint", datetime: s.changed }, new Date(s.changed).toLocaleString()));
}

search.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, 200);
});
document.addEventListener("reconnect", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
look();
