// The analysis page: a board with live values, the games of the database, the review of a game, imported games
// and studies.

import "./board.js";
import "./graph.js";
import { address, post } from "./api.js";
import { stand } from "./board.js";
import { Database } from "./database.js";
import { Desk, placeInAddress } from "./desk.js";
import { count, discs, html, keepFocus, say, signed, the } from "./dom.js";
import { Editor } from "./editor.js";
import { Explanation } from "./explanation.js";
import { Importer, title } from "./importer.js";
import { Learning } from "./learning.js";
import { Lines, boardValues, depthText, reach } from "./lines.js";
import { Live } from "./live.js";
import { keep, kept } from "./memory.js";
import { Review, noteOf, sentence, sums } from "./review.js";
import { Study } from "./study.js";
import { GameTree, split } from "./tree.js";

const board = the("othello-board");
const list = the("move-list");
const graph = the("game-graph");
const desk = new Desk(board, list);
const live = new Live();
const database = new Database();
const explanation = new Explanation();
const lines = new Lines(the("#lines"));
const review = new Review();
const learning = new Learning(the("#lesson"));
const importer = new Importer();
const editor = new Editor(board, (text) => {
  desk.anew = desk.tree.text !== "";
  show({ start: text, moves: "" }, 0);
});
const KEPT = 40; // imported games that the browser keeps
const SPREAD = 8; // discs for which the bar shows 73 %
let game = {}; // data of the imported game
let notes = new Map(); // notes by the moves that lead to them
let drawings = new Map(); // lists of marks and arrows, by the same
let summed = null; // the review whose totals are shown
let deleted = null; // the tree and its text after the last deletion, which can be undone until the next change
let told = ""; // the place whose value was last announced
const study = Study.named() ? new Study() : null; // null = the address has the whole game

/** Shows a problem. Without one, says why the rest of the game is missing, if it is. */
function tell(problem) {
  const text = problem?.message ?? game.cut ?? "";
  if (the("#problem").textContent === text) return; // it is told already
  the("#problem").hidden = !text;
  the("#problem").textContent = text;
}

/** The data of a game that its address tells. */
const namesOf = ({ black = "", white = "", event = "", date = "", result = "" }) => ({ black, white, event, date, result });

/** Keeps in the browser what the address of a game does not tell. */
const remember = (g) => keep("games", g, (k) => sameGame(k, g, new GameTree(g.start, g.moves)), KEPT);

/** Whether a kept game is part of a tree, under the same names. */
const sameGame = (k, g, tree) => k.start === tree.start && (k.moves ? tree.find(k.moves) : !tree.text) && k.black === g.black && k.white === g.white;

/** Opens a game in the form of an import. */
function open({ tree: text, ...g }) {
  if (g.comments?.length || g.text || g.cut) remember({ ...g, ...namesOf(g) });
  const moves = text ?? g.moves;
  if (study) {
    location.href = `/analysis?${new URLSearchParams(Object.entries({ start: g.start, moves, ...namesOf(g), ply: "0" }).filter(([, value]) => value))}`;
    return;
  }
  desk.anew = true;
  board.scrollIntoView({ block: "nearest" });
  return show({ ...g, moves }, 0);
}

/** Opens what the address names. */
function openAddress() {
  const { start, moves, place } = placeInAddress();
  if (study) return openStudy(place);
  const tree = new GameTree(start, moves);
  const q = new URLSearchParams(location.search);
  const names = namesOf(Object.fromEntries(q));
  const known = kept("games").findLast((k) => sameGame(k, names, tree));
  database.read(q);
  return show({ ...known, ...names, start, moves }, place);
}

