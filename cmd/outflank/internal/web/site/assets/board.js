// <othello-board>: a board of any shape that shows a view of the API. It accepts clicks, touch and
// keyboard.
//
//   board.show(view)              a View of /api/v1/board
//   board.playable = true         offers legal moves; "move" events tell the chosen one
//   board.values = new Map([["f5", {text: "+2", detail: "12", best: true, label: ["+2", "12 games"]}]])
//   board.preview = ["f5", "e5"]  squares to highlight, such as those of a move in a list
//   board.turned = true           seen from the other side
//   board.editing = true          "square" events tell the chosen square
//   board.drawn = ["f5", "c4d3"]  marks on squares, and arrows
//   board.drawing = true          "draw" events tell what the user draws: with the right button always, while
//                                 drawing also with the left one, by touch and by Enter on both squares
//
// Arrow keys move the cursor, and Enter and Space choose its square. A letter and a digit choose a square
// directly. Screen readers read the board as a grid.

import { html, svg, say } from "./dom.js";
import { layout, nameOf, neighbour, outline, squareOf } from "./geometry.js";

const NAMES = { X: "black", O: "white", "-": "empty", "#": "hole" };

class OthelloBoard extends HTMLElement {
  #view = null;
  #previous = null;
  #values = new Map();
  #preview = [];
  #turned = false;
  #cursor = -1;
  #typed = "";
  #playable = false;
  #editing = false;
  #drawn = [];
  #drawing = false;
  #from = -1; // the square at which a mark or an arrow begins

