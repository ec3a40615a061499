// The list of all games, with links to continue and buttons to delete them.

import { get, remove } from "./api.js";
import { agentName } from "./agents.js";
import { count, html, say } from "./dom.js";

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
    try {
      await remove(`games/${g.id}`);
      say("removed");
      await drawGames(list, tell);
    } catch (problem) {
      tell(problem);
    }
  };
  return html(
    "li",
    {},
    html("span", { class: "text" }, g.problem ? name : html("a", { href: `/play/${g.id}` }, name), html("span", { class: g.problem ? "bad" : "faint" }, ` ${g.shape}, ${state}`)),
    html("time", { class: "faint", datetime: g.changed }, new Date(g.changed).toLocaleString()),
    html("button", { type: "button", onclick: drop, "aria-label": `Remove ${name}` }, "Remove"),
  );
}
