// Import of games from text: pasted, dropped or chosen as a file; lists the games if there are several.

import { post } from "./api.js";
import { html, minus, say, the } from "./dom.js";

const MOST = 1 << 20; // bytes

export class Importer {
  /** Called with the chosen game. */
  onopen = () => {};
  onproblem = () => {};
  #games = [];
  #chosen = 0;

  constructor() {
    the("#read").addEventListener("click", () => this.read(the("#text").value));
    the("#text").addEventListener("keydown", (e) => {
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.read(the("#text").value);
    });
    the("#file").addEventListener("change", (e) => {
      if (e.target.files[0]) this.#file(e.target.files[0]);
      e.target.value = "";
    });
    const dropping = (on) => document.body.classList.toggle("dropping", on);
    document.addEventListener("dragover", (e) => {
      e.preventDefault();
      dropping(true);
    });
    document.addEventListener("dragleave", (e) => e.relatedTarget || dropping(false));
    document.addEventListener("drop", async (e) => {
      e.preventDefault();
      dropping(false);
      const file = e.dataTransfer.files[0];
      if (file) await this.#file(file);
      else await this.read(e.dataTransfer.getData("text"));
    });
  }

  async #file(file) {
    if (file.size > MOST) return this.onproblem(new Error(`${file.name} has ${(file.size / MOST).toFixed(1)} MiB: at most 1 is read here, outflank import reads more`));
    await this.read(await file.text(), file.name);
  }

  async read(text, name) {
    try {
      const found = await post("import", { text, name });
      this.#games = found.games;
      this.#chosen = 0;
      const left = found.problems.length ? `, ${found.problems.length} left out: ${found.problems[0]}` : "";
      const head = `${found.games.length} games in ${found.format}${found.more ? ", the first of them" : ""}${left}`;
      the("#games-head").hidden = found.games.length === 1 && !left;
      the("#games-head").textContent = head;
      say(head);
      this.#open(0);
    } catch (problem) {
      this.onproblem(problem);
    }
  }

  #open(i) {
    this.#chosen = i;
    this.#draw();
    const { notes, ...game } = this.#games[i];
    if (game.result === "*") game.result = "";
    this.onopen({ ...game, comments: notes.map((n) => ({ moves: n.moves, comment: noteText(n), marks: n.marks })) });
  }

  #draw() {
    const list = the("#games");
    if (this.#games.length < 2) return list.replaceChildren();
    list.replaceChildren(
      ...this.#games.map((g, i) => html("li", {}, html("button", { type: "button", "aria-current": i === this.#chosen ? "true" : undefined, onclick: () => this.#open(i) }, `${i + 1}. ${title(g)}`))),
    );
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}

/** The players and the result. */
export function title(g) {
  const players = g.black || g.white ? `${g.black || "?"} – ${g.white || "?"}` : "";
  const text = [players, resultText(g.result), g.event, g.date].filter(Boolean).join(", ");
  return text || (g.moves ? g.moves.slice(0, 24) : "position");
}

const ENDS = { r: "by resignation", t: "on time", s: "by agreement", l: "by leaving", a: "by forfeit" };

/** A result in notation, such as -2 or 0-1:r, for people. */
function resultText(result = "") {
  const [, score, end] = result.match(/^([-+½/\d.]+):([rtsla])$/) ?? [, result];
  const text = score === "*" ? "" : score.replace("1/2-1/2", "½–½").replace(/^-/, "−").replace(/^(\d+)-(\d+)$/, "$1–$2");
  return end ? `${text} ${ENDS[end]}` : text;
}

/** The note of an imported game on a move. @param {{comment: string, value: number | null, seconds: number | null}} n */
function noteText(n) {
  const parts = [];
  if (n.seconds !== null) parts.push(`${Number(n.seconds.toFixed(1))} s`);
  if (n.value !== null) parts.push(`own evaluation ${n.value > 0 ? "+" : ""}${minus(Number(n.value.toFixed(2)))}`);
  if (n.comment) parts.push(parts.length ? `“${n.comment}”` : n.comment);
  return parts.join(" · ");
}
