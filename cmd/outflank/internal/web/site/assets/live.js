// Live analysis of the current place: a stream of values of increasing depth.

import { events } from "./api.js";

const PAUSE = 120; // ms at a place before its search starts, so that stepping through a game starts none
const KEPT = 200; // number of places with cached values
const EVERY = 150; // ms between updates

/** @typedef {{side: string, depth: number, exact: boolean, nodes: number, seconds: number, value: number, moves: {move: string, value: number, line: string, inBook: boolean}[]}} Values */

/**
 * Values with one value for each move: that of the opening book, which comes from deeper searches, instead of
 * the live one, unless the live one is exact.
 * @returns {Values}
 */
function withBook(live) {
  const moves = live.moves.map((m) => (m.book === undefined || live.exact ? m : { ...m, value: m.book, inBook: true }));
  moves.sort((a, b) => b.value - a.value);
  return { ...live, moves, value: moves[0]?.value ?? live.value };
}

export class Live {
  /** Called with the known values of the place, or null. @param {Values | null} values @param {boolean} running */
  onvalues = () => {};
  onproblem = () => {};
  #on = true;
  #place = null;
  #known = new Map();
  #close = () => {};
  #timer = 0;
  #drawing = 0;
  #drawn = 0; // time of the last update

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

  /** The known values of a place. @returns {Values | undefined} */
  known(start, moves) {
    return this.#known.get(key(start, moves))?.values;
  }

  /** Analyses another place; null = none, such as after the end of a game. */
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
        if (entry.values && values.depth < entry.values.depth) return; // an earlier search was deeper
        entry.values = withBook(values);
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
