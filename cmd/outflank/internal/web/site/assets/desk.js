// A board with a game tree and its list of moves, shared by the pages for play, analysis and explorer.
// The URL of the page names the place.
//
//   const desk = new Desk(the("othello-board"), the("move-list"));
//   desk.onview = (view) => …        after each change of place
//   await desk.load(start, moves, ply)

import { get } from "./api.js";
import { say } from "./dom.js";
import { stand } from "./board.js";
import { GameTree } from "./tree.js";
import "./movelist.js";

export class Desk {
  /** Called with the view of each new place. */
  onview = () => {};
  /** Called with errors. @param {Error} problem */
  onproblem = (problem) => say(problem.message);
  /** Whether to skip the announcement to screen readers, as for moves of agents. */
  quiet = false;
  #loading = null;

  constructor(board, list) {
    this.board = board;
    this.list = list;
    this.tree = new GameTree();
    board.addEventListener("move", (e) => this.tree.play(e.detail));
  }

  /** Loads a game, and goes to its end or to a ply. */
  async load(start, moves, ply) {
    this.tree = new GameTree(start || "8x8", moves);
    if (ply !== undefined) this.tree.at = [this.tree.root, ...this.tree.line()][Math.min(ply, this.tree.line().length)];
    this.tree.addEventListener("change", () => this.refresh());
    this.list.tree = this.tree;
    await this.refresh();
  }

  /** Shows the current place of the tree. */
  async refresh() {
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    try {
      const view = await get("board", { start: this.tree.start, moves: this.tree.moves() }, loading.signal);
      this.board.show(view);
      if (!this.quiet) say(stand(view));
      this.onview(view);
    } catch (problem) {
      if (problem.name !== "AbortError") this.onproblem(problem);
    }
  }

  /** Keyboard shortcuts: left and right, Home and End go through the game; Backspace removes a move. */
  listen() {
    document.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey || /^(input|textarea|select)$/i.test(e.target.tagName)) return;
      const act = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[e.key];
      if (!act) return;
      e.preventDefault();
      this.tree[act]();
    });
  }

  /** Writes the place and other parameters into the URL of the page. */
  remember(path, others = {}) {
    const q = new URLSearchParams(Object.entries(others).filter(([, value]) => value));
    if (this.tree.start !== "8x8") q.set("start", this.tree.start);
    const line = this.tree.line();
    const whole = line.length ? this.tree.moves(line.at(-1)) : "";
    if (whole) q.set("moves", whole);
    if (this.tree.at.ply !== line.length) q.set("ply", String(this.tree.at.ply));
    const text = q.toString();
    history.replaceState(null, "", path + (text ? `?${text}` : ""));
  }
}

/** The place named by the URL of the page. */
export function placeInAddress() {
  const q = new URLSearchParams(location.search);
  const ply = q.get("ply");
  return { start: q.get("start") ?? "8x8", moves: q.get("moves") ?? "", ply: ply === null ? undefined : Number(ply) };
}
