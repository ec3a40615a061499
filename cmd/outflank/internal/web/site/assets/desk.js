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
  /** Called at each new place, before the server is asked for its view. */
  onplace = () => {};
  /** Called with the view of each new place. */
  onview = () => {};
  /** Called if moves are left out because the first of them is illegal. @param {string} why */
  oncut = (why) => this.onproblem(new Error(why));
  /** Called with errors. @param {Error} problem */
  onproblem = (problem) => say(problem.message);
  /** Whether to skip the announcement to screen readers, as for moves of agents. */
  quiet = false;
  /** Whether the next place becomes an entry of the browser's history, so that Back leads to the present one. */
  anew = false;
  #loading = null;

  constructor(board, list) {
    this.board = board;
    this.list = list;
    this.tree = new GameTree();
    board.addEventListener("move", (e) => this.tree.play(e.detail));
    document.addEventListener("reconnect", () => this.refresh());
  }

  /**
   * Loads a game with its variations, and goes to a place.
   * @param {string} text the tree as a text
   * @param {number | string} [place] a ply of the main line, or the moves up to the place; default: the end
   */
  async load(start, text, place) {
    this.tree = new GameTree(start || "8x8", text);
    if (typeof place === "string") this.tree.at = this.tree.find(place) ?? this.tree.at;
    else if (place !== undefined) this.tree.at = [this.tree.root, ...this.tree.line()][Math.min(place, this.tree.line().length)];
    this.tree.addEventListener("change", () => this.refresh());
    this.list.tree = this.tree;
    await this.refresh();
  }

  /** Shows the current place of the tree. */
  async refresh() {
    this.onplace();
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    try {
      const view = await get("board", { start: this.tree.start, moves: this.tree.moves(), legal: true }, loading.signal);
      if (view.cut) {
        this.oncut(view.cut);
        this.tree.at = this.tree.line()[view.plies.length];
        return this.tree.remove(); // shows the position before it
      }
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

  /** The game with its variations and the place, as parameters of a URL. */
  query() {
    const { tree } = this;
    const q = new URLSearchParams();
    if (tree.start !== "8x8") q.set("start", tree.start);
    if (tree.text) q.set("moves", tree.text);
    const main = tree.main();
    if (!main.includes(tree.at)) q.set("at", tree.moves());
    else if (tree.at !== main.at(-1)) q.set("ply", String(tree.at.ply));
    return q;
  }

  /** Writes the game, the place and other parameters into the URL of the page; if the path names the game, only the place. */
  remember(path, others = {}, named = false) {
    const q = new URLSearchParams([...Object.entries(others).filter(([, value]) => value), ...this.query()]);
    if (named) for (const key of ["start", "moves"]) q.delete(key);
    history[this.anew ? "pushState" : "replaceState"](null, "", path + (q.size ? `?${q}` : ""));
    this.anew = false;
  }
}

/** The game and the place named by the URL of the page, as arguments of load. */
export function placeInAddress() {
  const q = new URLSearchParams(location.search);
  const ply = q.get("ply");
  return { start: q.get("start") ?? "8x8", moves: q.get("moves") ?? "", place: q.get("at") ?? (ply === null ? undefined : Number(ply)) };
}
