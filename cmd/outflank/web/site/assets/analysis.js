// The page of analysis: a free board.

import "./board.js";
import { stand } from "./board.js";
import { Desk, placeInAddress } from "./desk.js";
import { the } from "./dom.js";

const board = the("othello-board");
const desk = new Desk(board, the("move-list"));
board.playable = true;
desk.onview = (view) => {
  the("#stand").textContent = stand(view);
  the("#opening").textContent = view.opening;
  desk.remember("/analysis");
};
desk.onproblem = (problem) => (the("#stand").textContent = problem.message);
desk.listen();
the("#turn").addEventListener("click", () => (board.turned = !board.turned));
for (const act of ["first", "back", "forward", "last"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
const { start, moves, ply } = placeInAddress();
desk.load(start, moves, ply);
