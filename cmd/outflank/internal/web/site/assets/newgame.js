// The form for a new game, and the board with its start position.

import { get, post } from "./api.js";
import { the } from "./dom.js";
import { Editor } from "./editor.js";
import { callMe, myName } from "./seats.js";

export class NewGame {
  /** Called with the started game. */
  onstart = () => {};
  /** Called with a problem, or with null once it is resolved. */
  onproblem = () => {};
  #asked = 0;
  #turn = "black"; // who begins from the shown start

  constructor(board) {
    this.board = board;
    this.form = the("#new");
    this.fields = this.form.elements;
    this.editor = new Editor(board, (text) => this.#edited(text));
    this.fields.name.value = myName();
    this.form.addEventListener("submit", (e) => {
      e.preventDefault();
      callMe(this.fields.name.value);
      this.#start(this.setup());
    });
    this.form.addEventListener("change", (e) => this.#changed(e.target.name || e.target.id));
    the("#draw").addEventListener("click", () => {
      this.fields.seed.value = seed();
      this.#preview();
    });
    the("#usual").addEventListener("click", () => {
      this.fields.position.value = this.fields.moves.value = "";
      history.replaceState(null, "", "/");
      the("#new [type=submit]").focus(); // the pressed button hides
      this.#preview();
    });
    this.#suggest();
    document.addEventListener("reconnect", () => this.form.hidden || this.#preview());
  }

  /**
   * Shows the form. like is the setup of a game to copy, without its moves; from is a place to start from.
   * @param {{start: string, moves: string}} [from]
   */
  show(like, from) {
    the("#new").hidden = false;
    for (const id of ["#game", "#top", "#bottom"]) the(id).hidden = true;
    this.fields.seed.value = seed();
    if (like) {
      this.#fill(like);
      this.#check();
    }
    if (from) this.#begin(from);
    this.#conditions();
    this.#preview();
  }

  hide() {
    this.editor.end();
    this.form.hidden = true;
  }

  /** The contents of the fields as a setup for the API. */
  setup() {
    const f = this.fields;
    const friend = f.opponent.value === "friend";
    const opponent = friend ? "human" : f.opponent.value || f.spec.value.trim();
    let color = f.color.value;
    if (color === "random") color = Math.random() < 0.5 ? "black" : "white";
    const setup = { black: color === "black" ? "human" : color === "none" ? f.second.value.trim() : opponent, white: color === "white" ? "human" : opponent };
    if (friend) Object.assign(setup, { black: "human", seats: true });
    this.mine = color === "white" ? "white" : "black";
    setup.start = f.position.value.trim() || f.shape.value;
    if (f.moves.value.trim()) setup.moves = f.moves.value.trim();
    if (Number(f.holes.value) > 0) setup.holes = `${f.holes.value}%`;
    if (f.clock.value) setup.clock = f.clock.value;
    if (Number(f.random.value) > 0) setup.random = Number(f.random.value);
    setup.seed = Number(f.seed.value) || 0;
    if (color === "none") setup.delay = 300;
    return setup;
  }

  /** Starts a game with the players, start, first moves and clock of another one, and a new seed. */
  again(view) {
    const { black, white, start, moves, clock, delay, seats } = view.setup;
    this.mine = view.you || "black";
    return this.#start({ black, white, start, moves, clock, delay, seats, seed: seed() });
  }

  async #start(setup) {
    try {
      this.onstart(await post("games", setup));
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  #fill(like) {
    const f = this.fields;
    const color = like.black === "human" ? "black" : like.white === "human" ? "white" : "none";
    const opponent = color === "white" ? like.black : like.white;
    const card = [...f.opponent].find((o) => o.value === (like.seats ? "friend" : opponent));
    (card ?? [...f.opponent].at(-1)).checked = true;
    if (!card) f.spec.value = opponent;
    f.color.value = color;
    if (color === "none") f.second.value = like.black;
    f.clock.value = like.clock ? ([...f.clock.options].find((o) => same(o.value, like.clock))?.value ?? "") : "";
    if (f.clock.value) the("#more").open = true;
    this.#begin({ start: this.#isShape(like.start) ? like.start : "8x8", moves: "" });
  }

  #isShape(start) {
    return [...this.fields.shape.options].some((o) => o.value === start);
  }

  /** Sets the fields from a place. */
  #begin({ start, moves }) {
    const f = this.fields;
    const known = this.#isShape(start);
    if (known) f.shape.value = start;
    f.position.value = known ? "" : start;
    f.moves.value = moves;
    f.holes.value = 0;
  }

  #changed(name) {
    this.#conditions();
    if (name === "spec" || name === "opponent" || name === "shape") this.#check();
    if (name === "setup") {
      if (the("#setup").checked) this.editor.begin();
      else this.editor.end();
    } else if (["shape", "holes", "seed", "position", "moves"].includes(name)) {
      const f = this.fields;
      if (name === "shape" || name === "holes") f.position.value = f.moves.value = "";
      if (name === "position" || name === "moves") f.holes.value = 0;
      this.#preview();
    }
  }