/** Opens the study that the address names, at a place. */
async function openStudy(place) {
  if (study.id) { // the browser went back or forward
    const { tree } = desk;
    const line = [tree.root, ...tree.main()];
    return tree.go((typeof place === "string" ? tree.find(place) : line[place ?? line.length - 1]) ?? tree.at);
  }
  try {
    const s = await study.open(Study.named());
    the("#study").hidden = the("#writing").hidden = !study.key;
    the("#save").textContent = "Save a copy";
    the("#position").hidden = true;
    drawRefused();
    const moves = (!study.key && placeInAddress().moves) || s.tree; // a reader's own variations are in the address only
    await show(gameOf(s, moves), place);
  } catch (problem) {
    tell(problem);
  }
}

/** A study as a game that the page shows. */
function gameOf(s, moves) {
  for (const input of the("#about").elements) input.value = s[input.name];
  return { ...namesOf(s), start: s.start, moves, text: s.text, comments: s.notes, reviews: s.reviews };
}

/** What a study of the game has. */
function content() {
  const { tree } = desk;
  return {
    start: tree.start, tree: tree.text, ...namesOf(game), text: notes.get("") ?? "",
    notes: [...new Set([...notes.keys(), ...drawings.keys()])].sort().map(noteAt).filter((n) => (n.comment || n.marks) && tree.find(n.moves)),
    reviews: review.games.filter((g) => tree.find(g.transcript)).slice(-20),
  };
}

/** Keeps the comments and drawings of a game that is no study. */
function keepDraft() {
  const { start, notes: comments, text } = content();
  remember({ ...namesOf(game), start, moves: desk.tree.moves(desk.tree.main().at(-1)), comments, text, cut: game.cut });
}

/** A note of the study; the comment at the start is that of the whole game. */
function noteAt(moves) {
  return { moves, comment: moves ? notes.get(moves) ?? "" : "", marks: drawings.get(moves)?.join(" ") || undefined };
}

/** Saves the study, if it is one that has changed. */
const changed = () => study?.id && study.change(content());

/** Saves comments and drawings. */
const annotated = () => (study ? changed() : keepDraft());

/** Shows a game at a place. */
async function show(g, place) {
  learning.end();
  take(g);
  tell(null);
  review.open(new GameTree(g.start, g.moves), g.reviews);
  await desk.load(g.start, g.moves, place);
  drawSums();
}

/** Takes the data, the comments and the drawings of a game. */
function take(g) {
  game = g;
  notes = new Map();
  drawings = new Map();
  for (const n of g.comments ?? []) {
    if (n.comment) notes.set(n.moves, n.comment);
    if (n.marks) drawings.set(n.moves, n.marks.split(" "));
  }
  if (g.text) notes.set("", g.text);
  drawNames();
}

/** Shows what others have changed in the study, at the same place if it is still there. */
async function adopt(s, before) {
  const own = !study.key && desk.tree.text !== before ? desk.tree.text : s.tree; // a reader's own variations stay
  const tree = new GameTree(s.start, own);
  let place = desk.tree.moves();
  while (!tree.find(place)) place = place.slice(0, -2);
  take(gameOf(s, own));
  review.add(tree, s.reviews);
  Object.assign(the("#comment"), { value: notes.get(place) ?? "" }).dataset.moves = place;
  const gone = place !== desk.tree.moves();
  await desk.load(s.start, own, place);
  if (gone) tell(new Error("Another visitor has deleted the moves on the board"));
  drawSums();
}

function drawNames() {
  the("#names").hidden = !(game.black || game.white || game.event);
  the("#names").textContent = the("#names").hidden ? "" : title(game);
}

/** The moves of the whole line through the current place. */
function wholeLine() {
  const line = desk.tree.line();
  return line.length ? desk.tree.moves(line.at(-1)) : "";
}

desk.onplace = () => {
  if (deleted && (deleted.tree !== desk.tree || deleted.text !== desk.tree.text)) {
    deleted = null;
    the("#deleted").replaceChildren();
  }
  writeAddress();
  changed();
};
function writeAddress() {
  if (study) desk.remember(`/study/${study.id}`, database.query(), study.key || desk.tree.text === study.tree);
  else desk.remember("/analysis", { ...namesOf(game), ...database.query() });
}

