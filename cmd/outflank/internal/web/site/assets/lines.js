// The best lines of a position, whose moves show a preview and can be played; and values for a board.

import { count, discs, html, signed } from "./dom.js";
import { split } from "./tree.js";

const SHOWN = 3;

/** Formats a value for the side to move: +2, or =+2 for an exact one. */
export const valueText = (value, exact) => (exact ? "=" : "") + discs(value);

/** How far a search looked: depth 12, or exact. @param {{depth: number, exact: boolean}} values */
export const depthText = ({ depth, exact }) => (exact ? "exact" : `depth ${depth}`);

/**
 * A list of the best lines. It keeps its buttons while the values change, so that no click is lost.
 */
export class Lines {
  /** Called with the moves of a line up to the chosen one. @param {string[]} moves */
  onplay = () => {};
  /** Called with the moves of a line up to the one under the pointer, or with no moves. @param {string[]} moves */
  onpoint = () => {};
  #lines = [];

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    const on = (kind, act) => list.addEventListener(kind, (e) => e.target.closest("button") && act(this.#upTo(e.target.closest("button"))));
    on("click", (moves) => this.onplay(moves));
    on("mouseover", (moves) => this.onpoint(moves));
    on("focusin", (moves) => this.onpoint(moves));
    on("mouseout", () => this.onpoint([]));
    on("focusout", () => this.onpoint([]));
  }

  #upTo(button) {
    const row = button.closest("li");
    const line = this.#lines[[...this.list.children].indexOf(row)] ?? [];
    return line.slice(0, [...row.querySelectorAll("button")].indexOf(button) + 1);
  }

  /** @param {import("./live.js").Values | null} values */
  draw(values) {
    const best = values?.moves.slice(0, SHOWN) ?? [];
    this.#lines = best.map((m) => split(m.line || m.move));
    fit(this.list, best.length, () => html("li", {}, html("span", { class: "worth" }), html("span", { class: "moves" }), html("span", { class: "book" })));
    for (const [i, m] of best.entries()) {
      const [worth, moves, book] = this.list.children[i].children;
      worth.textContent = valueText(m.value, values.exact);
      book.textContent = m.inBook ? "book" : "";
      fit(moves, this.#lines[i].length, () => html("button", { type: "button" }));
      for (const [n, button] of [...moves.children].entries()) {
        button.textContent = this.#lines[i][n];
        button.tabIndex = n ? -1 : 0; // Tab reaches the first move of each line only
      }
      moves.firstElementChild?.setAttribute("aria-label", `${m.move}, ${worth.textContent}, play it`);
    }
  }
}

/** Gives an element a number of children. */
function fit(parent, n, make) {
  while (parent.children.length > n) parent.lastElementChild.remove();
  while (parent.children.length < n) parent.append(make());
}

/** Values in the form for a board. @param {import("./live.js").Values | null} values */
export function boardValues(values) {
  const best = values?.moves[0]?.value;
  return new Map(
    (values?.moves ?? []).map((m) => [
      m.move,
      { text: (values.exact ? "=" : "") + signed(m.value), best: m.value === best, label: [valueText(m.value, values.exact), values.exact ? "exact" : m.inBook ? "by the book" : ""] },
    ]),
  );
}

/** The progress of a search. @param {import("./live.js").Values | null} values @param {boolean} running */
export function reach(values, running) {
  if (!values) return running ? "searching…" : "";
  const depth = values.exact ? `exact, ${count(values.depth, "ply")}` : `depth ${values.depth}`;
  const speed = values.seconds > 0.2 ? `, ${(values.nodes / values.seconds / 1e6).toFixed(1)} M positions/s` : "";
  return `for ${values.side}: ${depth}, ${visited(values.nodes)}${speed}${running || values.exact ? "" : ", ended"}`;
}

function visited(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M positions`;
  if (n >= 1e4) return `${Math.round(n / 1e3)} k positions`;
  return count(n, "position");
}
