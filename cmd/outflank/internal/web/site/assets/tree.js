// A game with its variations. A node is a move; its first child is the main line.

/** @typedef {{move: string, children: Node[], parent: Node | null, ply: number}} Node */

export class GameTree extends EventTarget {
  /** @param {string} start @param {string} text the tree as a text; its main line becomes the current line */
  constructor(start = "8x8", text = "") {
    super();
    this.start = start;
    /** @type {Node} */
    this.root = { move: "", children: [], parent: null, ply: 0 };
    this.at = this.root;
    const left = []; // nodes at which variations were left
    for (const token of text.toLowerCase().match(/[a-h][1-8]|[()]/g) ?? []) {
      if (token === "(") {
        left.push(this.at);
        this.at = this.at.parent ?? this.root;
      } else if (token === ")") {
        this.at = left.pop() ?? this.at;
      } else {
        this.#add(token);
      }
    }
    this.at = left[0] ?? this.at;
  }

  /** The tree as a text: each move is followed by its alternatives in parentheses, as in f5d6(f4e3)c3. */
  get text() {
    let text = "";
    const open = [this.root]; // a stack: a node stands for the moves after it, a text for itself
    while (open.length) {
      const next = open.pop();
      if (typeof next === "string") {
        text += next;
        continue;
      }
      const [main, ...others] = next.children;
      if (!main) continue;
      text += main.move;
      open.push(main);
      for (const other of others.reverse()) open.push(")", other, `(${other.move}`);
    }
    return text;
  }

  /** The node that moves from the start lead to; undefined = none. @param {string} moves */
  find(moves) {
    let n = this.root;
    for (const move of split(moves)) n = n?.children.find((c) => c.move === move);
    return n;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  #add(move) {
    let child = this.at.children.find((n) => n.move === move);
    if (!child) {
      child = { move, children: [], parent: this.at, ply: this.at.ply + 1 };
      this.at.children.push(child);
    }
    this.at = child;
  }

  /** Plays a move; a new move starts a variation. */
  play(move) {
    this.#add(move);
    this.#changed();
  }

  /** Plays several moves. @param {string[]} moves */
  playLine(moves) {
    for (const move of moves) this.#add(move);
    this.#changed();
  }

  /** @param {Node} node */
  go(node) {
    this.at = node;
    this.#changed();
  }

  back() {
    if (this.at.parent) this.go(this.at.parent);
  }

  forward() {
    if (this.at.children.length) this.go(this.at.children[0]);
  }

  first() {
    this.go(this.root);
  }

  last() {
    let n = this.at;
    while (n.children.length) n = n.children[0];
    this.go(n);
  }

  /** Removes the current move and all moves after it. @returns {() => void} puts them back */
  remove() {
    const gone = this.at;
    const list = gone.parent.children;
    const i = list.indexOf(gone);
    list.splice(i, 1);
    this.go(gone.parent);
    return () => {
      list.splice(i, 0, gone);
      this.go(gone);
    };
  }

  /** Makes the line of the current move the main line. */
  promote() {
    for (let n = this.at; n.parent; n = n.parent) {
      const list = n.parent.children;
      list.splice(list.indexOf(n), 1);
      list.unshift(n);
    }
    this.#changed();
  }

  /** The moves that lead to a node, as a transcript. */
  moves(node = this.at) {
    const list = [];
    for (let n = node; n.parent; n = n.parent) list.unshift(n.move);
    return list.join("");
  }

  /** The nodes of the main line, from the root on. */
  main() {
    const list = [this.root];
    for (const n of list) if (n.children.length) list.push(n.children[0]);
    return list;
  }

  /** The nodes of the line through the current move. */
  line() {
    const list = [];
    for (let n = this.at; n.parent; n = n.parent) list.unshift(n);
    for (let n = this.at; n.children.length; ) list.push((n = n.children[0]));
    return list;
  }
}

/** The squares of a transcript. */
export const split = (moves) => moves.toLowerCase().match(/[a-h][1-8]/g) ?? [];
