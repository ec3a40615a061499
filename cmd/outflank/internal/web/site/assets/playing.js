// A game in play: its event stream updates the board, the moves, both plates and the buttons.

import { address, events, follow, get, post } from "./api.js";
import { agentName } from "./agents.js";
import { stand } from "./board.js";
import { keepFocus, say, the } from "./dom.js";
import { boardValues, depthText, valueText } from "./lines.js";
import { Offers } from "./offers.js";
import { Plates } from "./plates.js";
import { keep } from "./memory.js";
import { replay } from "./replay.js";
import { callMe, invitation, myName } from "./seats.js";
import { GameTree } from "./tree.js";
import "./movelist.js";

export class Playing {
  #view = null;
  #looking = null;
  #asking = false; // whether a hint is on its way
  #event = ""; // name of the club evening
  #off = new AbortController();
  #plates = new Plates(the("#top"), the("#bottom"));
  #offers = new Offers(the("#offers"), the("#proposal"), (offer, answer) => this.#act("offers", { offer, answer }));

  /**
   * @param {string} id
   * @param {{tell: (p: Error | null) => void, leave: (setup: object) => void, again: (view: object) => void, focus: boolean}} page
   */
  constructor(board, id, page) {
    this.board = board;
    this.id = id;
    this.page = page;
    this.list = the("move-list");
    the("#game").hidden = false;
    the("#stand").textContent = "";
    this.#listen();
    this.#begin();
  }