  connectedCallback() {
    this.addEventListener("click", (e) => this.#clicked(e));
    this.addEventListener("keydown", (e) => this.#pressed(e));
    this.addEventListener("contextmenu", (e) => e.preventDefault());
    this.addEventListener("pointerdown", (e) => {
      this.#from = e.button === 2 || this.#drawing ? squareAt(e) : -1;
      if (this.#from >= 0) e.preventDefault(); // otherwise the page selects text
    });
    addEventListener("pointerup", (e) => this.#from >= 0 && this.#finish(squareAt(e)));
    this.addEventListener("focusin", (e) => {
      const s = e.target.closest?.("[data-square]")?.dataset.square;
      if (s !== undefined) this.#cursor = Number(s);
    });
  }

  get view() {
    return this.#view;
  }

  /** Shows a position, and animates the changes since the previous one. */
  show(view) {
    this.#previous = this.#view && this.#view.shape === view.shape ? this.#view : null;
    this.#view = view;
    this.#values = new Map();
    this.#preview = [];
    this.#drawn = [];
    this.#redraw();
  }

  get playable() {
    return this.#playable;
  }

  set playable(playable) {
    this.#playable = playable;
    this.#mark();
  }

  get editing() {
    return this.#editing;
  }

  set editing(editing) {
    this.#editing = editing;
    this.#mark();
  }

  set values(values) {
    this.#values = values ?? new Map();
    this.#mark();
  }

  set preview(squares) {
    this.#preview = squares ?? [];
    this.#mark();
  }

  /** @param {string[]} drawn */
  set drawn(drawn) {
    this.#drawn = drawn;
    this.#mark();
  }

  get drawing() {
    return this.#drawing;
  }

  set drawing(drawing) {
    this.#drawing = drawing;
    this.#from = -1;
    this.classList.toggle("drawing", drawing);
  }

  /** Ends a mark or an arrow at a square, -1 = outside the board. */
  #finish(to) {
    const from = this.#from;
    this.#from = -1;
    if (to < 0) return;
    this.dispatchEvent(new CustomEvent("draw", { detail: nameOf(from) + (to === from ? "" : nameOf(to)), bubbles: true }));
  }

  set turned(turned) {
    this.#turned = turned;
    this.#previous = null;
    this.#redraw();
  }

  get turned() {
    return this.#turned;
  }

  /** The squares to draw: the board without the margin around a smaller board. */
  #squares() {
    const v = this.#view;
    const base = v.shape.split("-")[0];
    const n = { "4x4": 4, "6x6": 6 }[base] ?? 8;
    const inside = (s) => {
      if (base !== "hex") return s % 8 < n && s < 8 * n;
      const sum = (s % 8) + Math.floor(s / 8);
      return s % 8 < 7 && s < 56 && sum >= 3 && sum <= 9;
    };
    return [...Array(64).keys()].filter((s) => v.board[s] !== "#" || inside(s));
  }

  #redraw() {
    const v = this.#view;
    if (!v) return;
    const hexagonal = v.lattice === "hexagonal";
    const l = layout(this.#squares(), hexagonal, this.#turned);
    this.places = l.places;
    if (!l.places.has(this.#cursor)) this.#cursor = squareOf(v.legal[0]?.move ?? "") >= 0 ? squareOf(v.legal[0].move) : [...l.places.keys()][0];
    const rows = new Map();
    for (const [s, p] of l.places) {
      const y = p.y.toFixed(3);
      if (!rows.has(y)) rows.set(y, []);
      rows.get(y).push(this.#cell(s, p, hexagonal));
    }
    const label = this.getAttribute("label") ?? "Board";
    const grid = svg("g", { role: "grid", "aria-label": label }, [...rows.values()].map((cells) => svg("g", { role: "row" }, cells)));
    const margin = 0.45;
    const box = `${-0.5 - margin} ${-0.5 - margin - (hexagonal ? 0.08 : 0)} ${l.width + 2 * margin} ${l.height + 2 * margin}`;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(svg("svg", { viewBox: box }, this.#coordinates(l, hexagonal), grid, svg("g", { class: "drawings", "aria-hidden": "true" })));
    this.#mark();
    if (focused) this.focus();
  }

  /** A square with its disc; all other marks on it are in a separate group. */
  #cell(s, p, hexagonal) {
    const v = this.#view;
    const kind = NAMES[v.board[s]];
    const before = this.#previous?.board[s];
    const state = before === undefined || before === v.board[s] ? "" : before === "-" ? " placed" : " flipped";
    return svg(
      "g",
      { role: "gridcell", "data-square": s, tabindex: s === this.#cursor ? 0 : -1, transform: `translate(${p.x} ${p.y})` },
      svg("polygon", { class: kind === "hole" ? "hole" : "cell-face", points: outline(hexagonal) }),
      (kind === "black" || kind === "white") && svg("circle", { class: `disc ${kind}${state}`, r: 0.4 }),
      svg("g", { class: "marks" }),
    );
  }

  /**
   * Marks the squares: legal moves, values, the last move, the preview. It keeps the elements of squares and
   * discs, because a disc may be flipping, or a click may be in progress.
   */
  #mark() {
    const v = this.#view;
    if (!v) return;
    const legal = new Map(v.legal.map((m) => [m.move, m]));
    const last = v.plies.at(-1)?.move;
    this.querySelector("[role=grid]").setAttribute("aria-readonly", String(!this.playable && !this.editing));
    for (const cell of this.querySelectorAll("[data-square]")) {
      const s = Number(cell.dataset.square);
      const name = nameOf(s);
      const kind = NAMES[v.board[s]];
      const value = this.#values.get(name);
      const move = this.playable && legal.get(name);
      const words = [name, kind];
      if (last === name) words.push("last move");
      if (move) words.push(`legal, flips ${move.flips.length}`);
      if (value) words.push(...[value.label ?? value.text].flat().filter(Boolean));
      for (const d of this.#drawn) if (d.startsWith(name)) words.push(d === name ? "marked" : `arrow to ${d.slice(2)}`);
      const marks = [];
      if (kind === "black" || kind === "white") {
        if (last === name) marks.push(svg("circle", { class: `last on-${kind}`, r: 0.12 }));
      } else if (value) {
        marks.push(svg("text", { class: `value${value.best ? " best" : ""}${value.text.length > 3 ? " long" : ""}`, y: value.detail ? -0.08 : 0 }, value.text));
        if (value.detail) marks.push(" ", svg("text", { class: "detail", y: 0.24 }, value.detail));
      } else if (move) {
        marks.push(svg("circle", { class: "legal", r: 0.11 }));
      }
      if (this.#preview.includes(name)) marks.push(svg("circle", { class: "preview", r: 0.44 }));
      cell.setAttribute("aria-label", words.join(", "));
      cell.classList.toggle("playable", Boolean(move) || this.editing);
      cell.lastElementChild.replaceChildren(...marks);
    }
    this.querySelector(".drawings").replaceChildren(...this.#drawn.map((d) => drawing(this.places, d)));
  }

  /** Letters above and numbers beside the board; on the hexagonal lattice, at the ends of the lines. */
  #coordinates(l, hexagonal) {
    const marks = [];
    const side = this.#turned ? 1 : -1;
    const lower = hexagonal ? -side : side; // letters of slanted lines are below, away from the numbers
    const ends = (key) => {
      const first = new Map();
      for (const [s, p] of l.places) {
        const old = first.get(key(s));
        const nearer = key === rank ? (q) => side * p.x > side * q.x : (q) => lower * p.y > lower * q.y;
        if (!old || nearer(old)) first.set(key(s), p);
      }
      return first;
    };
    const rank = (s) => Math.floor(s / 8);
    const file = (s) => s % 8;
    for (const [r, p] of ends(rank)) marks.push(svg("text", { class: "coord", x: p.x + side * 0.72, y: p.y }, r + 1));
    for (const [f, p] of ends(file)) {
      const x = hexagonal ? p.x + lower * 0.38 : p.x;
      marks.push(svg("text", { class: "coord", x, y: p.y + lower * (hexagonal ? 0.66 : 0.72) }, "abcdefgh"[f]));
    }
    return svg("g", { "aria-hidden": "true" }, marks);
  }

  /** Focuses the square of the cursor. */
  focus() {
    this.querySelector(`[data-square="${this.#cursor}"]`)?.focus();
  }

  #clicked(e) {
    const s = e.target.closest?.("[data-square]")?.dataset.square;
    if (s !== undefined && !this.#drawing) this.#choose(Number(s)); // pointers draw without a click
  }

  #choose(s) {
    const name = nameOf(s);
    if (this.#drawing) {
      if (this.#from >= 0) return this.#finish(s);
      this.#from = s;
      say(`from ${name}; Enter on the same square marks it, on another one draws an arrow`);
    } else if (this.editing) {
      this.dispatchEvent(new CustomEvent("square", { detail: name, bubbles: true }));
    } else if (this.playable && this.#view.legal.some((m) => m.move === name)) {
      this.dispatchEvent(new CustomEvent("move", { detail: name, bubbles: true }));
    } else if (this.playable) {
      say(`${name} is not a legal move`);
    }
  }

  #pressed(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key.startsWith("Arrow")) {
      this.#go(neighbour(this.places, this.#cursor, e.key));
    } else if (e.key === "Enter" || e.key === " ") {
      this.#choose(this.#cursor);
    } else if (/^[a-h]$/i.test(e.key)) {
      this.#typed = e.key;
    } else if (/^[1-8]$/.test(e.key) && this.#typed) {
      const s = squareOf(this.#typed + e.key);
      this.#typed = "";
      if (!this.places.has(s)) return;
      this.#go(s);
      this.#choose(s);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  #go(s) {
    this.querySelector(`[data-square="${this.#cursor}"]`)?.setAttribute("tabindex", "-1");
    this.#cursor = s;
    const cell = this.querySelector(`[data-square="${s}"]`);
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }
}

customElements.define("othello-board", OthelloBoard);

/** The square under the pointer, -1 = none; a finger stays bound to the element that it touched first. */
function squareAt(e) {
  const s = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-square]")?.dataset.square;
  return s === undefined ? -1 : Number(s);
}

/** A mark on a square, such as f5, or an arrow, such as c4d3. */
function drawing(places, text) {
  const from = places.get(squareOf(text.slice(0, 2)));
  const to = places.get(squareOf(text.slice(2)));
  if (!from || (text.length > 2 && !to)) return svg("g");
  if (!to) return svg("circle", { cx: from.x, cy: from.y, r: 0.44 });
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (along, across) => `${to.x + along * x - across * y},${to.y + along * y + across * x}`;
  return svg("path", { d: `M${from.x + 0.2 * x},${from.y + 0.2 * y} L${at(-0.4, 0)} M${at(-0.45, 0.16)} L${at(-0.1, 0)} L${at(-0.45, -0.16)} Z` });
}

/** The disc count and the side to move, in words. */
export function stand(view) {
  const discs = `black ${view.black}, white ${view.white}`;
  if (view.over) {
    const score = view.score;
    const result = score === 0 ? "a draw" : `${score > 0 ? "black" : "white"} wins by ${Math.abs(score)}`;
    return `${discs}: ${result}`;
  }
  const passed = view.plies.at(-1)?.passes ? `${view.turn === "black" ? "white" : "black"} passes, ` : "";
  return `${discs}; ${passed}${view.turn} to move`;
}

/** A line of text about the position. */
export const status = (view) => html("span", {}, stand(view));
