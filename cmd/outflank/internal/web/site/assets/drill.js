// The page that trains openings. The browser keeps the cards of the positions, the server tells which are due.

import "./board.js";
import { get, post } from "./api.js";
import { count, keepFocus, say, the } from "./dom.js";
import { nameOf, squareOf } from "./geometry.js";
import { forget, keep, kept } from "./memory.js";
import { split } from "./tree.js";

const PAUSE = 900; // ms after a right answer
const MOST = 10000; // cards that are kept
const board = the("othello-board");
const select = the("#repertoire");
let queue = []; // questions, while one is asked with it at the front
let state = "over"; // or "asked", or "answered"
let answers = 0;
let right = 0;
let wrong = null; // the last answer if it was wrong, until the next question: {asked, move, moves of the repertoire}
let timer = 0;

const chosen = () => ({ name: select.value, side: select.selectedOptions[0].dataset.side });
const list = () => `drill ${chosen().side} ${chosen().name}`; // name of the list of cards
const cards = () => kept(list()).filter((c) => typeof c?.position === "string" && Number.isInteger(c.box) && typeof c.due === "string");
const ask = (what, body) => post(`repertoires/${encodeURIComponent(chosen().name)}/${what}`, body, { side: chosen().side, day: today() });
const left = () => `session of ${list()}`; // name of the list with the session in progress
const days = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The present day here, such as 2026-07-31. */
function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

function verdict(text, kind = "") {
  the("#verdict").className = `verdict ${kind}`;
  the("#verdict").textContent = text;
}

/** Enters a state, which has its buttons. */
function enter(next) {
  state = next;
  const asked = state === "asked";
  the("#next").textContent = state === "over" ? "New session" : "Next position";
  the("#next").hidden = the("#analyse").hidden = asked;
  the("#skip").hidden = the("#show").hidden = !asked;
  board.playable = asked;
  keepFocus(board);
}

/** Continues today's session, or begins one with the positions that are due. */
async function begin() {
  clearTimeout(timer);
  const q = new URLSearchParams({ repertoire: chosen().name, side: chosen().side });
  history.replaceState(null, "", `/train/openings?${q}`);
  try {
    const session = kept(left()).find((s) => s?.day === today() && s.queue?.length) ?? (await ask("session", { new: Number(the("#new").value), cards: cards() }));
    ({ queue, answers = 0, right = 0, wrong = null } = session);
    verdict("");
    if (!wrong) return await show();
    await look(wrong.asked);
    correct();
  } catch (problem) {
    tell(problem);
  }
}

const flip = (s) => 8 * (s % 8) + Math.floor(s / 8); // across the diagonal a1-h8
const symmetries = [(s) => s, flip, (s) => 63 - s, (s) => 63 - flip(s)]; // those of the usual start

/** The images of a line by the symmetries of the usual start. */
const images = (moves) => symmetries.map((turn) => split(moves).map((m) => nameOf(turn(squareOf(m)))).join(""));

/** Shows the present question, or the end of the session. */
async function show() {
  clearTimeout(timer);
  wrong = null;
  const before = board.view?.turn === chosen().side ? null : board.view?.moves; // after a right answer
  const [next] = queue;
  if (before && next?.start === "8x8") next.moves = images(next.moves).find((line) => line.startsWith(before)) ?? next.moves; // the board does not turn within a line
  progress();
  if (!next) return end();
  await look(next, before && next.moves.startsWith(before) ? split(next.moves.slice(before.length)).join(" ") : "");
  tell(null);
  enter("asked");
  say(the("#question").textContent);
}

/** Shows a question, and the opponent's moves before it. */
async function look({ start, moves }, reply = "") {
  const view = await get("board", { start, moves });
  board.show(view);
  const opponent = chosen().side === "black" ? "White" : "Black";
  the("#question").textContent = `${reply ? `${opponent} plays ${reply}. ` : ""}What does ${chosen().side} play?`;
  the("#line").textContent = [split(moves).join(" "), view.opening].filter(Boolean).join(" · ");
  the("#analyse").href = `/analysis?${new URLSearchParams({ ...(start === "8x8" ? {} : { start }), moves })}`;
}

