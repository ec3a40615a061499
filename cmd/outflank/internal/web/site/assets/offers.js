// Offers between two players with seats: a draw, to take back a move, a rematch.

import { html, say } from "./dom.js";

const words = {
  draw: { button: "Offer a draw", theirs: "Your opponent offers a draw.", own: "You offered a draw." },
  takeback: { button: "Ask to take back", theirs: "Your opponent asks to take back a move.", own: "You asked to take back your move." },
  rematch: { button: "Rematch", theirs: "Your opponent asks for a rematch with colours swapped.", own: "You asked for a rematch." },
};

export class Offers {
  #drawn = "";

  /**
   * @param {HTMLElement} buttons place of the buttons that offer something
   * @param {HTMLElement} panel place of the present offer
   * @param {(offer: string, answer?: "accept" | "decline") => void} send makes or answers an offer; "" withdraws it
   */
  constructor(buttons, panel, send) {
    this.buttons = buttons;
    this.panel = panel;
    this.send = send;
  }

  draw({ you, black, white, offers = [] }) {
    const own = { black, white }[you]?.offer ?? "";
    const theirs = { black: white, white: black }[you]?.offer ?? "";
    const state = JSON.stringify([own, theirs, offers]);
    if (state === this.#drawn) return; // so that buttons keep the focus
    this.#drawn = state;
    const button = (text, send, attributes = {}) => html("button", { type: "button", onclick: send, ...attributes }, text);
    const line = (text, ...buttons) => [html("p", {}, text), html("p", { class: "row" }, buttons)];
    this.buttons.replaceChildren(...offers.filter((o) => o !== own && o !== theirs).map((o) => button(words[o].button, () => this.send(o), { "data-offer": o })));
    this.panel.replaceChildren(
      ...(theirs ? line(words[theirs].theirs, button("Accept", () => this.send(theirs, "accept"), { class: "primary" }), button("Decline", () => this.send(theirs, "decline"))) : []),
      ...(own ? line(words[own].own, button("Withdraw", () => this.send(""))) : []));
    this.panel.hidden = !theirs && !own;
    if (theirs) say(words[theirs].theirs);
  }
}
