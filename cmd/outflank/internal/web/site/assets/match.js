// The page of a match or a tournament: score, Elo, pairs of games, the progress of the test, all games, and the
// chosen or else the latest finished one on a board. The URL of the page names a chosen game: ?game=17

import "./board.js";
import "./chart.js";
import { follow } from "./api.js";
import { Desk } from "./desk.js";
import { html, minus, signed, the } from "./dom.js";
import { ending, fact, rate } from "./pace.js";
import { Played } from "./played.js";
import { fillBody, headline, inAddress, inQuery, interval, pathInAddress, problem, row, share } from "./watching.js";

const path = pathInAddress();
const desk = new Desk(the("othello-board"), the("move-list"));
const played = new Played(path);
const llr = [];
let shown = 0; // the number of the game on the board
let last = null; // the game that ended last
let begin = null; // number of ended games when the page was opened, and the time in ms

/** The number of the game that the URL names, 0 = none. */
const chosen = () => Math.max(0, Math.floor(Number(new URLSearchParams(location.search).get("game")) || 0));

function draw(m) {
  const two = m.agents.length === 2;
  headline(two ? m.agents.join(" – ") : `Tournament of ${m.agents.length}`, m, m.played, m.total, "games");
  const r = m.result;
  const facts = [["games of each pair", r.games_per_pair], ["protocol", r.protocol], ["random plies", r.random_plies], ["random moves", r.perturb ? share(r.perturb) : 0], ["openings", r.openings], ["seed", r.seed], [r.sprt?.accept ? "games after the decision" : "ended, not counted yet", m.ended - m.played]];
  the("#facts").replaceChildren(...facts.filter(([, value]) => value).map(([name, value]) => fact(name, value)), ...paceOf(m));
  drawPair(two && r.pairs?.[0]);
  drawTest(r.sprt);
  the("#ratings-head").hidden = the("#ratings").hidden = !r.ratings?.length;
  fillBody("#ratings", (r.ratings ?? []).toSorted((a, b) => b.elo - a.elo).map((e) => row(e.name, signed(e.elo), `${signed(e.low)} to ${signed(e.high)}`)));
  drawCross(m.cross);
  fillBody("#players", r.players.map((p) => row(p.name, p.games.toLocaleString("en"), p.ms_per_move.toFixed(1), Math.round(p.nodes_per_move).toLocaleString("en"), p.mobility.toFixed(1), String(p.forfeits), String(p.crashes))));
  last = m.last;
  drawGame();
  played.grow(m.highest);
}

/** Games per second and the time left, from the games that ended while the page was open. */
function paceOf(m) {
  const now = performance.now();
  begin ??= { ended: m.ended, at: now };
  const speed = (1000 * (m.ended - begin.ended)) / (now - begin.at);
  return m.state === "running" && speed > 0 ? [fact("games", rate(speed)), fact("time left", ending((m.total - m.ended) / speed))] : [];
}

function drawPair(p) {
  the("#pair").hidden = !p;
  if (!p) return;
  the("#score").textContent = `${p.a}: ${share(p.score)} (${interval(p.low, p.high)}), ${p.wins} won, ${p.draws} drawn, ${p.losses} lost, ${signed(p.mean_disc_difference, 1)} discs a game`;
  const bound = (x, infinite) => (x === null ? infinite : signed(x));
  const pairs = p.pentanomial.reduce((a, b) => a + b, 0);
  the("#elo").textContent = pairs ? `Elo ${bound(p.elo, p.score > 0.5 ? "+∞" : "−∞")} (${bound(p.elo_low, "−∞")} to ${bound(p.elo_high, "+∞")}), likelihood of superiority ${share(p.superiority)}` : "";
  the("#penta caption").textContent = `Pairs of games by the points of ${p.a}`;
  const most = Math.max(1, ...p.pentanomial);
  fillBody("#penta", ["0", "½", "1", "1½", "2"].map((points, i) => row(points, p.pentanomial[i].toLocaleString("en"), html("meter", { min: 0, max: most, value: p.pentanomial[i], "aria-label": `${p.pentanomial[i]} pairs with ${points} points` }))));
}

