// The explorer page: the moves played in a position, and the games that reach it.

import "./board.js";
import { get } from "./api.js";
import { stand } from "./board.js";
import { Desk, placeInAddress } from "./desk.js";
import { html, say, signed, the } from "./dom.js";
import { reach } from "./lines.js";
import { Live } from "./live.js";
import { MoveTable, viewed } from "./moves.js";

const PAGE = 20; // games
const board = the("othello-board");
const form = the("#filter");
const desk = new Desk(board, the("move-list"));
const table = new MoveTable(the("#moves tbody"));
const live = new Live();
let asking = null;
let first = 0; // index of the first game listed
let all = 0; // number of games that reach the position

const number = (n) => n.toLocaleString("en");
const filter = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
const place = () => ({ start: desk.tree.start, moves: desk.tree.moves() });

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

/** Sends a request about the position, and aborts the previous one. */
async function ask(path, query) {
  asking?.abort();
  asking = new AbortController();
  return get(path, { ...place(), ...filter(), ...query }, asking.signal);
}

async function look() {
  tell(null);
  the("#played").setAttribute("aria-busy", "true"); // the page still shows another position
  try {
    const found = await ask("explore", { newest: PAGE });
    const side = board.view.turn;
    for (const e of document.querySelectorAll("#moves .side")) e.textContent = `for ${side}`;
    table.show(found, side);
    table.value(the("#on").checked ? live.known(desk.tree.start, desk.tree.moves()) : null);
    the("#opening").textContent = found.name;
    the("#sum").textContent = sentence(found, side);
    all = found.games;
    list(found.newest, 0);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    tell(problem);
  }
  the("#played").removeAttribute("aria-busy");
}

function sentence(found, side) {
  if (!found.games) return "No game reaches this position.";
  const results = found.games - found.no_result;
  const average = results ? `, on average ${signed(viewed(found.mean_disc_difference, side), 1)} for ${side}` : "";
  const over = found.games_over ? `, ${number(found.games_over)} end here` : "";
  return `${number(found.games)} ${found.games === 1 ? "game" : "games"}: black wins ${number(found.black_wins)}, draws ${number(found.draws)}, white wins ${number(found.white_wins)}${average}${over}`;
}

/** Lists a page of games. */
function list(games, from) {
  first = from;
  the("#games").replaceChildren(...games.map(item));
  the("#newer").disabled = first === 0;
  the("#older").disabled = first + games.length >= all;
  the("#range").textContent = games.length ? `${number(first + 1)}–${number(first + games.length)} of ${number(all)}, the newest first; scores for black` : "";
}

function item(g) {
  const q = new URLSearchParams({ start: g.start, moves: g.moves, ply: String(g.ply), black: g.black, white: g.white });
  return html(
    "li",
    {},
    html(
      "a",
      { href: `/analysis?${q}` },
      html("span", { class: "who" }, `${g.black || "?"} – ${g.white || "?"}`),
      html("span", { class: "score" }, g.score === null ? "?" : signed(g.score)),
    ),
    g.tournament ? html("a", { class: "event", href: `/events/${encodeURIComponent(g.tournament)}?year=${g.year}` }, `${g.tournament} ${g.year || ""}`) : html("span", { class: "faint" }, g.year || ""),
  );
}

async function turnPage(from) {
  try {
    const page = await ask("database/games", { first: from, limit: PAGE });
    all = page.count;
    list(page.games, from);
    the("#games a")?.focus();
  } catch (problem) {
    if (problem.name !== "AbortError") tell(problem);
  }
}

desk.onplace = () => remember();
desk.onview = (view) => {
  the("#stand").textContent = stand(view);
  live.look(view.over ? null : place());
  look();
};
desk.onproblem = tell;
table.onplay = (move) => desk.tree.play(move);
table.onpoint = (move) => (board.preview = move ? [move] : []);
live.onproblem = tell;
live.onvalues = (values, running) => {
  the("#reach").textContent = reach(values, running);
  table.value(the("#on").checked ? values : null);
};

function remember() {
  desk.remember("/explore", filter());
  the("#analyse").href = `/analysis?${desk.query()}`;
}

/** Opens what the address names. */
function openAddress() {
  const q = new URLSearchParams(location.search);
  for (const e of form.elements) if (e.name) e.value = q.get(e.name) ?? "";
  const { start, moves, place } = placeInAddress();
  return desk.load(start, moves, place);
}

let timer = 0;
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!form.checkValidity()) return;
    remember();
    look();
  }, 300);
});
form.addEventListener("submit", (e) => e.preventDefault());
the("#clear").addEventListener("click", () => {
  for (const e of form.elements) if (e.name) e.value = "";
  remember();
  look();
  say("all games count");
});
the("#go").addEventListener("change", (e) => {
  if (!e.target.value) return;
  desk.anew = true; // Back leads to the present moves
  desk.load("8x8", e.target.value);
  e.target.value = "";
});
the("#choose").addEventListener("toggle", async () => {
  const select = the("#go");
  if (select.options.length > 1) return;
  const { openings } = await get("openings");
  select.append(...openings.map((o) => html("option", { value: o.moves }, `${o.name} (${number(o.games)})`)));
});
the("#newer").addEventListener("click", () => turnPage(Math.max(0, first - PAGE)));
the("#older").addEventListener("click", () => turnPage(first + PAGE));
the("#turn").addEventListener("click", () => (board.turned = !board.turned));
for (const act of ["first", "back", "forward", "last"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
the("#on").addEventListener("change", (e) => (live.on = e.target.checked));

board.playable = true;
desk.listen();
if (Object.keys(filter()).length) the("#choose").open = true;
addEventListener("popstate", openAddress);
openAddress();
