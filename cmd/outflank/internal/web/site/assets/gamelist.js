// The list of all games, with links to continue and buttons to delete them.

import { get, remove } from "./api.js";
import { agentName } from "./agents.js";
import { count, html, say, the } from "./dom.js";
import { kept } from "./memory.js";

/** Fills a list with the games that changed last. */
export async function drawGames(list, tell) {
  try {
    const { games } = await get("games", { limit: 50 });
    list.replaceChildren(...(games.length ? games.map((g) => item(g, list, tell)) : [html("li", { class: "faint" }, "There are none yet.")]));
  } catch (problem) {
    tell(problem);
  }
}

function item(g, list, tell) {
  const name = g.black ? `${g.names[0] || agentName(g.black)} – ${g.names[1] || agentName(g.white)}` : "a game";
  const state = g.problem ? g.problem : g.end ? g.end.text : count(g.moves, "move");
  const drop = async () => {
    const sure = the("#removing").returnValue === "remove";
    the("#removing").returnValue = "";
    if (!sure) return;
    try {
      await remove(`games/${g.id}`);
      the("#others summary").focus();
      say("removed");
      await drawGames(list, tell);
    } catch (problem) {
      tell(problem);
    }
  };
  const ask = () => {
    the("#removing strong").textContent = name;
    the("#removing").onclose = drop;
    the("#removing").showModal();
  };
  const mine = !g.seats || kept("seats").includes(g.id); // only players may remove games with seats
  return html(
    "li",
    {},
    html("span", { class: "text" }, g.problem ? name : html("a", { href: `/play/${g.id}` }, name), html("span", { class: g.problem ? "bad" : "faint" }, ` ${g.shape}, ${state}`)),
    html("time", { class: "faint", datetime: g.changed }, new Date(g.changed).toLocaleString()),
    mine && html("button", { type: "button", onclick: ask, "aria-label": `Remove ${name}` }, "Remove"),
  );
}