function drawTest(t) {
  the("#test").hidden = !t;
  if (!t) return;
  the("#verdict").textContent = `SPRT of ${minus(t.elo0)} against ${minus(t.elo1)} Elo: LLR ${minus(t.llr.toFixed(2))} (${minus(t.lower.toFixed(2))} to ${minus(t.upper.toFixed(2))}), ${t.accept ? `${t.accept} accepted` : "not decided yet"}`;
  the("#llr").show({
    title: "Log-likelihood ratio", x: "pairs", y: "LLR",
    series: [{ name: "LLR", x: llr.map((p) => p.pairs), y: llr.map((p) => p.llr) }],
    marks: [{ y: t.lower, text: `H0: ${minus(t.elo0)} Elo` }, { y: t.upper, text: `H1: ${minus(t.elo1)} Elo` }],
  });
}

function drawCross(cross) {
  the("#cross").hidden = !cross;
  if (!cross) return;
  const head = (text, title, kind = "number") => html("th", { scope: "col", class: kind, title }, text);
  the("#cross thead").replaceChildren(html("tr", {}, head(""), head("player", "", ""), ["Elo", "points", "games"].map((h) => head(h)), cross.players.map((p) => head(String(p.rank), p.name))));
  fillBody(
    "#cross table",
    cross.players.map((p) => html("tr", {}, html("td", { class: "number" }, p.rank), html("th", { scope: "row" }, p.name), [signed(p.elo), p.points, p.games, ...p.against.map((c) => (c.games ? c.points : "–"))].map((c) => html("td", { class: "number" }, c)))),
  );
}

/** Shows the last game, unless one is chosen or the user looks at an earlier move of another. */
function drawGame() {
  the("#game").hidden = !last;
  if (!last) return;
  const looking = chosen() > 0 || (shown && desk.tree.at.ply !== desk.tree.line().length);
  the("#newer").hidden = !(looking && shown !== last.number);
  if (shown !== last.number && !looking) load(last);
}

/** Shows the game that the URL names, or else the last one. */
async function open() {
  try {
    if (chosen()) await load(await played.game(chosen()));
    else if (last) await load(last);
    problem("");
  } catch (p) {
    problem(p.message);
  }
  if (last) drawGame();
}

async function load(game) {
  shown = game.number;
  the("#newer").hidden = !last || shown === last.number;
  the("#game-head").textContent = chosen() ? `Game ${game.number}` : "The last game";
  played.mark(game.number, chosen() > 0);
  const ends = game.forfeit || `${game.judged ? "decided by perfect play: " : ""}${signed(game.score)} for black`;
  the("#names").textContent = `Game ${game.number}: ${game.black} (black) – ${game.white} (white), ${ends}`;
  the("#replay").hidden = !game.moves;
  if (!game.moves) return;
  the("#analyse").href = `/analysis?${new URLSearchParams({ start: game.start, moves: game.moves })}`;
  desk.quiet = true;
  await desk.load(game.start, game.moves);
  desk.quiet = false;
}

for (const act of ["first", "back", "forward", "last"]) the(`#${act}`).addEventListener("click", () => desk.tree[act]());
desk.listen();
desk.onproblem = played.onproblem = (p) => problem(p.message);
played.onchoose = async (number) => {
  inQuery("game", String(number), "pushState");
  await open();
  the("#game").scrollIntoView({ block: "nearest" });
};
the("#newer button").addEventListener("click", () => {
  if (chosen()) inQuery("game", "", "pushState");
  load(last);
});
addEventListener("popstate", open);
if (chosen()) open();

follow(`events/matches/${inAddress(path)}`, {}, {
  message: (m) => {
    const from = m.llr[0]?.pairs ?? Infinity;
    while (llr.length > 0 && llr.at(-1).pairs >= from) llr.pop();
    llr.push(...m.llr);
    draw(m);
  },
  problem: (p) => problem(p.message),
});
