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
    if (current && this.scrollHeight > this.clientHeight) current.scrollIntoView({ block: "nearest" });
  }

  /** The line from a node on, with what branches off it. */
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
    const note = this.#note(node);
    return html(
      "button",
      {
        type: "button", "aria-current": node === this.#tree.at ? "true" : undefined,
        "aria-label": note ? `${node.ply}. ${node.move}, ${note.label}` : undefined, onclick: () => this.#tree.go(node),
      },
      `${node.ply}. ${node.move}`,
      note && html("span", { class: `note ${note.class ?? ""}` }, ` ${note.text}`),
    );
  }
}

customElements.define("move-list", MoveList);