/** Corrects a wrong answer. */
function correct() {
  const { move, moves } = wrong;
  board.values = new Map([...moves.map((m) => [m, { text: "✓", label: "move of the repertoire", best: true }]), [move, { text: "✗", label: "your move" }]]);
  board.preview = moves;
  board.drawn = move ? [move] : [];
  verdict(`${move ? `Wrong: ${move}. ` : ""}The repertoire plays ${moves.join(" or ")}. It is asked again.`, "bad");
  progress();
  enter("answered");
  the("#next").focus();
}

/** Shows how far the session is, and keeps it for a reload. */
function progress() {
  keep(left(), { day: today(), queue, answers, right, wrong }, () => true, 1);
  the("#progress").textContent = `This session: ${count(answers, "answer")}, ${right} right${queue.length ? `, ${queue.length} left` : ""}.`;
}

async function answer(move) {
  board.playable = false; // one answer at a time
  clearTimeout(timer);
  const asked = queue[0];
  const { position, start, moves } = asked;
  let reply, view;
  try {
    reply = await ask("answers", { start, moves, move, box: cards().find((c) => c.position === position)?.box ?? 0 });
    if (reply.right) view = await get("board", { start, moves: moves + move });
  } catch (problem) {
    tell(problem);
    return enter("asked");
  }
  if (queue[0] !== asked) return; // another session has started
  tell(null);
  keep(list(), reply.card, (c) => c.position === position, MOST);
  answers++;
  queue.shift();
  if (reply.right) {
    right++;
    board.show(view);
    verdict(`Right: ${move}. Again in ${count(days(today(), reply.card.due), "day")}.`, "good");
    timer = setTimeout(() => goOn(false), PAUSE);
    progress();
    enter("answered");
  } else {
    queue.push(asked);
    wrong = { asked, move, moves: reply.moves };
    correct();
  }
}

/** Sums the session up, and tells when the next positions are due. */
async function end() {
  const sum = await ask("session", { new: 0, cards: cards() });
  the("#question").textContent = "The session is over.";
  const due = sum.next ? `The next position is due in ${count(days(today(), sum.next), "day")}, on ${new Date(sum.next).toLocaleDateString("en", { timeZone: "UTC", dateStyle: "long" })}.` : "No position is due.";
  verdict(answers ? `${count(answers, "answer")}, ${right} right. ${due}` : `No position is due today. ${due}`);
  the("#progress").textContent = `${sum.all - sum.new} of ${count(sum.all, "position")} answered, ${sum.new} new.`;
  if (!board.view) board.show(await get("board"));
  enter("over");
  if (answers) the("#next").focus();
}

/** Goes to the next question or session; with focus, the board gets the focus. */
async function goOn(focus) {
  if (state === "over") return begin();
  try {
    await show();
  } catch (problem) {
    return tell(problem);
  }
  if (focus && state === "asked") board.focus();
}

board.addEventListener("move", (e) => answer(e.detail));
the("#next").addEventListener("click", () => goOn(true));
the("#show").addEventListener("click", () => answer(""));
the("#skip").addEventListener("click", () => {
  queue.shift();
  goOn(true);
});
the("#choose").addEventListener("submit", (e) => e.preventDefault());
select.addEventListener("change", begin);
the("#reset").addEventListener("click", () => the("#resetting").showModal());
the("#resetting").addEventListener("close", ({ target }) => {
  if (target.returnValue !== "reset") return;
  target.returnValue = "";
  forget(list());
  forget(left());
  begin();
});
document.addEventListener("reconnect", () => (board.view ? tell(null) : begin()));

const q = new URLSearchParams(location.search);
for (const o of select.options) if (o.value === q.get("repertoire") && o.dataset.side === q.get("side")) o.selected = true;
enter("over");
begin();