desk.onview = (view) => {
  tell(null);
  const { tree } = desk;
  the("#stand").textContent = stand(view);
  the("#opening").textContent = view.opening;
  the("#remove").disabled = !tree.at.parent;
  the("#remove").hidden = Boolean(study && !study.key); // a reader's page keeps the study whole
  the("#promote").hidden = !branches();
  board.drawn = drawings.get(tree.moves()) ?? [];
  keepFocus(board);
  if (editor.active) editor.take(view);
  const asked = learning.asks(tree.moves());
  database.look(asked ? null : { start: tree.start, moves: tree.moves(), side: view.turn });
  const place = view.over || asked ? null : { start: tree.start, moves: tree.moves() };
  live.look(place);
  explanation.look(place);
  describe();
  drawFiles();
};
desk.oncut = (why) => (game.cut = why);
desk.onproblem = tell;
lines.onplay = (moves) => desk.tree.playLine(moves);
lines.onpoint = (moves) => (board.preview = moves);
live.onproblem = tell;
database.onplay = (move) => desk.tree.play(move);
database.onpoint = (squares) => (board.preview = squares);
database.onchange = drawSquares;
database.onfilter = writeAddress;
database.onopening = (moves) => {
  desk.anew = true; // Back leads to the present moves
  show({ start: "8x8", moves });
};
database.onproblem = tell;
explanation.onproblem = tell;
review.onproblem = tell;
learning.onproblem = tell;
learning.ongo = (moves) => {
  desk.tree.at = desk.tree.root;
  desk.tree.playLine(split(moves)); // also if they were deleted
};
learning.onask = () => [the("#lesson"), board].forEach((e) => e.scrollIntoView({ block: "nearest" })); // on phones they are far above
learning.onchange = () => {
  list.annotate();
  desk.refresh();
};
board.addEventListener("move", (e) => {
  if (!learning.asks(desk.tree.moves())) return;
  e.stopImmediatePropagation(); // the move is judged, not played
  learning.try(e.detail);
}, { capture: true });
board.addEventListener("draw", ({ detail }) => {
  const moves = desk.tree.moves();
  const drawn = drawings.get(moves) ?? [];
  const now = drawn.includes(detail) ? drawn.filter((d) => d !== detail) : [...drawn, detail];
  drawings.set(moves, now);
  board.drawn = now;
  say(`${detail.length === 2 ? `mark on ${detail}` : `arrow from ${detail.slice(0, 2)} to ${detail.slice(2)}`}${now.includes(detail) ? "" : " taken away"}`);
  annotated();
});
importer.onproblem = (problem) => {
  tell(problem);
  if (problem) the("#problem").scrollIntoView({ block: "nearest" }); // on phones it is far above
};
importer.onopen = (g) => open(g);

/** Whether the current place is in a variation. */
function branches() {
  for (let n = desk.tree.at; n.parent; n = n.parent) if (n.parent.children[0] !== n) return true;
  return false;
}

/** Describes the last move by the review and the notes of the game, and draws the graph. */
function describe() {
  const { tree } = desk;
  const moves = tree.moves();
  const judged = learning.hides(moves) ? null : review.of(tree.start, moves);
  const comment = notes.get(moves) ?? "";
  const text = [judged && sentence(judged), the("#writing").hidden && comment].filter(Boolean).join(" ");
  the("#note").hidden = !text;
  the("#note").textContent = text;
  if (the("#comment") !== document.activeElement || the("#comment").dataset.moves !== moves) the("#comment").value = comment;
  the("#comment").dataset.moves = moves;
  drawGraph();
}