  /** Shows the relevant fields, and the board from the person's side. */
  #conditions() {
    const { opponent, color } = this.fields;
    const person = ["human", "friend"].includes(opponent.value);
    if (person && color.value === "none") color.value = "black";
    the("#neither").hidden = person;
    the("#own").hidden = opponent.value !== "";
    the("#me").hidden = opponent.value !== "friend";
    the("#second").hidden = color.value !== "none";
    this.board.turned = color.value === "white";
  }

  /** Asks the server to describe the agent, and whether it can play on the board. */
  async #check() {
    const spec = this.fields.opponent.value.replace("friend", "human") || this.fields.spec.value.trim();
    the("#about").textContent = "";
    if (!spec) return;
    try {
      const answer = await get("agent", { spec, start: this.fields.position.value.trim() || this.fields.shape.value });
      the("#about").textContent = answer.about;
      this.onproblem(null);
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  /** Shows the start position of the game. When its side to move changes, the person gets that side. */
  async #preview() {
    const asked = ++this.#asked;
    const f = this.fields;
    try {
      const { start, moves, holes, seed } = this.setup();
      const view = await (holes ? get("start", { shape: start, holes, seed }) : get("board", { start, moves }));
      if (asked !== this.#asked || this.form.hidden) return;
      this.board.playable = false;
      this.board.show(view);
      const usual = !f.position.value.trim() && !moves;
      the("#usual").hidden = usual;
      the("#stand").textContent = usual ? "" : `from this position, ${view.turn} to move`;
      if (view.turn !== this.#turn && ["black", "white"].includes(f.color.value)) f.color.value = view.turn;
      this.#turn = view.turn;
      this.#conditions();
      this.onproblem(null);
      if (this.editor.active) this.editor.take(view);
    } catch (problem) {
      if (asked === this.#asked) this.onproblem(problem);
    }
  }

  #edited(text) {
    this.fields.position.value = text;
    this.fields.moves.value = "";
    this.fields.holes.value = 0;
    this.#preview();
  }

  /** Suggests the available specs. */
  async #suggest() {
    const { kinds } = await get("agents").catch(() => ({ kinds: [] }));
    for (const k of kinds) the("#specs").append(new Option(k.about, k.name));
  }
}

/** A random seed. */
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Whether two clocks are equal, such as 5m and 5m0s. */
const same = (a, b) => a.split("+").every((t, i) => seconds(t) === seconds(b.split("+")[i])) && a.split("+").length === b.split("+").length;
const seconds = (text) => [...(text ?? "").matchAll(/([\d.]+)([hms])/g)].reduce((sum, [, n, unit]) => sum + n * { h: 3600, m: 60, s: 1 }[unit], 0);
