// Live analysis of the place that is shown: a stream of values that deepens while one looks.

import { events } from "./api.js";

const PAUSE = 120; // ms at a place before its search begins, so that one can go through a game
const KEPT = 200; // places whose values are remembered
const EVERY = 150; // ms between two drawings

/** @typedef {{side: string, depth: number, exact: boolean, nodes: number, seconds: number, value: number, moves: {move: string, value: number, line: string, book?: number}[]}} Values */

export class Live {
  /** Called with what is known of the place, or null. @param {Values | null} values @param {boolean} running */
  onvalues = () => {};
  onproblem = () => {};
  #on = true;
  #place = null;
  #known = new Map();
  #close = () => {};
  #timer = 0;
  #drawing = 0;
  #drawn = 0; // when

  constructor() {
    document.addEventListener("visibilitychange", () => this.#begin());
    addEventListener("pagehide", () => this.#stop());
  }

  get on() {
    return this.#on;
  }

  set on(on) {
    this.#on = on;
    this.#begin();
  }

  /** The values that are known of a place. @returns {Values | undefined} */
  known(start, moves) {
    return this.#known.get(key(start, moves))?.values;
  }

  /** Looks at another place; null is none, such as after the end of a game. */
  look(place) {
    this.#place = place;
    this.#begin();
  }

  #stop() {
    this.#close();
    this.#close = () => {};
    clearTimeout(this.#timer);
    clearTimeout(this.#drawing);
  }

  #begin() {
    this.#stop();
    const place = this.#place;
    if (!place) return this.onvalues(null, false);
    const known = this.#known.get(key(place.start, place.moves));
    const search = this.#on && !document.hidden && !known?.done;
    this.onvalues(this.#on || known ? (known?.values ?? null) : null, search);
    if (search) this.#timer = setTimeout(() => this.#listen(place), PAUSE);
  }

  #listen(place) {
    const entry = { values: this.known(place.start, place.moves) ?? null, done: false };
    const draw = (running) => {
      clearTimeout(this.#drawing);
      const now = () => {
        this.#drawn = performance.now();
        this.onvalues(entry.values, running);
      };
      this.#drawing = setTimeout(now, Math.max(0, this.#drawn + EVERY - performance.now()));
    };
    this.#close = events("analysis", place, {
      message: (values) => {
        if (entry.values && values.depth < entry.values.depth) return; // it was searched deeper before
        entry.values = values;
        this.#remember(place, entry);
        draw(true);
      },
      end: () => {
        entry.done = true;
        draw(false);
      },
      problem: (problem) => this.onproblem(problem),
    });
  }

  #remember(place, entry) {
    const k = key(place.start, place.moves);
    this.#known.delete(k);
    this.#known.set(k, entry);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value);
  }
}

const key = (start, moves) => `${start} ${moves}`;
