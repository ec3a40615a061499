// The review of a game: the loss and the mark of each move, and the totals of both players.

import { events } from "./api.js";
import { count, discs, html } from "./dom.js";
import { depthText } from "./lines.js";
import { keep, kept } from "./memory.js";

const KEPT = 40; // reviews that the browser keeps, some 25 kilobytes each
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @typedef {{ply: number, move: string, color: string, value: number, best: string, best_value: number, loss: number, exact: boolean, depth: number, pv: string, black: number, judgement: string}} Move */

export class Review {
  /** Called after each change. */
  onchange = () => {};
  /** Called when a review is finished. */
  ondone = () => {};
  onproblem = () => {};
  /** The number of judged moves and of all moves; 0 = no review is running. */
  done = 0;
  all = 0;
  /** The last finished review of the game, or null. */
  game = null;
  /** All finished reviews of the game's lines. */
  games = [];
  #judged = new Map();
  #start = "";
  #close = () => {};

  get running() {
    return this.all > 0;
  }

  /** Reviews a game. @param {{start: string, moves: string, black?: string, white?: string}} game */
  begin(game) {
    this.stop();
    this.all = game.moves.length / 2;
    let moves = "";
    this.#close = events("review", game, {
      message: (step) => {
        this.done = step.done;
        this.all = Math.max(1, step.moves);
        if (step.judged) {
          if (step.done === 1) moves = ""; // the stream has restarted
          moves += step.judged.move;
          this.#judged.set(moves, step.judged);
        }
        if (step.game) this.#finish(step.game);
        this.onchange();
        if (step.game) this.ondone();
      },
      end: () => this.stop(),
      problem: (problem) => {
        this.stop();
        this.onproblem(problem);
      },
    });
    this.onchange();
  }

  stop() {
    this.#close();
    this.#close = () => {};
    this.done = this.all = 0;
    this.onchange();
  }

  #finish(game) {
    this.game = game;
    this.games = [...this.games.filter((g) => g.transcript !== game.transcript), game];
    keep("reviews", { start: this.#start, game }, (r) => r.start === this.#start && r.game.transcript === game.transcript, KEPT);
  }

  /** Begins another game, with the finished reviews of its lines. @param {import("./tree.js").GameTree} tree @param {object[]} [known] reviews from elsewhere */
  open(tree, known = []) {
    this.stop();
    this.#judged.clear();
    this.#start = tree.start;
    this.game = null;
    this.games = [];
    this.add(tree, kept("reviews").filter(({ start }) => start === tree.start).map(({ game }) => game));
    this.add(tree, known);
  }

  /** Adds finished reviews of lines of the game. @param {import("./tree.js").GameTree} tree @param {object[]} list */
  add(tree, list) {
    for (const game of list) {
      if (!tree.find(game.transcript)) continue;
      this.game = game;
      this.games = [...this.games.filter((g) => g.transcript !== game.transcript), game];
      game.moves.forEach((m, i) => this.#judged.set(game.transcript.slice(0, 2 * i + 2), m));
    }
  }

  /** The review of a move, by the moves of the game up to and including it. @returns {Move | undefined} */
  of(start, moves) {
    return start === this.#start ? this.#judged.get(moves) : undefined;
  }
}

/** The note on a move for the move list. @param {Move | undefined} m */
export function noteOf(m) {
  if (!m || (m.loss === 0 && !m.judgement)) return null;
  const mark = MARKS[m.judgement] ?? "";
  const loss = lossText(m);
  return { text: `${mark} lost ${loss}`.trim(), class: m.judgement, label: `${m.judgement ? `${m.judgement}, ` : ""}lost ${lossWords(m)}, ${m.best} was best` };
}

/** The discs that a move lost, without a sign. @param {Move} m */
const lossText = (m) => Number(m.loss.toFixed(m.loss < 9.95 ? 1 : 0));

/** The same in words: 1 disc, 2.5 discs. @param {Move} m */
export const lossWords = (m) => count(lossText(m), "disc");

/** A sentence about a move. @param {Move} m */
export function sentence(m) {
  const value = (v) => (m.exact ? "=" : "") + discs(v);
  if (m.loss === 0) return `${m.move} is best, ${value(m.value)} for ${m.color} (${depthText(m)}).`;
  const name = m.judgement ? `${m.judgement[0].toUpperCase()}${m.judgement.slice(1)}: ` : "";
  return `${name}${m.move} is worth ${value(m.value)} for ${m.color}; ${m.best} was best, ${value(m.best_value)} (${depthText(m)}).`;
}

/** The totals of both players. @param {{players: object[], moves: Move[]}} game @param {(ply: number) => void} go */
export function sums(game, go) {
  const number = (text, label) => html("td", { class: "number", "aria-label": label }, text);
  const row = (p) =>
    html(
      "tr", {},
      html("th", { scope: "row" }, p.name ? `${p.color} ${p.name}` : p.color),
      number(p.accuracy === null ? "–" : `${Math.round(p.accuracy)} %`),
      number(p.mean_loss.toFixed(2)), number(p.inaccuracies), number(p.mistakes), number(p.blunders),
    );
  const head = [["accuracy", "Accuracy"], ["discs a move", "Loss"], ["inaccuracies", "?!"], ["mistakes", "?"], ["blunders", "??"]];
  const worst = game.moves.reduce((a, b) => (b.loss > (a?.loss ?? 0) ? b : a), null);
  const table = html(
    "table", {},
    html("thead", {}, html("tr", {}, html("th", { scope: "col" }, ""), head.map(([title, text]) => html("th", { scope: "col", class: "number", title }, text)))),
    html("tbody", {}, game.players.map(row)),
  );
  const button = worst && html("button", { type: "button", onclick: () => go(worst.ply) }, `Worst move: ${worst.ply}. ${worst.move} lost ${lossText(worst)}`);
  const unmarked = game.players.some((p) => p.moves > 0 && p.accuracy === null);
  const remark = unmarked && html("p", { class: "faint" }, "On this board only exact values are sure enough for marks.");
  return [html("div", { class: "scroll" }, table), remark || "", button ?? html("p", {}, "No move lost anything.")];
}
