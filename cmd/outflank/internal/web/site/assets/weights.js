// Learned weights: values of discs on a board for each part of the game, square weights W, and the
// importance of each term of the features.

import { get } from "./api.js";
import { count, html, minus } from "./dom.js";
import { numberText } from "./curves.js";

const FILES = [..."abcdefgh"];
const PAUSE = 5000; // ms from a new version to its request
const SLIDE = 100; // ms from a move of the slider to the request

let panels = 0; // of the page: the radio buttons of each form a group

export class WeightsPanel {
  #shown = 0;
  #known = "";
  #timer = 0;
  #models = [];
  #number = ++panels;

  /**
   * @param {HTMLElement} place
   * @param {string} address of the weights, below /api/v1
   * @param {boolean} [terms] whether to show a table of the terms
   */
  constructor(place, address, terms = true) {
    this.address = address;
    this.withTerms = terms;
    this.slider = html("input", { type: "range", min: 0, step: 1, oninput: () => this.#choose() });
    this.chosen = html("output");
    this.time = html("p", { hidden: true }, html("label", {}, "Model ", this.slider), " ", this.chosen);
    this.choice = html("div", { class: "row", role: "radiogroup", "aria-label": "What the board shows" });
    this.board = html("div");
    this.terms = html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Terms" });
    this.note = html("p", { class: "faint" });
    place.append(this.note, this.time, this.choice, this.board, this.terms);
  }

  /**
   * Shows the weights of a version; the first immediately, later ones after a pause. Of several models, a slider
   * chooses one; the best or else the last one is shown until the user moves it.
   * @param {{of: string, games: number}[]} [models] by number of games
   */
  refresh(version, models = []) {
    this.#list(models);
    if (version === this.#known) return;
    const first = this.#known === "";
    this.#known = version;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), first ? 0 : PAUSE);
  }

  async #load() {
    try {
      const of = this.of;
      const weights = await get(this.address, { of });
      if (of === this.of) this.#draw(weights);
    } catch (p) {
      this.note.textContent = p.message;
    }
  }

  /** Offers models. The chosen one stays, if it is still there. */
  #list(models) {
    this.#models = models;
    this.time.hidden = models.length < 2;
    this.slider.max = String(Math.max(0, models.length - 1));
    const at = [this.of, "best", "last"].map((of) => models.findIndex((m) => m.of === of)).find((i) => i >= 0) ?? 0;
    this.slider.value = String(at);
    if (this.of && models[at]?.of !== this.of) {
      this.of = undefined; // the run has dropped it
      this.#known = "";
    }
    this.#name();
  }

  #choose() {
    this.of = this.#models[Number(this.slider.value)].of;
    this.#name();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), SLIDE);
  }

  #name() {
    const m = this.#models[Number(this.slider.value)];
    if (!m) return;
    const text = `after ${count(m.games, "game")}${{ best: ", the best", last: ", the newest" }[m.of] ?? ""}`;
    this.chosen.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  #draw(w) {
    if (w.count === 0) {
      this.note.textContent = "There are no weights yet.";
      return;
    }
    this.note.textContent = `${w.features}: ${w.count.toLocaleString("en")} weights${w.unit ? `, values in units of “${w.unit}”` : ""}`;
    const boards = w.stages.map((s) => ({ name: w.stages.length > 1 ? `${s.from} to ${s.to} discs` : "all of the game", values: s.values }));
    if (w.squares) boards.push({ name: "square weights W", values: w.squares });
    this.#shown = Math.min(this.#shown, boards.length - 1);
    const show = () => this.board.replaceChildren(squares(boards[this.#shown]));
    this.choice.replaceChildren(
      ...boards.map((b, i) => html("label", {}, html("input", { type: "radio", name: `weights-of-${this.#number}`, checked: i === this.#shown, onchange: () => ((this.#shown = i), show()) }), ` ${b.name}`)),
    );
    this.choice.hidden = boards.length < 2;
    show();
    this.terms.hidden = !this.withTerms || w.terms.length === 0;
    this.terms.replaceChildren(
      html(
        "table",
        {},
        html("caption", {}, "Terms: swing is what a term adds to the value of boards, root mean square"),
        html("thead", {}, html("tr", {}, ["term", "weights", "largest", "swing"].map((t, i) => html("th", { scope: "col", class: i ? "number" : undefined }, t)))),
        html("tbody", {}, w.terms.toSorted((a, b) => b.swing - a.swing).map((t) => html("tr", {}, html("th", { scope: "row" }, t.name), [t.entries.toLocaleString("en"), numberText(t.largest), numberText(t.swing)].map((c) => html("td", { class: "number" }, c))))),
      ),
    );
  }
}

/** Values of squares as a table in the form of a board: green is good, red is bad. */
function squares({ name, values }) {
  const most = Math.max(...values.map((v) => Math.abs(v ?? 0))) || 1;
  const cell = (v) => {
    const e = html("td", {}, v === null ? "–" : minus(Number((v / most).toFixed(2)).toFixed(2)));
    if (v !== null) e.style.background = `color-mix(in srgb, var(--${v < 0 ? "series-2" : "series-3"}) ${Math.round((45 * Math.abs(v)) / most)}%, transparent)`;
    return e;
  };
  const rows = FILES.map((_, rank) => html("tr", {}, html("th", { scope: "row" }, rank + 1), values.slice(8 * rank, 8 * rank + 8).map(cell)));
  return html(
    "table",
    { class: "squares" },
    html("caption", {}, `Value of a disc, ${name}, as shares of the greatest, ${numberText(most)}`),
    html("thead", {}, html("tr", {}, html("td"), FILES.map((f) => html("th", { scope: "col" }, f)))),
    html("tbody", {}, rows),
  );
}
