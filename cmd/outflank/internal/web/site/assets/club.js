// The list of club evenings, and a form to open one.

import { get, post } from "./api.js";
import { html, the } from "./dom.js";
import { evening } from "./evenings.js";

const form = the("#open").elements;

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

async function look() {
  try {
    const { evenings } = await get("evenings");
    the("#evenings").replaceChildren(...(evenings.length ? evenings.map(evening) : [html("li", { class: "faint" }, "There are none yet.")]));
  } catch (problem) {
    tell(problem);
  }
}

form.clock.value = "5m";
the("#open").addEventListener("submit", async (e) => {
  e.preventDefault();
  tell(null);
  try {
    const { id, key } = await post("evenings", { title: form.title.value, clock: form.clock.value, start: form.start.value, games: Number(form.games.value) });
    location.href = `/club/${id}/${key}`;
  } catch (problem) {
    tell(problem);
  }
});
document.addEventListener("reconnect", look);
look();
