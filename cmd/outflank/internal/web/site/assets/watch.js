// The page that lists the contents of the folder, and updates the list.

import { follow } from "./api.js";
import { html, say, the } from "./dom.js";
import { badge, pageOf, problem, progress } from "./watching.js";

const UNITS = { run: "games", match: "games", sweep: "runs", tuning: "steps" };
const NAMES = { run: "run", match: "match", sweep: "sweep", tuning: "tuning" };

const list = the("#entries");
const chosen = new Set();
let states = new Map();
let listing = null;

function draw() {
  const kind = the("#kind").value;
  const words = the("#filter").value.toLowerCase().split(/\s+/);
  const wanted = (e) => (!kind || e.kind === kind) && words.every((w) => `${e.path} ${e.name} ${e.state} ${e.says}`.toLowerCase().includes(w));
  const shown = listing.entries.filter(wanted).sort((a, b) => (b.state === "running") - (a.state === "running") || b.changed.localeCompare(a.changed));
  const focused = document.activeElement?.closest?.("#entries [data-path]")?.dataset.path;
  list.replaceChildren(...shown.map(entry));
  if (focused) list.querySelector(`[data-path="${CSS.escape(focused)}"] a`)?.focus();
  const all = listing.entries.length;
  the("#count").textContent = all === 0 ? "There is nothing in the folder yet." : `${shown.length === all ? "" : `${shown.length} of `}${all} in the folder${listing.truncated ? "; folders that lie too deep are left out" : ""}`;
  the("#problems").replaceChildren(...listing.problems.map((p) => html("li", {}, html("code", {}, p.path), `: ${p.text}`)));
  the("#trouble").hidden = listing.problems.length === 0;
  the("#compare").disabled = chosen.size < 2;
}

function entry(e) {
  const choose = () => {
    if (!chosen.delete(e.path)) chosen.add(e.path);
    the("#compare").disabled = chosen.size < 2;
  };
  return html(
    "li",
    { class: "entry", "data-path": e.path },
    html("p", { class: "name" }, html("a", { href: pageOf(e.kind, e.path) }, e.name), " ", e.name === e.path ? null : html("code", { class: "faint" }, e.path)),
    html("p", {}, html("span", { class: "kind" }, NAMES[e.kind]), " ", badge(e.state), " ", progress(e.done, e.total, UNITS[e.kind]), e.kind === "run" ? html("label", {}, html("input", { type: "checkbox", onchange: choose, checked: chosen.has(e.path) }), " compare") : null),
    e.says ? html("p", { class: "says" }, e.says) : null,
    e.problem ? html("p", { class: "bad" }, e.problem) : null,
  );
}

/** Announces started and finished items to screen readers. */
function tell(next) {
  const now = new Map(next.entries.map((e) => [e.path, e]));
  if (listing) {
    const news = next.entries.filter((e) => states.get(e.path) !== e.state).map((e) => `${NAMES[e.kind]} ${e.name}: ${e.state}`);
    if (news.length > 0) say(news.slice(0, 3).join("; "));
  }
  states = new Map([...now].map(([path, e]) => [path, e.state]));
}

the("#kind").addEventListener("change", () => listing && draw());
the("#filter").addEventListener("input", () => listing && draw());
the("#compare").addEventListener("click", () => {
  location.href = `/watch/compare?${new URLSearchParams([...chosen].map((path) => ["run", path]))}`;
});

follow("events/watch", {}, {
  message: (next) => {
    problem("");
    tell(next);
    listing = next;
    draw();
  },
  problem: (p) => problem(p.message),
});
