// The page of puzzles. The browser keeps the attempts, the last of which has the player's rating.

import "./board.js";
import "./chart.js";
import { get, post } from "./api.js";
import { discs, html, keepFocus, say, signed, the } from "./dom.js";
import { forget, keep, kept } from "./memory.js";

const ATTEMPTS = "puzzles"; // name of the list
const MOST = 2000; // attempts that are kept
const board = the("othello-board");
const start = Number(the("#puzzles").dataset.start);
const skipped = new Set();
let puzzle = null;
let answered = false;
let openings = 0; // number of puzzles asked for

/** @returns {{id: string, solved: boolean, rating: number}[]} ratings are those after the attempts */
const attempts = () => kept(ATTEMPTS).filter((a) => Number.isInteger(a?.rating));
const rating = () => attempts().at(-1)?.rating ?? start;
const tried = () => attempts().map((a) => a.id);

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

/** Shows the buttons of the present state. */
function enable() {
  const asked = Boolean(puzzle) && !answered;
  the("#next").hidden = asked;
  the("#skip").hidden = the("#show").hidden = !asked;
  the("#again").hidden = the("#analyse").hidden = !answered;
  board.playable = asked;
  keepFocus(board);
}

/** Shows a puzzle that load gets, and its address, unless another one was asked for in the meantime. */
async function open(load) {
  const number = ++openings;
  tell(null);
  try {
    const opened = await load();
    const view = await get("board", { start: opened.start });
    if (number === openings) show(opened, view);
  } catch (problem) {
    if (number !== openings) return;
    tell(problem);
    if (problem.status !== 404) return;
    puzzle = null; // none is left
    answered = false;
    the("#question").textContent = the("#verdict").textContent = "";
    enable();
  }
}

function show(opened, view) {
  puzzle = opened;
  answered = false;
  const at = `/train/puzzles?puzzle=${puzzle.id}`;
  if (location.pathname + location.search !== at) history[location.search ? "pushState" : "replaceState"](null, "", at);
  board.show(view);
  the("#question").textContent = `${view.turn === "black" ? "Black" : "White"} to move, ${view.empties} empty squares. Find the best move.`;
  the("#verdict").className = "verdict";
  the("#verdict").textContent = `This puzzle's rating: ${puzzle.rating}.${tried().includes(puzzle.id) ? " You have tried it before, so it does not count." : ""}`;
  the("#analyse").href = `/analysis?${new URLSearchParams({ start: puzzle.start })}`;
  enable();
  say(the("#question").textContent);
}

/** Opens the puzzle that is next for the player. */
const next = () =>
  open(() => {
    const [least, most] = [the("#least"), the("#most")].map((e) => Number(e.value)).sort((a, b) => a - b);
    return post("puzzles", { rating: rating(), tried: [...tried(), ...skipped], least, most });
  });

async function answer(move) {
  board.playable = false; // one answer at a time
  const before = rating();
  const asked = puzzle;
  let judged;
  try {
    judged = await post(`puzzles/${asked.id}`, { move, rating: before });
  } catch (problem) {
    tell(problem);
    return enable();
  }
  if (puzzle !== asked) return; // Back led to another one
  tell(null);
  const counts = !tried().includes(asked.id);
  if (counts) keep(ATTEMPTS, { id: asked.id, solved: judged.solved, rating: judged.rating }, (a) => a.id === asked.id, MOST);
  answered = true;
  const best = judged.values.filter((v) => v.value === judged.values[0].value);
  const own = judged.values.find((v) => v.move === move);
  const loss = own && discs(best[0].value - own.value).replace("+", "");
  board.values = new Map(judged.values.map((v) => [v.move, { text: discs(v.value), best: best.includes(v) }]));
  board.preview = move ? [move] : [];
  the("#verdict").className = `verdict ${judged.solved ? "good" : "bad"}`;
  the("#verdict").textContent = [
    judged.solved ? `Right: ${move} is best.` : `${own ? `Wrong: ${move} loses ${loss} ${loss === "1" ? "disc" : "discs"}. ` : ""}Best: ${best.map((v) => v.move).join(", ")}.`,
    counts ? `Your rating: ${judged.rating} (${signed(judged.rating - before)}).` : "This attempt does not count.",
    judged.source && `From ${judged.source}.`,
  ].filter(Boolean).join(" ");
  enable();
  the("#next").focus();
  progress();
}

/** Shows the rating and its curve. */
function progress() {
  const list = attempts();
  the("#rating").replaceChildren("Your rating: ", html("strong", {}, rating()), list.length ? `, ${list.filter((a) => a.solved).length} of ${list.length} solved` : "");
  const chart = the("line-chart");
  chart.hidden = list.length === 0;
  const y = [start, ...list.map((a) => a.rating)];
  if (list.length) chart.show({ title: "Your rating", x: "attempts", y: "Elo points", series: [{ name: "rating", x: [...y.keys()], y }] });
}

/** Opens the puzzle that the address names, or else the next one. */
function openAddress() {
  const id = new URLSearchParams(location.search).get("puzzle");
  return id ? open(() => get(`puzzles/${id}`)) : next();
}

async function goOn() {
  await next();
  board.focus();
}

board.addEventListener("move", (e) => answer(e.detail));
the("#next").addEventListener("click", goOn);
the("#show").addEventListener("click", () => answer(""));
the("#skip").addEventListener("click", () => {
  skipped.add(puzzle.id);
  goOn();
});
the("#again").addEventListener("click", () => {
  show(puzzle, board.view);
  board.focus();
});
the("#filter").addEventListener("submit", (e) => e.preventDefault());
the("#filter").addEventListener("change", () => the("#filter").checkValidity() && !answered && next());
the("#reset").addEventListener("click", () => the("#resetting").showModal());
the("#resetting").addEventListener("close", ({ target }) => {
  if (target.returnValue !== "reset") return;
  target.returnValue = "";
  forget(ATTEMPTS);
  skipped.clear();
  progress();
  next();
});
document.addEventListener("reconnect", () => (puzzle ? tell(null) : openAddress()));
addEventListener("popstate", openAddress);
addEventListener("storage", progress); // another page has changed them
enable();
progress();
openAddress();
