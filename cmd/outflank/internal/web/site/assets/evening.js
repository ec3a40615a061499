// A club evening: its players, pairings and cross-table; for a player the next game, and for the organiser the
// means to run it.

import { address, get, post } from "./api.js";
import { count, html, keepFocus, say, signed, the } from "./dom.js";
import { replay } from "./replay.js";
import { callMe, myName } from "./seats.js";

const EVERY = 3000; // ms between two looks
const path = `evenings/${location.pathname.split("/")[2]}`;
const rule = the("#deciding form").elements;
const drawn = new Map(); // what each place shows
let view = null;
let looking = 0; // number of the last look
let blind = false; // whether it failed
let deciding = null;
let leaver = "";

function tell(problem) {
  the("#problem").hidden = !problem;
  the("#problem").textContent = problem?.message ?? "";
  if (problem) the("#problem").scrollIntoView({ block: "nearest" });
}

/** Draws a place again if what it shows has changed. The focus stays on the element with the same id. */
function draw(place, state, build) {
  const text = JSON.stringify(state);
  if (drawn.get(place) === text) return;
  drawn.set(place, text);
  const at = the(place).contains(document.activeElement) ? document.activeElement.id : "";
  the(place).replaceChildren(...build());
  if (at) (document.getElementById(at) ?? the("#main")).focus();
}

const button = (text, id, act, label) => html("button", { type: "button", id, onclick: act, "aria-label": label }, text);

/** Sends a change, and shows the evening after it. */
async function act(what, body) {
  try {
    const v = await post(`${path}/${what}`, body);
    tell(null);
    return v;
  } catch (problem) {
    tell(problem);
  } finally {
    look();
  }
}

async function look() {
  const number = ++looking;
  try {
    const v = await get(path);
    if (blind) tell(null);
    blind = false;
    if (number === looking) show(v);
  } catch (problem) {
    blind = Boolean(problem.status);
    if (blind) tell(problem);
  }
}

function show(v) {
  view = v;
  const open = v.state === "open";
  document.title = `${v.title} · Outflank`;
  draw("#about", about(v), () => [about(v)]);
  the("#entry").hidden = Boolean(v.you) || !(open || (v.state === "playing" && v.table.some((p) => p.free)));
  the("#join").hidden = !open;
  the("#organiser").hidden = !v.key;
  the("#add").hidden = !open;
  const rounds = v.pairings.at(-1)?.round ?? 1;
  the("#begin").hidden = the("#early").hidden = v.round >= rounds;
  the("#begin").textContent = open ? "Begin the first round" : `Begin round ${v.round + 1} now`;
  the("#begin").disabled = v.table.length < 2;
  the("#link").value = v.key ? `${location.origin}/club/${v.id}/${v.key}` : "";
  the("#invite").hidden = !open;
  the("#table-head").textContent = open ? "Players" : "Cross-table";
  the("#games-head").hidden = open;
  the("#files").hidden = !v.pairings.some((p) => p.end && p.moves);
  mine(v);
  draw("#free", [v.table.map((p) => p.free && p.name)], () => v.table.filter((p) => p.free).map((p) => html("button", { type: "button", onclick: () => join(p.name) }, `I am ${p.name}`)));
  draw("#table", [v.table, Boolean(v.key), v.state], () => [table(v)]);
  draw("#pairings", [v.pairings, v.table, Boolean(v.key), v.round], () => games(v));
  keepFocus(the("#main"));
}

function about(v) {
  const clock = v.clock ? `${the("#clocks").content.querySelector(`[value="${v.clock}"]`)?.textContent ?? v.clock} for each player` : "no clock";
  const how = `${v.start.length > 12 ? "a special start" : v.start.replace("x", "×")}, ${clock}, ${v.games === 1 ? "one game" : "two games"} per pair`;
  if (v.state === "open") return `Players may join: ${how}.`;
  return v.state === "over" ? `All games are over: ${how}.` : `Round ${v.round} of ${v.pairings.at(-1).round}: ${how}.`;
}

