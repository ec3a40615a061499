// A study in a frame of another page: its board, moves, comments and drawings.

import "./board.js";
import { get } from "./api.js";
import { stand } from "./board.js";
import { Desk } from "./desk.js";
import { the } from "./dom.js";
import { title } from "./importer.js";

const board = the("othello-board");
const desk = new Desk(board, the("move-list"));
const id = location.pathname.split("/").pop();
let notes = new Map(); // by the moves that lead to them

function tell(problem) {
  the("#problem").hidden = false;
  the("#problem").textContent = problem.message;
}

desk.onproblem = tell;
desk.onview = (view) => {
  const { comment = "", marks = "" } = notes.get(desk.tree.moves()) ?? {};
  the("#stand").textContent = stand(view);
  the("#note").hidden = !comment;
  the("#note").textContent = comment;
  board.drawn = marks.split(" ").filter(Boolean);
  the("#whole").href = `/study/${id}?${new URLSearchParams({ at: desk.tree.moves() })}`;
};

for (const act of ["first", "back", "forward", "last"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
the("#turn").addEventListener("click", () => (board.turned = !board.turned));
board.playable = true;
desk.listen();

try {
  const { study } = await get(`studies/${id}`);
  notes = new Map(study.notes.map((n) => [n.moves, n]));
  if (study.text) notes.set("", { marks: notes.get("")?.marks, comment: study.text });
  the("#names").textContent = title({ ...study, moves: study.tree });
  await desk.load(study.start, study.tree, 0);
} catch (problem) {
  tell(problem);
}
