// Learning from mistakes: the marked moves of a reviewed game, one after another. The reader looks for a better
// move in each position.

import { events } from "./api.js";
import { discs, html, say } from "./dom.js";
import { depthText } from "./lines.js";
import { lossWords } from "./review.js";

const GOOD = 2; // discs: a move that loses less than that is good enough

/** The values of all moves of a place by a search as deep as the review's, so that both find the same. */
const search = (place) => new Promise((done, fail) => {
  let values;
  const end = () => (values ? done(values) : fail(new Error("the server had no time for the search")));
  events("analysis", place, { message: (v) => (values = v), end, problem: fail });
});

export class Learning {
  /** Called to show a position. @param {string} moves the moves that lead to it */
  ongo = () => {};
  /** Called when a question was asked. */
  onask = () => {};
  /** Called when a question was asked, answered or dropped. */
  onchange = () => {};
  onproblem = () => {};
  #start = "";
  #questions = []; // reviewed moves, each with the moves before it
  #at = 0;
  #tries = 0;
  #found = 0; // at the first try
  #open = false; // whether the current question waits for its answer
  #asking = false; // whether values are on their way

  /** @param {HTMLElement} panel place of the question and its buttons */
  constructor(panel) {
    this.panel = panel;
  }

  /** The marked moves of a side. @param {{transcript: string, moves: import("./review.js").Move[]}} game */
  static of(game, color) {
    const before = (m) => game.transcript.slice(0, 2 * (m.ply - 1));
    return game.moves.filter((m) => m.judgement && m.color === color).map((m) => ({ ...m, before: before(m) }));
  }

  /** Whether a position is the one in question, by the moves that lead to it. */
  asks(moves) {
    return this.#open && this.#questions[this.#at].before === moves;
  }

  /** Whether a move of the game is the one in question, by the moves up to and including it. */
  hides(moves) {
    return this.#open && this.#questions[this.#at].before + this.#questions[this.#at].move === moves;
  }

  /** Asks for better moves than those. @param {string} start @param {object[]} questions */
  begin(start, questions) {
    this.#start = start;
    this.#questions = questions;
    this.#at = this.#found = 0;
    this.#ask();
  }

  end() {
    const open = this.#open;
    this.#open = false;
    this.panel.hidden = true;
    if (open) this.onchange();
  }

  #ask() {
    const q = this.#questions[this.#at];
    this.#tries = 0;
    this.#open = true;
    const place = this.#questions.length > 1 ? `${this.#at + 1} of ${this.#questions.length}: ` : "";
    this.#tell(`${place}${q.color} played ${q.move} here and lost ${lossWords(q)}. Play a better move on the board.`);
    this.ongo(q.before);
    this.onchange();
    this.onask();
  }

  #tell(text) {
    const button = (name, act, attributes = {}) => html("button", { type: "button", onclick: act, ...attributes }, name);
    const last = this.#at + 1 === this.#questions.length;
    this.panel.replaceChildren(
      html("p", {}, text),
      html("div", { class: "row" },
        this.#open && button("Back to the position", () => this.ongo(this.#questions[this.#at].before)),
        this.#open && button("Show the answer", () => this.#answer(null)),
        !last && button("Next mistake", () => this.#next(), { class: "primary" }),
        button("End", () => this.end())));
    this.panel.hidden = false;
    say(text);
  }

  #next() {
    this.#at++;
    this.#ask();
  }

  /** Judges a move in the position in question. @param {string} move */
  try(move) {
    if (move !== this.#questions[this.#at].move) return this.#answer(move);
    this.#tries++;
    this.#tell(`${move} is the move of the game. Look for a better one.`);
  }

  /** Judges a move, or shows the best one. @param {string | null} move */
  async #answer(move) {
    const q = this.#questions[this.#at];
    if (this.#asking) return;
    this.#asking = true;
    this.panel.firstElementChild.textContent = "Searching…";
    try {
      q.values ??= await search({ start: this.#start, moves: q.before, depth: q.depth });
    } catch (problem) {
      this.#tell("The search failed. Try again.");
      return this.onproblem(problem);
    } finally {
      this.#asking = false;
    }
    if (!this.#open || this.#questions[this.#at] !== q) return;
    const { moves, exact } = q.values;
    const value = (name) => moves.find((m) => m.move === name)?.value;
    const [best] = moves;
    const nearly = move && best.value - value(move) < GOOD && value(move) > value(q.move) && (!exact || Math.sign(value(move)) === Math.sign(best.value));
    const depth = depthText(q.values);
    if (move && move !== q.best && value(move) < best.value && !nearly) {
      this.#tries++;
      return this.#tell(`${move} is worth ${discs(value(move))} for ${q.color} (${depth}), and another move is better. Try again.`);
    }
    if (move && this.#tries === 0) this.#found++;
    this.#open = false;
    const worth = (name) => `${name} is worth ${discs(value(name))}`;
    const answers = [...new Set([move, q.best, best.move])].filter(Boolean).sort((a, b) => value(b) - value(a));
    const [first, ...others] = answers.filter((name) => name !== q.move);
    const verdict = `${first} is ${value(first) === best.value ? "best" : "good"}, ${discs(value(first))} for ${q.color} (${depth}). ${[...others, q.move].map(worth).join(", ")}.`;
    const all = this.#at + 1 === this.#questions.length ? ` At the first try you found ${this.#found} of ${this.#questions.length}.` : "";
    this.#tell(verdict + all);
    this.onchange();
  }
}