/** The next game of the player who uses this browser. */
function mine(v) {
  the("#mine").hidden = !v.you;
  if (!v.you) return;
  const own = v.pairings.filter((p) => p.black === v.you || p.white === v.you);
  const next = own.find((p) => p.path && !p.end);
  const opponent = next && (next.black === v.you ? next.white : next.black);
  const me = v.table.find((p) => p.name === v.you);
  const text = () => {
    if (me.withdrawn) return `You have withdrawn. From round ${me.withdrawn} on, you lose all games without a result.`;
    if (v.state === "open") return "You take part. This page shows your first game when the organiser begins.";
    if (next) return `Round ${next.round}: you play ${next.black === v.you ? "black" : "white"} against ${opponent}.`;
    if (v.state === "over" || own.every((p) => p.end)) return "You have played all your games.";
    return own.some((p) => p.round === v.round) ? "Your game is over. The next one begins when the round is over." : `You have a bye in round ${v.round}.`;
  };
  draw("#mine", [v.you, text(), next?.path], () => {
    if (next) say(text());
    return [
      html("h2", {}, next ? "Your next game" : v.you),
      html("p", {}, text()),
      html("p", { class: "row" }, next && html("a", { id: "seat", class: "button primary", href: next.path }, "To the board"), v.state !== "over" && !me.withdrawn && button("Withdraw…", "leave", () => withdraw(me))),
    ];
  });
}

/** The cross-table; before the first round, the list of players. */
function table(v) {
  if (!v.table.length) return html("p", { class: "faint" }, "No player has joined yet.");
  const open = v.state === "open";
  const number = (text, head, kind = "number") => html("td", { class: kind, "data-head": head }, text);
  const head = ["", "player", ...(open ? [] : ["points", "discs", "games", ...v.table.map((_, i) => String(i + 1))])];
  const change = (p) => html("td", {}, button("Change…", `change-${encodeURIComponent(p.name)}`, () => withdraw(p), `Change ${p.name}`));
  const row = (p, i) => html("tr", {},
    number(open ? i + 1 : p.rank),
    html("th", { scope: "row" }, p.name, p.withdrawn && html("span", { class: "faint" }, " (withdrawn)"), p.free && v.state !== "over" && html("span", { class: "faint" }, " (not here yet)")),
    ...(open ? [] : [number(half(p.points), "points"), number(signed(p.diff), "discs"), number(p.played, "games"), ...p.against.map((list, j) => number(i === j ? "" : list.map(half).join(" "), v.table[j].name, "result"))]),
    v.key && v.state !== "over" && change(p));
  return html("table", { class: !open && "stack" },
    html("thead", {}, html("tr", {}, head.map((h, i) => html("th", { scope: "col", class: i > 4 ? "result" : i !== 1 && "number" }, h)), v.key && v.state !== "over" && html("td", {}))),
    html("tbody", {}, v.table.map(row)));
}

/** Points as people write them. */
const half = (n) => (n % 1 ? `${n >= 1 ? Math.floor(n) : ""}½` : String(n));

/** The games of the rounds, the present one first, later ones as a preview. */
function games(v) {
  const order = [...new Set(v.pairings.map((p) => p.round))].sort((a, b) => (a > v.round) - (b > v.round) || (a > v.round ? a - b : b - a));
  return order.flatMap((r) => {
    const round = v.pairings.filter((p) => p.round === r);
    const bye = v.table.filter(({ name }) => !round.some((p) => p.black === name || p.white === name));
    return [
      html("h3", {}, `Round ${r}${r > v.round ? ", not started" : ""}`),
      html("ul", { class: "games" }, round.map((p) => game(p, v)), bye.map(({ name }) => html("li", { class: "faint" }, `${name} has a bye`))),
    ];
  });
}

