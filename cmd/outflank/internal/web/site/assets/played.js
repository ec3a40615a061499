// The list of the games of a match, in pages. It shows the last page as games end, until another one is chosen.

import { get } from "./api.js";
import { html, keepFocus, signed, the } from "./dom.js";
import { fillBody, inAddress } from "./watching.js";

const PAGE = 50;

export class Played {
  /** Called with the number of a chosen game. @param {number} number */
  onchoose = (number) => {};
  /** Called with errors. @param {Error} problem */
  onproblem = (problem) => {};
  #page = -1; // -1 = the last one
  #highest = 0;
  #full = ""; // the page that is shown, if all its games have ended
  #at = 0; // the number of the chosen game

  /** @param {string} path of the match */
  constructor(path) {
    this.path = path;
    const turn = (to) => () => {
      this.#page = to(this.#shown());
      this.#load();
    };
    the("#earliest").addEventListener("click", turn(() => 0));
    the("#earlier").addEventListener("click", turn((page) => page - 1));
    the("#later").addEventListener("click", turn((page) => page + 1));
    the("#latest").addEventListener("click", turn(() => -1));
  }

  /** Tells the list the highest number of a game that has ended. */
  grow(highest) {
    if (highest === this.#highest) return;
    this.#highest = highest;
    this.#load();
  }

  /** Marks a game, and shows its page if it was chosen. */
  mark(number, chosen) {
    this.#at = number;
    if (chosen) this.#page = Math.floor((number - 1) / PAGE);
    if (chosen && this.#highest) this.#load();
    for (const a of document.querySelectorAll("#games a")) this.#current(a);
  }

  /** Reads a game. */
  async game(number) {
    const { games } = await get(`played/${inAddress(this.path)}`, { from: number, count: 1 });
    if (games.length === 0) throw new Error(`Game ${number} has not ended yet, or does not exist.`);
    return games[0];
  }

  #last() {
    return Math.max(0, Math.ceil(this.#highest / PAGE) - 1);
  }

  #shown() {
    return this.#page < 0 ? this.#last() : Math.min(this.#page, this.#last());
  }

  async #load() {
    const page = this.#shown();
    this.#buttons(page);
    if (this.#full === String(page)) return;
    try {
      const { games } = await get(`played/${inAddress(this.path)}`, { from: PAGE * page + 1 });
      if (page !== this.#shown()) return;
      this.#full = games.length === PAGE ? String(page) : "";
      const focused = document.activeElement?.closest?.("#games a")?.textContent;
      fillBody("#games", games.map((g) => this.#row(g)));
      if (focused) [...document.querySelectorAll("#games a")].find((a) => a.textContent === focused)?.focus();
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  #buttons(page) {
    the("#played").hidden = this.#highest === 0;
    the("#range").textContent = `${PAGE * page + 1}–${Math.min(PAGE * (page + 1), this.#highest)} of ${this.#highest.toLocaleString("en")}`;
    the("#pages").hidden = this.#last() === 0;
    the("#earliest").disabled = the("#earlier").disabled = page === 0;
    the("#later").disabled = the("#latest").disabled = page === this.#last();
    keepFocus(the(page === 0 ? "#later" : "#earlier"));
  }

  #row(g) {
    const choose = (e) => {
      e.preventDefault();
      this.onchoose(g.number);
    };
    const link = html("a", { href: `?game=${g.number}`, onclick: choose, "aria-label": `Game ${g.number}` }, g.number);
    this.#current(link);
    const winner = g.score > 0 ? g.black : g.score < 0 ? g.white : "draw";
    return html(
      "tr",
      {},
      html("th", { scope: "row", class: "number" }, link),
      [g.black, g.white].map((text) => html("td", {}, text)),
      html("td", { class: "number" }, signed(g.score)),
      [g.forfeit ? `${winner}, by forfeit` : winner, g.moves.slice(0, 2 * g.book) || "–"].map((text) => html("td", {}, text)),
    );
  }

  #current(link) {
    if (Number(link.textContent) === this.#at) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
