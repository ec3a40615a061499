// Position editor: a click or Enter on a square puts the palette's choice there.

import { say, the } from "./dom.js";
import { squareOf } from "./geometry.js";

const NAMES = { X: "black", O: "white", "-": "empty", "#": "hole" };

export class Editor {
  active = false;
  #squares = [];
  #rest = "";

  /** @param {(text: string) => void} changed gets the position as text */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    board.addEventListener("square", (e) => this.active && this.#put(squareOf(e.detail)));
    the("#mover").addEventListener("change", () => this.#tell());
  }

  begin() {
    this.active = this.board.editing = true;
    the("#palette").hidden = false;
    this.take(this.board.view);
    say("Enter or a click puts the chosen disc");
  }

  end() {
    this.active = this.board.editing = false;
    the("#palette").hidden = true;
    the("#setup").checked = false;
  }

  /** Takes over the position of a view. */
  take(view) {
    this.#squares = [...view.board.slice(0, 64)];
    this.#rest = view.lattice === "hexagonal" ? " hex" : "";
    the("#mover").value = view.board[65];
  }

  #put(s) {
    const chosen = the("#palette input:checked").value;
    this.#squares[s] = this.#squares[s] === chosen ? "-" : chosen;
    say(NAMES[this.#squares[s]]);
    this.#tell();
  }

  #tell() {
    if (this.active) this.changed(`${this.#squares.join("")} ${the("#mover").value}${this.#rest}`);
  }
}
