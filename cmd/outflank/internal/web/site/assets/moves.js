// A table of the moves in a position: their frequencies and results, and their values by the engine and an
// opening book.

import { html, signed } from "./dom.js";
import { valueText } from "./lines.js";

const number = (n) => n.toLocaleString("en");
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
  #worth = new Map(); // the cells of the engine's values, by move

  /** @param {HTMLTableSectionElement} body */
  constructor(body) {
    this.body = body;
    const move = (e) => e.target.closest("tr")?.dataset.move;
    body.addEventListener("click", (e) => move(e) && this.onplay(move(e)));
    for (const kind of ["mouseover", "focusin"]) body.addEventListener(kind, (e) => this.onpoint(move(e)));
    for (const kind of ["mouseout", "focusout"]) body.addEventListener(kind, () => this.onpoint(undefined));
  }

  /** Shows an answer of /api/v1/explore, with the totals below the moves. */
  show(found) {
    this.#worth = new Map();
    const focused = this.body.contains(document.activeElement);
    this.body.replaceChildren(...found.moves.map((m) => this.#row(m, found.book[m.move])));
    if (focused) this.body.querySelector("button")?.focus();
  }

  #row(m, book) {
    const worth = html("td", { class: "number" });
    this.#worth.set(m.move, worth);
    const average = m.mean_disc_difference === null ? "" : signed(m.mean_disc_difference, 1);
    return html(
      "tr",
      { "data-move": m.move },
      html("td", {}, html("button", { type: "button", "aria-label": `${m.move}, play it` }, m.move)),
      html("td", { class: "number" }, number(m.games), html("small", {}, m.share === null ? "" : `${(100 * m.share).toFixed(1)} %`)),
      html("td", {}, bar(m)),
      html("td", { class: "number" }, average),
      worth,
      html("td", { class: "number wide" }, book === undefined ? "" : signed(book)),
      html("td", { class: "wide" }, m.name),
    );
  }

  /** Shows the engine's value of each move, for black. @param {import("./live.js").Values | null} values */
  value(values) {
    const known = new Map((values?.moves ?? []).map((m) => [m.move, m.value]));
    const best = values?.moves[0]?.value;
    for (const [move, cell] of this.#worth) {
      const v = known.get(move);
      cell.textContent = v === undefined ? "" : valueText(values.side === "black" ? v : -v, values.exact);
      cell.classList.toggle("best", v !== undefined && v === best);
    }
  }
}