  /** Requests the game first, because its error is clearer than that of a stream. */
  async #begin() {
    const { board, page } = this;
    const path = `games/${encodeURIComponent(this.id)}`;
    try {
      this.#update(await get(path));
    } catch (problem) {
      return page.tell(problem);
    }
    const { you, setup, evening } = this.#view;
    if (you && setup.seats && !evening) keep("seats", this.id, (id) => id === this.id, 200); // it may remove the game
    if (evening) this.#event = (await get(`evenings/${evening}`).catch(() => ({ title: "" }))).title;
    if (this.#off.signal.aborted) return;
    if (page.focus) board.focus();
    // The page of a player stays connected while it is hidden: otherwise the opponent reads that the player is away.
    const listen = this.#view.setup.seats && this.#view.you ? events : follow;
    this.#close = listen(`${path}/events`, {}, {
      message: (view) => this.#update(view),
      problem: (p) => page.tell(p),
      end: () => page.tell(new Error("the game was removed, or the server has ended")),
    });
  }

  #close = () => {};

  close() {
    this.#close();
    this.#off.abort();
    this.#plates.close();
    this.board.playable = false;
  }

  #listen() {
    const on = (target, kind, do_) => target.addEventListener(kind, do_, { signal: this.#off.signal });
    on(this.board, "move", (e) => this.#act("moves", { move: e.detail }));
    for (const act of ["undo", "redo"]) on(the(`#${act}`), "click", () => this.#act(act));
    on(the("#resign"), "click", () => the("#resigning").showModal());
    on(the("#resigning"), "close", ({ target }) => {
      if (target.returnValue === "resign") this.#act("resign");
      target.returnValue = "";
    });
    for (const act of ["first", "back", "forward", "last"]) on(the(`#${act}`), "click", () => this.tree?.[act]());
    on(the("#turn"), "click", () => {
      this.board.turned = !this.board.turned;
      this.#plates.draw(this.#view, this.board.turned);
    });
    on(the("#hint"), "click", () => this.#hint());
    on(the("#naming"), "submit", (e) => {
      e.preventDefault();
      callMe(e.target.elements.name.value);
      this.#tellName();
    });
    on(the("#leave"), "click", () => this.page.leave(this.#view?.setup));
    on(the("#again"), "click", () => this.page.again(this.#view));
    on(the("#run"), "click", () => this.#pace(this.#view.pace.moves ? 0 : 64));
    on(the("#step"), "click", () => this.#pace(1));
    on(the("#delay"), "change", () => this.#pace(this.#view.pace.moves));
    on(document, "keydown", (e) => this.#key(e));
    on(document, "reconnect", () => {
      this.page.tell(null);
      if (!this.#view) this.#begin();
    });
  }

  #key(e) {
    if (/^(input|textarea|select)$/i.test(e.target.tagName) || e.altKey) return;
    const command = e.ctrlKey || e.metaKey;
    const act = command ? { z: "undo", y: "redo" }[e.key] : { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[e.key];
    if (!act) return;
    e.preventDefault();
    if (!command) this.tree?.[act]();
    else if (!the(`#${act}`).disabled) this.#act(act);
  }

  /** Sends an action. The stream shows its result; the answer may be out of date. */
  async #act(what, body = {}) {
    try {
      await post(`games/${this.id}/${what}`, { ply: this.#view.board.plies.length, ...body });
      this.page.tell(null);
    } catch (problem) {
      this.page.tell(problem);
    }
  }

  /** Tells the opponent the name under which this browser's user plays. */
  async #tellName() {
    if (!myName()) return;
    try {
      await post(`games/${this.id}/name`, { name: myName() });
    } catch (problem) {
      if (problem.status === 400) callMe(""); // otherwise each game would refuse it again
      this.page.tell(problem);
    }
  }

  async #pace(moves) {
    try {
      await post(`games/${this.id}/pace`, { moves, delay: Number(the("#delay").value) });
    } catch (problem) {
      this.page.tell(problem);
    }
  }

  #update(view) {
    if (this.#off.signal.aborted) return;
    const before = this.#view;
    this.#view = view;
    const same = before && before.board.moves === view.board.moves;
    if (!before) {
      this.board.turned = view.you === "white";
      if (this.#unnamed()) this.#tellName();
      if (view.pace) the("#delay").value = [...the("#delay").options].map((o) => Number(o.value)).find((d) => d >= view.pace.delay) ?? 3000;
    }
    if (before && !before.next && view.next && view.you) location.href = view.next;
    this.#buttons(view);
    this.#offers.draw(view);
    this.#plates.draw(view, this.board.turned);
    if (!same) this.#newTree(view);
    else this.board.playable = this.#mayMove();
    if (view.end) this.board.values = null;
    if (!same || before.end?.text !== view.end?.text || before.thinking !== view.thinking || before.ahead !== view.ahead) this.#stand();
    if (!same || (view.end && !before.end)) say(news(before, view));
    if (view.problem) this.page.tell(new Error(view.problem));
  }

  /** Whether a player with a seat has told no name. */
  #unnamed() {
    const { setup, you, end } = this.#view;
    return setup.seats && ["black", "white"].includes(you) && !this.#view[you].name && !end;
  }

  /** Whether the side to move is played from here. */
  #mine() {
    return ["both", this.#view.board.turn].includes(this.#view.you);
  }

  #mayMove() {
    const v = this.#view;
    return !v.end && this.#mine() && !this.#looking;
  }

  /** The moves as a list for browsing the game. */
  #newTree(view) {
    const tree = (this.tree = new GameTree(view.board.start, view.board.moves));
    tree.addEventListener("change", () => tree === this.tree && this.#look());
    this.list.tree = tree;
    this.#looking = null;
    this.#show(view.board);
  }

  /** Shows the position chosen in the list. */
  async #look() {
    const tree = this.tree;
    const now = tree.at.ply === tree.line().length;
    const asked = (this.#looking = now ? null : tree.at);
    if (now) return this.#show(this.#view.board);
    try {
      const board = await get("board", { start: tree.start, moves: tree.moves() });
      if (this.#looking === asked && this.tree === tree) this.#show(board);
    } catch (problem) {
      this.page.tell(problem);
    }
  }

  #show(board) {
    this.board.playable = this.#mayMove();
    this.board.show(board);
    the("#opening").textContent = board.opening;
    this.#stand(board);
  }

  #stand(board = this.board.view) {
    const v = this.#view;
    const people = v.black.human && v.white.human && v.setup.seats;
    document.title = `${people && this.#mayMove() && v.black.there && v.white.there ? "Your move" : "Play"} · Outflank`;
    if (this.#looking) the("#stand").textContent = `after ${this.#looking.ply} of ${v.board.plies.length} moves: ${stand(board)}`;
    else the("#stand").textContent = v.end ? v.end.text : stand(v.board) + (v.ahead ? `, at place ${v.ahead} in the queue of agents` : v.thinking ? ", thinking…" : "");
  }

  #buttons(v) {
    const watching = Boolean(v.pace);
    const people = v.setup.seats && v.black.human && v.white.human;
    the("#undo").disabled = !v.canUndo;
    the("#redo").disabled = !v.canRedo;
    the("#resign").disabled = Boolean(v.end) || !v.you;
    the("#hint").disabled = Boolean(v.end) || !this.#mine();
    for (const act of ["undo", "redo", "resign", "hint"]) the(`#${act}`).hidden = watching || (act === "hint" ? !v.hints : act !== "resign" && people);
    the("#naming").hidden = !this.#unnamed();
    this.#invite(v);
    the("#pace").hidden = !watching || Boolean(v.end);
    the("#run").textContent = v.pace?.moves ? "Pause" : "Play on";
    the("#step").disabled = !watching || v.pace.moves > 0;
    the("#result").hidden = !v.end;
    the("#next").hidden = !v.next;
    the("#next").href = v.next ?? "";
    the("#again").hidden = people;
    the("#evening").hidden = !v.evening;
    the("#evening a").href = `/club/${v.evening}`;
    the("#outcome").textContent = v.end ? sentence(v.end.text) : "";
    const [black, white] = ["black", "white"].map((color) => v[color].name || (v[color].human ? v.you === color && "You" : agentName(v[color].spec)));
    the("#analyse").href = replay({ start: v.board.start, moves: v.board.moves, black, white, event: this.#event }, v.end, v.board.score);
    keepFocus(this.board);
  }

  /** Shows the link of the opponent's seat until it is taken. */
  #invite(v) {
    const link = invitation(this.id);
    the("#invite").hidden = !link || Boolean(v.end) || (v.black.there && v.white.there);
    if (the("#invite").hidden || the("#invite textarea").value === link) return;
    the("#invite textarea").value = link;
    the("#invite img").src = address("qr.svg", { text: link });
    the("#waiting").hidden = !v.setup.open;
    the("#near").hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  }

  /** Shows the values of all moves on the board until the next move. */
  async #hint() {
    const v = this.#view;
    if (this.#asking) return;
    this.#asking = true; // the button keeps the focus, so it is not disabled
    try {
      const values = await get("hint", { start: v.board.start, moves: v.board.moves });
      if (this.#view.board.moves !== v.board.moves || this.#view.end || this.#looking) return;
      const [best] = values.moves;
      this.board.values = boardValues(values);
      the("#stand").textContent = `${stand(v.board)}; values for ${v.board.turn}, ${depthText(values)}`;
      say(`best is ${best.move}, ${valueText(best.value, values.exact)} for ${v.board.turn}, ${depthText(values)}`);
    } catch (problem) {
      this.page.tell(problem);
    } finally {
      this.#asking = false;
    }
  }
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

/** The changes since the previous view, for screen readers. */
function news(before, view) {
  if (view.end) return view.end.text;
  const last = view.board.plies.at(-1);
  const played = before && last && view.board.plies.length > before.board.plies.length ? `${last.color} plays ${last.move}, ${last.flips.length} turned over; ` : "";
  return played + stand(view.board);
}