function drawGraph() {
  const { tree } = desk;
  const points = [];
  const marks = [];
  const line = [tree.root, ...tree.line()];
  for (const [ply, node] of line.entries()) {
    const moves = tree.moves(node);
    const judged = review.of(tree.start, moves);
    const next = line[ply + 1] && review.of(tree.start, tree.moves(line[ply + 1]));
    const values = live.known(tree.start, moves);
    const exact = values?.exact; // live values may reach the end before the review does
    if (judged && !exact) points.push({ ply, value: judged.black, exact: judged.exact });
    else if (next && !exact) points.push({ ply, value: next.color === "black" ? next.best_value : -next.best_value, exact: next.exact });
    else if (values) points.push({ ply, value: values.side === "black" ? values.value : -values.value, exact: values.exact });
    if (judged?.judgement && !learning.hides(moves)) marks.push({ ply, value: judged.black, judgement: judged.judgement, text: `${ply}. ${judged.move}: ${noteOf(judged).label}` });
  }
  graph.show({ points, marks, plies: line.length - 1, at: tree.at.ply });
}

live.onvalues = (values, running) => {
  the("#reach").textContent = reach(values, running);
  lines.draw(values);
  drawAdvantage(values);
  database.value(values);
  drawSquares();
  drawGraph();
  drawFiles();
  const place = `${desk.tree.start} ${desk.tree.moves()}`;
  const settled = values && (values.exact || values.depth >= 12 || !running);
  if (settled && told !== place && values.moves.length) {
    told = place;
    say(`${values.moves[0].move} is best, ${discs(values.value)} for ${values.side}, ${depthText(values)}`);
  }
};

/** Shows the expected result on a bar: half of it is a draw. */
function drawAdvantage(values) {
  const bar = the("#advantage");
  const { over, score } = board.view ?? {};
  const black = over ? score : values && (values.side === "black" ? values.value : -values.value);
  const share = over ? (1 + Math.sign(score)) / 2 : 1 / (1 + Math.exp(-(black ?? 0) / SPREAD));
  bar.firstElementChild.style.width = `${100 * share}%`;
  bar.setAttribute("aria-label", values || over ? `${signed(black)} for black` : "no value yet");
}

/** The known values of the current place, unless a learner is asked for its best move. */
function known() {
  const { tree } = desk;
  return learning.asks(tree.moves()) ? null : live.known(tree.start, tree.moves());
}

/** Shows on the squares what each move is worth, and how often it was played. */
function drawSquares() {
  const values = boardValues(known());
  for (const [move, m] of database.played) {
    const { text = "", best, label: [worth, how] = [] } = values.get(move) ?? {};
    const detail = brief(m.games);
    const label = [worth, `${detail} ${m.games === 1 ? "game" : "games"}`, m.name, how]; // in the order of the square
    values.set(move, { text, best, label, detail });
  }
  board.values = values;
}

/** A number in at most four characters. */
const brief = (n) => (n < 1e4 ? String(n) : n < 1e6 ? `${Math.round(n / 1e3)}k` : `${Math.round(n / 1e6)}M`);

list.note = (node) => {
  const moves = desk.tree.moves(node);
  const judged = learning.hides(moves) ? null : noteOf(review.of(desk.tree.start, moves));
  if (!notes.get(moves)) return judged;
  return { class: judged?.class, text: [judged?.text, "✎"].filter(Boolean).join(" "), label: [judged?.label, "with a comment"].filter(Boolean).join(", ") };
};

review.onchange = () => {
  const progress = the("#done");
  progress.hidden = !review.running;
  progress.max = review.all || 1;
  progress.value = review.done;
  the("#judge").textContent = review.running ? "Stop the review" : "Review the game";
  drawSums();
  list.annotate();
  describe();
};
review.ondone = () => {
  say(`the review is done: ${the("#sums button")?.textContent ?? "no move lost anything"}`);
  changed();
};

/** Shows the totals of the last finished review. */
function drawSums() {
  const { game } = review;
  if (game === summed) return;
  summed = game;
  the("#learn").hidden = !game?.moves.some((m) => m.judgement);
  for (const button of document.querySelectorAll("#learn button")) button.disabled = !game || !Learning.of(game, button.value).length;
  the("#sums").replaceChildren(...(game ? sums(game, (ply) => desk.tree.go(desk.tree.find(game.transcript.slice(0, 2 * ply)) ?? desk.tree.at)) : []));
}

