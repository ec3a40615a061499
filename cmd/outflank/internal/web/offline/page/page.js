// A board that plays and analyses in the page, without a server. Its address names the game, so that it can be
// kept and shared.

import "./board.js";
import "./graph.js";
import { events } from "./api.js";
import { stand } from "./board.js";
import { Desk, placeInAddress } from "./desk.js";
import { discs, the } from "./dom.js";
import { Lines, boardValues, reach } from "./lines.js";
import { Live } from "./live.js";

const board = the("othello-board");
const desk = new Desk(board, the("move-list"));
const live = new Live();
const lines = new Lines(the("#lines"));
let thinking = () => {}; // ends the program's search

/** Shows a problem, or none. @param {Error | null} problem */
function tell(problem) {
  if (problem && the("#stand").textContent.endsWith("…")) the("#stand").textContent = ""; // nothing is loading
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

/** Whether the program moves at a view. New moves come at the end of a line only. */
const programMoves = (view) => !view.over && !["both", view.turn].includes(the("#human").value) && !desk.tree.at.children.length;

/** Lets the program move, if it is its turn. */
function think(view) {
  thinking();
  thinking = () => {};
  board.playable = !programMoves(view);
  if (board.playable) return;
  const { tree } = desk;
  the("#said").textContent = "The program searches…";
  thinking = events("move", { start: tree.start, moves: tree.moves(), depth: Number(the("#depth").value) }, {
    message: (m) => {
      const how = m.exact ? "knows the result" : `looked ${m.depth} plies ahead`;
      the("#said").textContent = `The program played ${m.move}, expects ${discs(m.value)} for itself, and ${how}.`;
      tree.play(m.move);
    },
    problem: tell,
  });
}

desk.onplace = () => desk.remember("", { play: the("#human").value, depth: the("#depth").value });
desk.onview = (view) => {
  tell(null);
  the("#stand").textContent = stand(view);
  think(view);
  live.look(view.over || !board.playable ? null : { start: desk.tree.start, moves: desk.tree.moves() });
  drawGraph();
};
desk.onproblem = tell;
live.onproblem = tell;
lines.onplay = (moves) => desk.tree.playLine(moves);
lines.onpoint = (moves) => (board.preview = moves);
live.onvalues = (values, running) => {
  the("#reach").textContent = reach(values, running);
  board.values = boardValues(values);
  lines.draw(values);
  drawGraph();
};

/** Draws the values that the live analysis has found along the game. */
function drawGraph() {
  const { tree } = desk;
  const line = [tree.root, ...tree.line()];
  const points = [];
  for (const [ply, node] of line.entries()) {
    const values = live.known(tree.start, tree.moves(node));
    if (values) points.push({ ply, value: values.side === "black" ? values.value : -values.value, exact: values.exact });
  }
  the("game-graph").show({ points, marks: [], plies: line.length - 1, at: tree.at.ply });
}

/** Shows a game at a place. */
function show({ start, moves, place }) {
  the("#shape").value = start.split("-")[0];
  the("#said").textContent = "";
  return desk.load(start, moves, place);
}

for (const act of ["first", "back", "forward", "last"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
the("#turn").addEventListener("click", () => (board.turned = !board.turned));
the("#anew").addEventListener("click", () => show({ start: the("#shape").value || "8x8", moves: "" }));
the("#shape").addEventListener("change", (e) => show({ start: e.target.value, moves: "" }));
for (const choice of ["#human", "#depth"]) the(choice).addEventListener("change", () => desk.refresh());
the("#on").addEventListener("change", (e) => (live.on = e.target.checked));
the("game-graph").addEventListener("ply", (e) => desk.tree.go([desk.tree.root, ...desk.tree.line()][e.detail] ?? desk.tree.at));
document.addEventListener("ready", () => (the("#network").hidden = false));
document.addEventListener("broken", (e) => {
  the("#stand").textContent = "";
  tell(new Error(`The board does not work: ${e.detail}`));
});
desk.listen();

live.on = false;
const chosen = new URLSearchParams(location.search);
for (const [name, id] of [["play", "#human"], ["depth", "#depth"]]) {
  const option = [...the(id).options].find((o) => o.value === chosen.get(name));
  if (option) option.selected = true;
}
show(placeInAddress());
