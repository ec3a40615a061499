// The lobby: games that wait for an opponent, a form to open one, club evenings, and games to watch.

import { get, post } from "./api.js";
import { count, html, the } from "./dom.js";
import { evening } from "./evenings.js";
import { callMe, invitation, myName, sit } from "./seats.js";

const EVERY = 3000; // ms between two looks
const DAY = 24 * 3600 * 1000; // ms
const form = the("#open").elements;
let shown = "";

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

const clockOf = (g) => (g.clock ? `clock ${g.clock.replace(/m0s/, "m")}` : "no clock");
const nameOf = (g, side) => g.names[side === "black" ? 0 : 1] || side;

function waiting(g) {
  const other = g.open === "black" ? "white" : "black";
  const about = `you play ${g.open}, ${g.shape}, ${clockOf(g)}${g.here ? "" : ", opponent away"}`;
  return html("li", {},
    html("span", { class: "text" }, html("strong", {}, g.names[other === "black" ? 0 : 1] || "A player"), html("span", { class: "faint" }, ` ${about}`)),
    invitation(g.id) ? html("a", { href: `/play/${g.id}` }, "Your game") : html("button", { type: "button", class: "primary", onclick: () => join(g) }, "Join"));
}

const playing = (g) => html("li", {}, html("a", { class: "text", href: `/play/${g.id}` }, `${nameOf(g, "black")} – ${nameOf(g, "white")}`), html("span", { class: "faint" }, `${count(g.moves, "move")}, ${clockOf(g)}`));

async function join(g) {
  tell(null);
  try {
    sit(await post(`games/${g.id}/join`), g.open);
  } catch (problem) {
    tell(problem);
    look();
  }
}

function fill(list, items, none) {
  list.replaceChildren(...(items.length ? items : [html("li", { class: "faint" }, none)]));
}

async function look() {
  if (document.hidden) return;
  try {
    const [open, live, { evenings }] = await Promise.all([get("games", { open: true }), get("games", { live: true }), get("evenings")]);
    const tonight = evenings.filter((e) => e.state !== "over" && Date.now() - new Date(e.changed) < DAY);
    const now = JSON.stringify([open.games, live.games, tonight]);
    if (now === shown) return; // so that buttons keep the focus
    shown = now;
    fill(the("#waiting"), open.games.map(waiting), "No game is open. Open one to wait for an opponent.");
    fill(the("#evenings"), tonight.map(evening), "None.");
    fill(the("#playing"), live.games.map(playing), "None.");
  } catch (problem) {
    if (problem.status) tell(problem);
  }
}

the("#open").addEventListener("submit", async (e) => {
  e.preventDefault();
  tell(null);
  callMe(form.name.value);
  const mine = form.color.value || (Math.random() < 0.5 ? "black" : "white");
  try {
    sit(await post("games", { black: "human", white: "human", seats: true, open: mine === "black" ? "white" : "black", clock: form.clock.value }), mine);
  } catch (problem) {
    tell(problem);
  }
});
form.clock.value = "5m";
form.name.value = myName();
form.name.addEventListener("change", () => callMe(form.name.value));
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
look();
