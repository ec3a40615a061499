// The play page: the form for a new game, or the game that the URL names.

import { Playing } from "./playing.js";
import { NewGame } from "./newgame.js";
import { drawGames } from "./gamelist.js";
import { the } from "./dom.js";
import { sit } from "./seats.js";

const board = the("othello-board");
const setup = new NewGame(board);
let playing = null;

/** Shows a problem in the page, or removes it. */
function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

/** Leaves the game and shows the form for a new one. */
function prepare(like, from) {
  playing?.close();
  playing = null;
  tell(null);
  setup.show(like, from);
}

/** Shows a game. Its event stream keeps it up to date. */
function play(id, focus = false) {
  playing?.close();
  tell(null);
  setup.hide();
  const leave = (like) => go("/", () => prepareNext(like));
  playing = new Playing(board, id, { tell, leave, again: (view) => setup.again(view), focus });
}

/** Shows the form for a new game after a click, and moves the focus there. */
function prepareNext(like) {
  prepare(like);
  the("#new input:checked").focus();
}

function go(path, show) {
  history.pushState(null, "", path);
  show();
}

/** Shows the game or the form, depending on the URL. */
function open() {
  const id = /^\/play\/([^/]+)$/.exec(location.pathname)?.[1] ?? new URLSearchParams(location.search).get("game");
  if (id) play(id);
  else prepare(likeOf(new URLSearchParams(location.search)), placeOf(new URLSearchParams(location.search)));
}

/** The opponent in a link from another page. */
const likeOf = (q) => (q.has("agent") ? { black: "human", white: q.get("agent") } : undefined);

/** The start place in a link from another page. */
const placeOf = (q) => (q.has("start") || q.has("moves") ? { start: q.get("start") ?? "8x8", moves: q.get("moves") ?? "" } : undefined);

setup.onstart = (view) => (view.keys ? sit(view, setup.mine) : go(`/play/${view.id}`, () => play(view.id, true))); // moves the focus: the pressed button is gone
setup.onproblem = tell;
addEventListener("popstate", open);
the("#others").addEventListener("toggle", (e) => e.target.open && drawGames(the("#games"), tell));
open();
