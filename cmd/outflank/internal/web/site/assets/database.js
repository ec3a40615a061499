// The panel with the games of the database: the moves played in a position, and the games that reach it.

import { get } from "./api.js";
import { count, html, say, signed, the } from "./dom.js";
import { MoveTable, viewed } from "./moves.js";
import { remember } from "./panels.js";

const PAGE = 20; // games
const PREFIX = "games."; // of the filter in the address of the page

const number = (n) => n.toLocaleString("en");

export class Database {
  /** Called with the chosen move. @param {string} move */
  onplay = () => {};
  /** Called with the squares to highlight. @param {string[]} squares */
  onpoint = () => {};
  /** Called when the panel shows another position, is opened or is closed. */
  onchange = () => {};
  /** Called when the filter changes. */
  onfilter = () => {};
  /** Called with the moves of the chosen opening. @param {string} moves */
  onopening = () => {};
  /** Called with errors, and with null when there is none. @param {Error | null} problem */
  onproblem = () => {};
  /** The number of games with each move in the position. @type {Map<string, {games: number, name: string}>} */
  played = new Map();
  #place; // the position, with its side to move; null = a learner is asked for its best move
  #values = null;
  #asking = null;
  #first = 0; // index of the first game listed
  #all = 0; // number of games that reach the position
  #timer = 0;
  #form = the("#filter");
  #table = new MoveTable(the("#moves tbody"));

  constructor() {
    this.#table.onplay = (move) => this.onplay(move);
    this.#table.onpoint = (move) => this.onpoint(move ? [move] : []);
    this.#form.addEventListener("input", (e) => e.target.name && this.#typed());
    this.#form.addEventListener("submit", (e) => e.preventDefault());
    the("#clear").addEventListener("click", () => {
      for (const e of this.#inputs()) e.value = "";
      this.#filtered();
      say("all games count");
    });
    the("#go").addEventListener("change", (e) => {
      if (e.target.value) this.onopening(e.target.value);
      e.target.value = "";
    });
    the("#choose").addEventListener("toggle", () => this.#openings());
    the("#newer").addEventListener("click", () => this.#turn(Math.max(0, this.#first - PAGE)));
    the("#older").addEventListener("click", () => this.#turn(this.#first + PAGE));
    the("#database").addEventListener("toggle", () => this.look(this.#place));
    this.#begin();
  }

  /** Without games the panel says how to add them. With games it is open until the user closes it. */
  async #begin() {
    try {
      const { games } = await get("database");
      the("#no-games").hidden = games > 0;
      the("#played").hidden = !games;
      remember(the("#database"), games > 0);
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  #inputs() {
    return [...this.#form.elements].filter((e) => e.name);
  }

  #filter() {
    return Object.fromEntries(this.#inputs().filter((e) => e.value).map((e) => [e.name, e.value]));
  }

  /** The filter as parameters of an address. */
  query() {
    return Object.fromEntries(Object.entries(this.#filter()).map(([key, value]) => [PREFIX + key, value]));
  }

  /** Takes the filter from the parameters of an address, which may also open the panel. @param {URLSearchParams} q */
  read(q) {
    for (const e of this.#inputs()) e.value = q.get(PREFIX + e.name) ?? "";
    if (this.#inputs().some((e) => e.value)) the("#database").open = the("#choose").open = true;
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#form.checkValidity() && this.#filtered(), 300);
  }

  #filtered() {
    this.onfilter();
    this.look(this.#place);
  }

  /** Shows what was played in a position, if the panel is open; null = it is kept to itself. @param {{start: string, moves: string, side: string} | null} place */
  async look(place) {
    this.#place = place;
    this.#asking?.abort();
    this.played = new Map();
    the("#played").removeAttribute("aria-busy");
    for (const e of the("#played").children) e.hidden = place === null ? e.id !== "sum" : e.hidden && e.id === "moves";
    if (place === null) the("#sum").textContent = "The moves and games of this position appear after your answer.";
    if (!place || !the("#database").open || the("#played").hidden) return this.onchange();
    const asking = (this.#asking = new AbortController());
    the("#played").setAttribute("aria-busy", "true"); // the panel still shows another position
    try {
      const { start, moves, side } = place;
      const found = await get("explore", { start, moves, ...this.#filter(), newest: PAGE }, asking.signal);
      for (const e of document.querySelectorAll("#moves .side")) e.textContent = `for ${side}`;
      this.played = new Map(found.moves.map((m) => [m.move, m]));
      the("#moves").hidden = !found.moves.length;
      this.#table.show(found, side);
      this.#table.value(this.#values);
      the("#sum").textContent = sentence(found, side, Object.keys(this.#filter()).length > 0);
      this.#all = found.games;
      this.#list(found.newest, 0);
      this.onchange();
      this.onproblem(null);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      this.onproblem(problem);
    }
    the("#played").removeAttribute("aria-busy");
  }

  /** Shows values of moves of the position. @param {import("./live.js").Values | null} values */
  value(values) {
    this.#values = values;
    this.#table.value(values);
  }

  /** Lists a page of games. */
  #list(games, from) {
    this.#first = from;
    the("#hits").replaceChildren(...games.map((g) => item(g, this.query())));
    the("#newer").disabled = from === 0;
    the("#older").disabled = from + games.length >= this.#all;
    the("#range").textContent = games.length ? `${number(from + 1)}–${number(from + games.length)} of ${number(this.#all)}, the newest first; scores for black` : "";
  }

  async #turn(from) {
    try {
      const { start, moves } = this.#place;
      const page = await get("database/games", { start, moves, ...this.#filter(), first: from, limit: PAGE });
      this.#all = page.count;
      this.#list(page.games, from);
      the("#hits a")?.focus();
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  async #openings() {
    const select = the("#go");
    if (select.options.length > 1) return;
    const { openings } = await get("openings");
    select.append(...openings.map((o) => html("option", { value: o.moves }, `${o.name} (${number(o.games)})`)));
  }
}

function sentence(found, side, filtered) {
  if (!found.games) return `No game ${filtered ? "of the filter " : ""}reaches this position.`;
  const results = found.games - found.no_result;
  const average = results ? `, on average ${signed(viewed(found.mean_disc_difference, side), 1)} for ${side}` : "";
  const over = found.games_over ? `, ${number(found.games_over)} end here` : "";
  return `${count(found.games, "game")}: black wins ${number(found.black_wins)}, draws ${number(found.draws)}, white wins ${number(found.white_wins)}${average}${over}`;
}

function item(g, filter) {
  const q = new URLSearchParams({ start: g.start, moves: g.moves, ply: String(g.ply), black: g.black, white: g.white, ...filter });
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
