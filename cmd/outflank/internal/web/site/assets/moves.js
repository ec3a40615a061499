// A table of the moves in a position: their frequencies and results, and their values for the side to move.

import { html, signed } from "./dom.js";
import { valueText } from "./lines.js";

const number = (n) => n.toLocaleString("en");

/** A disc difference for black as one for a side, and back. @param {number} value @param {string} side */
export const viewed = (value, side) => (side === "black" ? value : -value);

const share = (part, all) => (all ? (100 * part) / all : 0);

/** A bar of results: black, draws, white. */
export function bar(outcome) {
  const all = outcome.black_wins + outcome.draws + outcome.white_wins;
  const parts = [["black", outcome.black_wins], ["draw", outcome.draws], ["white", outcome.white_wins]];
  const label = all ? parts.map(([name, n]) => `${name} ${share(n, all).toFixed(1)} %`).join(", ") : "no results";
  return html(
    "div",
    { class: "bar", role: "img", "aria-label": label, title: label },
    parts.map(([name, n]) => {
      const part = share(n, all);
      const e = html("span", { class: name }, part >= 14 ? `${Math.round(part)} %` : "");
      e.style.width = `${part}%`;
      return e;
    }),
  );
}

export class MoveTable {
  /** Called with the chosen move. @param {string} move */
  onplay = () => {};
  /** Called with the move under the pointer, or with undefined. @param {string | undefined} move */
  onpoint = () => {};
  #worth = new Map(); // the cells of the values, by move
  #book = new Map(); // the values of the opening book for the side to move

  /** @param {HTMLTableSectionElement} body */
  constructor(body) {
    this.body = body;
    const move = (e) => e.target.closest("tr")?.dataset.move;
    body.addEventListener("click", (e) => move(e) && this.onplay(move(e)));
    for (const kind of ["mouseover", "focusin"]) body.addEventListener(kind, (e) => this.onpoint(move(e)));
    for (const kind of ["mouseout", "focusout"]) body.addEventListener(kind, () => this.onpoint(undefined));
  }

  /** Shows an answer of /api/v1/explore. @param {string} side the side to move */
  show(found, side) {
    this.#worth = new Map();
    this.#book = new Map(Object.entries(found.book).map(([move, value]) => [move, viewed(value, side)]));
    const focused = this.body.contains(document.activeElement);
    this.body.replaceChildren(...found.moves.map((m) => this.#row(m, side)));
    if (focused) this.body.querySelector("button")?.focus();
  }

  #row(m, side) {
    const worth = html("td", { class: "number" });
    this.#worth.set(m.move, worth);
    const average = m.mean_disc_difference === null ? "" : signed(viewed(m.mean_disc_difference, side), 1);
    return html(
      "tr",
      { "data-move": m.move },
      html("td", {}, html("button", { type: "button", "aria-label": `${m.move}, play it` }, m.move)),
      html("td", { class: "number" }, number(m.games), html("small", {}, m.share === null ? "" : `${(100 * m.share).toFixed(1)} %`)),
      html("td", {}, bar(m)),
      html("td", { class: "number" }, average),
      worth,
      html("td", { class: "wide" }, m.name),
    );
  }

  /** Shows the value of each move: by the engine if it is known, or by the book. @param {import("./live.js").Values | null} values */
  value(values) {
    const known = new Map((values?.moves ?? []).map((m) => [m.move, m]));
    const worth = new Map([...this.#worth.keys()].map((move) => [move, known.get(move)?.value ?? this.#book.get(move)]));
    const best = values?.moves[0]?.value ?? Math.max(...this.#book.values());
    for (const [move, cell] of this.#worth) {
      const value = worth.get(move);
      cell.replaceChildren(value === undefined ? "" : valueText(value, values?.exact), known.get(move)?.inBook ?? this.#book.has(move) ? html("small", {}, "book") : "");
      cell.classList.toggle("best", value !== undefined && value === best);
    }
  }
}
