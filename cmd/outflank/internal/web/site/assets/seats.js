// Seats in games between people: their links, and the name of the player who uses this browser.

import { keep, kept } from "./memory.js";

/** The name under which the user of this browser plays, "" = none. */
export const myName = () => kept("name").at(-1) ?? "";

/** Keeps the name for later games. @param {string} name */
export const callMe = (name) => keep("name", name.trim(), () => true, 1);

/** The link of the opponent's seat, if this browser began the game. @param {string} id of the game */
export const invitation = (id) => sessionStorage.getItem(`invite ${id}`);

/**
 * Takes a seat, and keeps the link of the other one, if it is known, for the page of the game.
 * @param {{id: string, keys: {black?: string, white?: string}}} view answer that has the keys
 * @param {"black" | "white"} mine
 */
export function sit({ id, keys }, mine) {
  const other = keys[mine === "black" ? "white" : "black"];
  if (other) sessionStorage.setItem(`invite ${id}`, `${location.origin}/seat/${id}/${other}`);
  location.href = `/seat/${id}/${keys[mine]}`;
}
