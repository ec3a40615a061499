// <game-graph>: the value for black after each move of a game. A click goes to a move.
//
//   graph.show({points: [{ply, value, exact}], marks: [{ply, judgement, text}], plies: 60, at: 12})
//   "ply" events tell the clicked ply

import { signed, svg } from "./dom.js";

const HEIGHT = 180;
const LEFT = 38;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 26;

class GameGraph extends HTMLElement {
  #plies = 1;
  #width = 640;
  #shown = null;

  connectedCallback() {
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width < 100 || width === this.#width) return;
      this.#width = width;
      if (this.#shown) this.show(this.#shown);
    }).observe(this);
    this.addEventListener("pointerdown", (e) => {
      const box = this.firstElementChild?.getBoundingClientRect();
      if (!box) return;
      const x = ((e.clientX - box.left) / box.width) * this.#width;
      const ply = Math.round(((x - LEFT) / (this.#width - LEFT - RIGHT)) * this.#plies);
      this.dispatchEvent(new CustomEvent("ply", { detail: Math.max(0, Math.min(ply, this.#plies)) }));
    });
  }

  show(shown) {
    const { points, marks, plies, at } = (this.#shown = shown);
    const width = this.#width;
    if (points.length < 2) return this.replaceChildren();
    this.#plies = Math.max(1, plies);
    const most = Math.max(8, ...points.map((p) => Math.abs(p.value)));
    const limit = [8, 16, 32, 64].find((n) => n >= most) ?? 64;
    const x = (ply) => LEFT + (ply / this.#plies) * (width - LEFT - RIGHT);
    const y = (value) => TOP + (1 - value / limit) * 0.5 * (HEIGHT - TOP - BOTTOM);
    const across = (value, kind) => svg("line", { class: kind, x1: LEFT, x2: width, y1: y(value), y2: y(value) });
    const label = (value) => svg("text", { class: "label", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, signed(value));
    const step = this.#plies > 30 ? 10 : 5;
    const numbers = [];
    for (let ply = step; ply < this.#plies; ply += step) numbers.push(svg("text", { class: "label", x: x(ply), y: HEIGHT - 8, "text-anchor": "middle" }, ply));
    this.replaceChildren(
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": summary(points) },
        svg("rect", { class: "frame", x: LEFT, y: TOP, width: width - LEFT - 1, height: HEIGHT - TOP - BOTTOM }),
        [limit / 2, -limit / 2].map((v) => across(v, "grid")),
        across(0, "zero"),
        [limit, limit / 2, 0, -limit / 2, -limit].map(label),
        numbers,
        runs(points).map((run) => svg("polyline", { class: run.exact ? "exact" : "searched", points: run.points.map((p) => `${x(p.ply)},${y(p.value)}`).join(" ") })),
        svg("line", { class: "here", x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
        svg("text", { class: "label", x: LEFT + 6, y: TOP + 15 }, "for black"),
        marks.map((m) => svg("circle", { class: `mark ${m.judgement}`, cx: x(m.ply), cy: y(m.value), r: 5 }, svg("title", {}, m.text))),
      ),
    );
  }
}

/** Parts of the curve whose values are all exact or all not; adjacent parts share a point. */
function runs(points) {
  const list = [];
  for (const p of points) {
    const run = list.at(-1);
    if (run && run.exact === p.exact) run.points.push(p);
    else list.push({ exact: p.exact, points: run ? [run.points.at(-1), p] : [p] });
  }
  return list;
}

function summary(points) {
  const last = points.at(-1);
  return `Values for black over the game, from ${signed(points[0].value)} to ${signed(last.value)} after move ${last.ply}`;
}

customElements.define("game-graph", GameGraph);
