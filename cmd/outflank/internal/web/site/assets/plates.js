// The plates above and below the board: player, discs, clock, and an agent's expectation.

import { agentName } from "./agents.js";
import { discs, html } from "./dom.js";

export class Plates {
  #clocks = new Map();
  #timer = 0;

  constructor(top, bottom) {
    this.top = top;
    this.bottom = bottom;
  }

  close() {
    clearInterval(this.#timer);
  }

  draw(view, turned) {
    if (!view) return;
    clearInterval(this.#timer);
    this.#clocks.clear();
    const [above, below] = turned ? ["black", "white"] : ["white", "black"];
    this.#plate(this.top, view, above);
    this.#plate(this.bottom, view, below);
    if (view.running) {
      const shown = performance.now();
      const tick = () => this.#time(view.running, view[view.running].left - (performance.now() - shown));
      this.#timer = setInterval(tick, 100);
    }
  }

  #plate(place, view, color) {
    const side = view[color];
    place.hidden = false;
    place.classList.toggle("turn", !view.end && view.board.turn === color);
    const clock = side.left === undefined ? null : html("span", { class: "clock", role: "timer", "aria-label": `clock of ${color}` });
    place.replaceChildren(
      html("span", { class: `side ${color}`, role: "img", "aria-label": color }),
      html("span", { class: "name" }, side.human ? person(view, color) : agentName(side.spec)),
      html("span", { class: "said faint" }, side.human ? presence(view, color) : said(side.expects)),
      html("span", { class: "count", "aria-label": `discs of ${color}` }, view.board[color]),
      clock ?? "",
    );
    if (!clock) return;
    this.#clocks.set(color, clock);
    this.#time(color, side.left);
  }

  #time(color, left) {
    const clock = this.#clocks.get(color);
    clock.textContent = text(Math.max(0, left));
    clock.classList.toggle("low", left < 20_000);
  }
}

function person(view, color) {
  const { name } = view[color];
  if (view.you !== color) return name || color;
  return name ? `${name} (you)` : "You";
}

/** Where another player with a seat is. */
function presence(view, color) {
  const { there, here } = view[color];
  if (!view.setup.seats || view.you === color || here) return "";
  return there ? "away" : "not here yet";
}

/** The expectation of an agent at its last move. */
function said(e) {
  if (!e) return "";
  return `expects ${discs(e.score)}${e.exact ? " for sure" : ""}`;
}

/** Minutes and seconds, with tenths for the last ten seconds. */
function text(ms) {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const s = Math.floor(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