/** Goes to a ply of the line through the current place. */
function go(ply) {
  desk.tree.go([desk.tree.root, ...desk.tree.line()][ply] ?? desk.tree.at);
}

/** Goes to the next marked move, or with -1 to the previous one. */
function marked(direction) {
  const { tree } = desk;
  const line = tree.line();
  const plies = line.filter((n) => review.of(tree.start, tree.moves(n))?.judgement).map((n) => n.ply);
  const ply = direction > 0 ? plies.find((p) => p > tree.at.ply) : plies.findLast((p) => p < tree.at.ply);
  if (ply) go(ply);
  else say("no other mark");
}

function judge() {
  if (review.running) review.stop();
  else review.begin({ start: desk.tree.start, moves: wholeLine(), black: game.black, white: game.white });
}

/** Sets the links for files to the game, and those for pictures and for play to the current place. */
function drawFiles() {
  const { start } = desk.tree;
  the("#play").href = `/?${new URLSearchParams({ start, moves: desk.tree.moves() })}`;
  the("#sheet").href = address("sheet.svg", { start, moves: wholeLine(), ...namesOf(game) });
  const values = [...boardValues(known())].map(([move, v]) => `${move}:${v.text}`).join(",");
  for (const a of document.querySelectorAll("#files [data-picture]")) {
    a.href = address(`board.${a.dataset.picture}`, { start, moves: desk.tree.moves(), values });
  }
}

/** Keyboard shortcuts of the page, besides those of the game. */
const keys = {
  x: () => the("#turn").click(),
  d: () => the("#draw").click(),
  l: () => the("#on").click(),
  r: judge,
  n: () => marked(1),
  p: () => marked(-1),
  "?": () => the("#keys").showModal(),
  " ": () => {
    const best = known()?.moves[0];
    if (best) desk.tree.play(best.move);
  },
};
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || the("#keys").open) return;
  if (/^(input|textarea|select)$/i.test(e.target.tagName) || (e.key === " " && /^(button|summary|a)$/i.test(e.target.tagName))) return;
  const act = keys[e.key.toLowerCase()];
  if (!act) return;
  e.preventDefault();
  act();
});
desk.listen();

the("#turn").addEventListener("click", () => (board.turned = !board.turned));
for (const act of ["first", "back", "forward", "last", "promote"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
the("#draw").addEventListener("click", () => {
  board.drawing = !board.drawing;
  the("#draw").setAttribute("aria-pressed", String(board.drawing));
});
the("#remove").addEventListener("click", () => {
  desk.anew = true; // the Back button restores the deleted moves
  const before = split(desk.tree.text).length;
  const restore = desk.tree.remove();
  const n = before - split(desk.tree.text).length;
  const undo = () => {
    restore();
    the("#remove").disabled = false;
    the("#remove").focus();
  };
  deleted = { tree: desk.tree, text: desk.tree.text };
  the("#deleted").replaceChildren(`${count(n, "move")} deleted. `, html("button", { type: "button", onclick: undo }, "Undo"));
});
the("#on").addEventListener("change", (e) => (live.on = e.target.checked));
the("#judge").addEventListener("click", judge);
the("#help").addEventListener("click", () => the("#keys").showModal());
the("#setup").addEventListener("change", (e) => (e.target.checked ? editor.begin() : editor.end()));
the("#shape").addEventListener("change", (e) => {
  if (e.target.value) open({ start: e.target.value, moves: "" });
  e.target.value = "";
});
/** Copies a text, and says so on a button. */
async function copy(button, text) {
  const before = (button.dataset.text ??= button.textContent); // also if it says Copied
  try {
    await navigator.clipboard.writeText(text);
    say("copied");
    button.style.minWidth = `${button.offsetWidth}px`; // its place stays the same
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = before), 2000);
  } catch {
    tell(new Error(`the browser does not let the page copy; the text is ${text}`));
  }
}
for (const button of document.querySelectorAll("#files [data-format]")) {
  button.addEventListener("click", async () => {
    try {
      const { name, text } = await post("export", { format: button.dataset.format, study: { ...content(), reviews: [] } });
      html("a", { href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, download: name }).click();
    } catch (problem) {
      tell(problem);
    }
  });
}
the("#copy").addEventListener("click", () => copy(the("#copy"), location.href));
the("#save").addEventListener("click", () => Study.create(content(), desk.query()).catch(tell));
the("#comment").addEventListener("input", (e) => {
  const { moves } = e.target.dataset;
  if (e.target.value.trim()) notes.set(moves, e.target.value);
  else notes.delete(moves);
  list.annotate();
  annotated();
});
the("#about").addEventListener("input", (e) => {
  game[e.target.name] = e.target.value;
  drawNames();
  changed();
});
the("#about").addEventListener("submit", (e) => e.preventDefault());
the("#invite").addEventListener("click", () => copy(the("#invite"), `${location.origin}/edit/${study.id}/${study.key}`));
the("#embed").addEventListener("click", () => copy(the("#embed"), `<iframe src="${location.origin}/embed/${study.id}" width="420" height="680" title="Othello game"></iframe>`));
the("#delete").addEventListener("click", () => the("#deleting").showModal());
the("#deleting").addEventListener("close", async ({ target }) => {
  if (target.returnValue !== "delete") return;
  target.returnValue = "";
  try {
    await study.delete();
    location.href = "/studies";
  } catch (problem) {
    tell(problem);
  }
});