function game(p, v) {
  const started = p.round <= v.round;
  const again = p.moves && replay({ start: v.start, moves: p.moves, black: p.black, white: p.white, event: v.title }, p.end, p.diff);
  const link = p.end ? again : p.path;
  const verb = p.end ? "Replay" : [p.black, p.white].includes(v.you) ? "Play" : "Watch";
  const verdict = p.end ? "Correct" : "Decide";
  const names = `${p.black} – ${p.white}`;
  const by = p.end?.reason !== "discs" && p.diff ? `, by ${count(Math.abs(p.diff), "disc")}` : ""; // the text of others has it
  const [gone, both] = v.table.filter((r) => r.withdrawn && [p.black, p.white].includes(r.name));
  const left = both ? "both have withdrawn and lose" : gone && `${gone.name} has withdrawn and loses by 2 discs`;
  const state = p.end ? p.end.text + by : left ?? (p.moves ? count(p.moves.length / 2, "move") : started ? "not started" : "");
  return html("li", {},
    html("span", { class: "text" }, html("strong", {}, names), html("span", { class: "faint" }, ` ${state}`)),
    started && link && html("a", { id: `link-${p.game}`, class: "button", href: link, "aria-label": `${verb} ${names}` }, verb),
    started && v.key && (!p.end || p.end.reason === "ruled") && button(verdict, `decide-${p.game}`, () => decide(p), `${verdict} ${names}`));
}

function decide(p) {
  deciding = p.game;
  the("#whose").textContent = `Round ${p.round}: ${p.black} is black, ${p.white} is white.`;
  rule.absent.value = rule.black.value = rule.white.value = "";
  decided();
  the("#deciding").showModal();
}

/** Shows the fields for discs if they count, and checks their sum. */
function decided() {
  the("#discs").hidden = rule.absent.value !== "";
  rule.black.required = rule.white.required = !rule.absent.value;
  const sum = Number(rule.black.value) + Number(rule.white.value);
  rule.white.setCustomValidity(rule.absent.value || (sum > 0 && sum <= 64) ? "" : "Both together have 1 to 64 discs.");
}

/** Asks whether a player withdraws; the organiser may also let the player join again, or take part again. */
function withdraw(player) {
  leaver = player.name;
  the("#leaver").textContent = leaver;
  the("#loss").hidden = view.state === "open" || player.withdrawn;
  the("#release").hidden = !view.key || player.free;
  the("#lost").hidden = the("#release").hidden || player.withdrawn;
  the("#again").hidden = !player.withdrawn;
  the("#withdraw").hidden = player.withdrawn;
  the("#withdrawing").showModal();
}

async function join(name) {
  callMe(name);
  const v = await act("join", { name });
  if (v) location.href = `/club/${v.id}/${v.key}`;
}

/** Calls the function of the button that closes a dialog, by the button's value. */
const closed = (dialog, then) => the(dialog).addEventListener("close", ({ target }) => {
  then[target.returnValue]?.();
  target.returnValue = "";
});

closed("#deciding", { decide: () => act("results", { game: deciding, absent: rule.absent.value, black: Number(rule.black.value), white: Number(rule.white.value) }) });
closed("#withdrawing", { withdraw: () => act("withdrawn", { name: leaver }), release: () => act("released", { name: leaver }) });
the("#deciding form").addEventListener("input", decided);
the("#join").addEventListener("submit", (e) => {
  e.preventDefault();
  join(e.target.elements.name.value);
});
the("#add").addEventListener("submit", async (e) => {
  e.preventDefault();
  const { name } = e.target.elements;
  if (await act("players", { name: name.value })) name.value = "";
  name.focus();
});
the("#begin").addEventListener("click", () => act("rounds"));
the("#join").elements.name.value = myName();
the("#address").textContent = location.href;
the("#invite img").src = address("qr.svg", { text: location.href });
the("#near").hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
for (const format of ["pgn", "ggf"]) the(`#${format}`).href = address(`${path}/games`, { format });
document.addEventListener("visibilitychange", () => document.hidden || look());
document.addEventListener("reconnect", look);
setInterval(() => document.hidden || look(), EVERY);
look();
