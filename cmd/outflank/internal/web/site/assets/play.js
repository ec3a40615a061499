// The page of play: a new game is set up, or one that the address names is played.

import { Playing } from "./playing.js";
import { NewGame } from "./newgame.js";
import { drawGames } from "./gamelist.js";
import { the } from "./dom.js";

const board = the("othello-board");
const setup = new NewGame(board);
let playing = null;

/** Shows a problem in the page, or takes it away. */
function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
}

/** Leaves the game and sets another one up. */
function prepare(like, from) {
  playing?.close();
  playing = null;
  tell(null);
  setup.show(like, from);
}

/** Shows a game, which its stream of events keeps up to date. */
function play(id, focus = false) {
  playing?.close();
  tell(null);
  setup.hide();
  const leave = (like) => go("/", () => prepareNext(like));
  playing = new Playing(board, id, { tell, leave, again: (view) => setup.again(view), focus });
}

/** Sets another game up, for somebody who has pressed the button. */
function prepareNext(like) {
  prepare(like);
  the("#new input:checked").focus();
}

function go(path, show) {
  history.pushState(null, "", path);
  show();
}

/** Shows what the address names. */
function open() {
  const id = /^\/play\/([^/]+)$/.exec(location.pathname)?.[1] ?? new URLSearchParams(location.search).get("game");
  if (id) play(id);
  else prepare(undefined, placeOf(new URLSearchParams(location.search)));
}

/** The place that a link of another page says to begin from. */
const placeOf = (q) => (q.has("start") || q.has("moves") ? { start: q.get("start") ?? "8x8", moves: q.get("moves") ?? "" } : undefined);

setup.onstart = (view) => go(`/play/${view.id}`, () => play(view.id, true)); // the button that was pressed is gone
setup.onproblem = tell;
addEventListener("popstate", open);
the("#others").addEventListener("toggle", (e) => e.target.open && drawGames(the("#games"), tell));
open();