/** Lists the changes that met others' changes, until the user has decided about each. */
function drawRefused() {
  const list = study.refused();
  the("#refused").hidden = !list.length;
  the("#refused").replaceChildren(...list.map((part) => {
    const button = (text, act) => html("button", { type: "button", onclick: () => [act, () => study.decide(part), () => keepFocus(board)].forEach((f) => f?.()) }, text);
    if (!part.text) return html("p", {}, "The moves stay: another visitor changed them meanwhile. ", button("OK"));
    return html("p", {}, `Another visitor changed the same ${nameOf(part.place)}. Yours was not saved: `, html("q", {}, part.text), " ", button("Use it", () => use(part)), " ", button("Discard"));
  }));
}

/** The name of a text or of drawings of the study. */
function nameOf(place) {
  if (place in game) return place === "text" ? "comment on the game" : place;
  const [moves, kind] = place.startsWith("marks ") ? [place.slice(6), "drawing"] : [place, "comment"];
  return moves ? `${kind} on ${moves.length / 2}. ${moves.slice(-2)}` : `${kind} on the start`;
}

/** Puts a text or drawings into the study, a comment below the one that is there. */
function use({ place, text }) {
  const moves = place === "text" ? "" : place.replace(/^marks ?/, "");
  if (place !== "text" && place in game) {
    game[place] = the("#about").elements[place].value = text;
    drawNames();
    return changed();
  }
  if (moves !== place && place !== "text") drawings.set(moves, [...new Set([...(drawings.get(moves) ?? []), ...text.split(" ")])]);
  else notes.set(moves, [notes.get(moves), text].filter(Boolean).join("\n"));
  desk.tree.at = desk.tree.root;
  desk.tree.playLine(split(moves));
}

if (study) {
  study.onstudy = adopt;
  study.onrefused = () => {
    drawRefused();
    the("#refused").scrollIntoView({ block: "nearest" }); // on phones it is far below the board
  };
  study.onstate = (text, problem) => {
    the("#saved").textContent = text;
    if (problem) tell(problem);
  };
}
for (const button of document.querySelectorAll("#learn button")) {
  button.addEventListener("click", () => learning.begin(desk.tree.start, Learning.of(review.game, button.value)));
}
graph.addEventListener("ply", (e) => go(e.detail));

board.playable = true;
the("#writing").hidden = Boolean(study);
if (study || placeInAddress().moves) the("#open").open = false;
addEventListener("popstate", openAddress);
openAddress();
