// The panel that explains why an agent prefers a move: a table of features and moves.

import { get } from "./api.js";
import { html, signed, the } from "./dom.js";
import { remember } from "./panels.js";

const MOVES = 5; // columns
const FEATURES = 10; // rows
const DIGITS = { wins: 3 }; // by unit; 2 in others

export class Explanation {
  /** Called with errors. @param {Error} problem */
  onproblem = () => {};
  #place = null;
  #asking = null;

  constructor() {
    const again = () => this.look(this.#place);
    the("#explanation").addEventListener("toggle", again);
    the("#by").addEventListener("change", again);
    remember(the("#explanation"), false);
  }

  /** Explains the moves in a position, if the panel is open; null = none. @param {{start: string, moves: string} | null} place */
  async look(place) {
    this.#place = place;
    this.#asking?.abort();
    if (!the("#explanation").open) return;
    if (!place) return this.#draw({ why: "", unit: "", side: "", features: [], moves: [] });
    const asking = (this.#asking = new AbortController());
    try {
      const { start, moves } = place;
      this.#draw(await get("explain", { start, moves, by: the("#by").value }, asking.signal));
    } catch (problem) {
      if (problem.name !== "AbortError") this.onproblem(problem);
    }
  }

  #draw({ why, unit, side, features, moves }) {
    const shown = moves.slice(0, MOVES);
    const digits = DIGITS[unit] ?? 2;
    const row = (name, numbers) => html("tr", {}, html("th", { scope: "row" }, name), numbers.map((x) => html("td", { class: "number" }, signed(x, digits))));
    const rest = (m) => m.parts.slice(FEATURES).reduce((sum, x) => sum + x, 0);
    the("#why").textContent = why.replaceAll(/-(?=\d)/g, "−");
    the("#unit").textContent = side && `in ${unit} for ${side}`;
    the("#contributions thead").replaceChildren(html("tr", {}, html("th", { scope: "col" }, "Feature"), shown.map((m) => html("th", { scope: "col", class: "number" }, m.move))));
    the("#contributions tbody").replaceChildren(
      ...features.slice(0, FEATURES).map((f, i) => row(f, shown.map((m) => m.parts[i]))),
      features.length > FEATURES ? row(`${features.length - FEATURES} others`, shown.map(rest)) : "",
      shown.length ? row("value", shown.map((m) => m.value)) : "",
    );
  }
}
