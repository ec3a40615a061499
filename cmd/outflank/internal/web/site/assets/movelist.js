// <move-list>: the moves of a GameTree with its variations; a click goes to a move.
//
//   list.tree = tree
//   list.note = (node) => ({text: "?!", label: "inaccuracy", class: "warn"})

import { html } from "./dom.js";

class MoveList extends HTMLElement {
  #tree = null;
  #note = () => null;

  set tree(tree) {
    this.#tree = tree;
    tree.addEventListener("change", () => this.draw());
    this.draw();
  }

  set note(note) {
    this.#note = note;
    this.draw();
  }

  draw() {
    if (!this.#tree) return;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(this.#line(this.#tree.root));
    const current = this.querySelector("[aria-current]");
    if (focused) current?.focus();
    if (current) this.#reveal(current);
  }

  /** Updates the notes in the existing buttons. */
  annotate() {
    for (const button of this.querySelectorAll("button")) this.#label(button);
  }

  /** Scrolls the list, not the page, to a move. */
  #reveal(button) {
    const box = this.getBoundingClientRect();
    const at = button.getBoundingClientRect();
    if (at.top < box.top) this.scrollTop -= box.top - at.top;
    else if (at.bottom > box.bottom) this.scrollTop += at.bottom - box.bottom;
  }

  /** The line from a node on, with its variations. */
  #line(from) {
    const items = [];
    for (let n = from; n.children.length; n = n.children[0]) {
      const [main, ...others] = n.children;
      items.push(html("li", {}, this.#button(main)));
      for (const other of others) {
        const side = html("ol", { "aria-label": "Variation" }, html("li", {}, this.#button(other)));
        side.append(...this.#line(other).children);
        items.push(html("li", { class: "side" }, side));
      }
    }
    return html("ol", { "aria-label": "Moves" }, items);
  }

  #button(node) {
    const button = html("button", { type: "button", "aria-current": node === this.#tree.at ? "true" : undefined, onclick: () => this.#tree.go(node) });
    button.node = node;
    this.#label(button);
    return button;
  }

  #label(button) {
    const { node } = button;
    const note = this.#note(node);
    button.replaceChildren(`${node.ply}. ${node.move}`);
    if (note) button.append(html("span", { class: `note ${note.class ?? ""}` }, ` ${note.text}`), html("span", { class: "hidden" }, `, ${note.label}`));
  }
}

customElements.define("move-list", MoveList);
