// A study: a game that the server keeps, with variations, comments and reviews. Changes are saved by themselves.
// Until the server has them, the browser keeps them as a draft. What others' changes have kept out of the study
// stays in the browser until the user has decided about it.

import { address, follow, get, post, remove } from "./api.js";
import { forget, keep, kept } from "./memory.js";
import { GameTree } from "./tree.js";

const PAUSE = 400; // ms from a change to its request
const KEPT = 20; // drafts that the browser keeps
const REFUSED = 100; // parts of changes that it keeps

export class Study {
  /** Called when the study is being saved, is saved or cannot be saved. @param {string} text @param {Error} [problem] */
  onstate = () => {};
  /** Called with the study after another person has changed it, and with the moves that it had. */
  onstudy = () => {};
  /** Called when a part of a change has been refused. */
  onrefused = () => {};
  id = "";
  /** The secret key, "" = this browser may only read. */
  key = "";
  /** The moves that the server has. */
  tree = "";
  #revision = 0;
  #saved = ""; // what the server has at the revision, "" = unknown
  #seen = null; // the latest version that the server told
  #wanted = null; // what it should have; null = what it has
  #saving = false;
  #timer = 0;
  #page = Math.random(); // tells drafts of this page from those of others that change the study

  /** The study that the address of the page names, "" = none. */
  static named = () => location.pathname.match(/^\/study\/(\w+)$/)?.[1] ?? "";

  /** Saves a new study and goes to its page, at the place in a query. @param {URLSearchParams} at */
  static async create(study, at) {
    const { id, key } = await post("studies", study);
    for (const name of ["start", "moves"]) at.delete(name); // the study has them
    location.href = `/edit/${id}/${key}?${at}`;
  }

  constructor() {
    document.addEventListener("reconnect", () => this.#save());
    addEventListener("pagehide", () => {
      if (this.#wanted) fetch(address(`studies/${this.id}`), { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ revision: this.#revision, study: this.#wanted }) }).catch(() => {});
    });
  }

  /** Reads a study. A draft of it that the server has not seen takes its place. */
  async open(id) {
    const { key = "", revision, study } = await get(`studies/${id}`);
    Object.assign(this, { id, key, tree: study.tree });
    this.#revision = revision;
    this.#saved = JSON.stringify(study);
    follow(`studies/${id}/events`, {}, {
      message: (version) => this.#take((this.#seen = version)),
      problem: (p) => p.status === 404 && this.onstate("Deleted", p),
    });
    const draft = key && kept("drafts").find((d) => d.id === id && d.study);
    if (!draft) return study;
    this.#page = draft.page;
    this.#revision = draft.revision; // if the study has changed since, the server merges both
    this.#saved = draft.base;
    this.change(draft.study);
    return draft.study;
  }

  /** Takes a later version of the server's, unless there are changes that it does not have. */
  #take({ revision, study }) {
    if (this.#wanted || revision <= this.#revision) return;
    this.#revision = revision;
    this.#saved = JSON.stringify(study);
    const before = this.tree;
    this.tree = study.tree;
    this.onstudy(study, before);
  }

  #draft(study) {
    const { id } = this;
    const same = (d) => d.id === id && d.page === this.#page;
    if (study) keep("drafts", { id, page: this.#page, revision: this.#revision, base: this.#saved, study }, same, KEPT);
    else forget("drafts", same);
  }

  /** Saves a change, if it is one. */
  change(study) {
    const text = JSON.stringify(study);
    if (!this.key || text === JSON.stringify(this.#wanted) || (!this.#wanted && text === this.#saved)) return;
    this.#wanted = study;
    this.#draft(study);
    this.onstate("Saving…");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), PAUSE);
  }

  async #save() {
    const study = this.#wanted;
    if (!study || this.#saving) return;
    this.#saving = true;
    try {
      const version = await this.#send(study).catch((problem) => {
        if (problem.status !== 409) throw problem;
        return this.#send(study, JSON.parse(this.#saved));
      });
      this.#compare(JSON.parse(this.#saved), study, version.study);
      // A merged study has others' changes: the revision stays, so that they are taken now or merged with the next change.
      if (version.revision === this.#revision + 1) this.#revision++;
      if (!(version.revision < this.#seen?.revision)) this.#seen = version;
      this.#saved = JSON.stringify(study);
      if (this.#wanted === study) this.#wanted = null;
      this.#draft(this.#wanted);
      this.onstate(this.#wanted ? "Saving…" : "Saved");
    } catch (problem) {
      return this.onstate("Not saved", problem);
    } finally {
      this.#saving = false;
    }
    this.#take(this.#seen);
    this.#save();
  }

  /** Sends a change. With the study that it is based on, the server merges it with others' changes. */
  #send(study, base) {
    return post(`studies/${this.id}`, { revision: this.#revision, study, base });
  }

  /** Keeps the parts of a change that a merged study does not have. */
  #compare(base, mine, merged) {
    const [before, wanted, now] = [base, mine, merged].map(parts);
    const refused = [...wanted].filter(([place, text]) => text && text !== (before.get(place) ?? "") && text !== (now.get(place) ?? ""));
    const trees = [base, mine, merged].map((s) => new GameTree(s.start, s.tree).root);
    if (returned(...trees)) refused.push(["", ""]);
    for (const [place, text] of refused) keep("refused", { id: this.id, place, text }, (r) => r.id === this.id && r.place === place && text.startsWith(r.text), REFUSED);
    if (refused.length) this.onrefused();
  }

  /** What was refused: texts and drawings by their places, and "" for a deletion. @returns {{place: string, text: string}[]} */
  refused = () => kept("refused").filter((r) => r.id === this.id);

  /** Drops a refused part. */
  decide(part) {
    forget("refused", (r) => r.id === this.id && r.place === part.place && r.text === part.text);
    this.onrefused();
  }

  /** Drops changes that the server does not have. */
  drop() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#draft(null);
  }

  /** Deletes the study from the server. */
  async delete() {
    this.drop();
    await remove(`studies/${this.id}`);
  }
}

/** The texts of a study by their fields, or by the moves that lead to them, and its drawings by "marks" and those moves. */
function parts({ black, white, event, date, result, text, notes }) {
  const list = new Map(Object.entries({ black, white, event, date, result, text }));
  for (const { moves, comment, marks = "" } of notes) list.set(moves, comment).set(`marks ${moves}`, marks);
  return list;
}

/** Whether a merged tree has a move that was deleted. */
function returned(base, mine, merged) {
  const next = (n, { move }) => n.children.find((c) => c.move === move);
  return merged.children.some((n) => {
    const [before, now] = [next(base, n), next(mine, n)];
    return before && (!now || returned(before, now, n));
  });
}
