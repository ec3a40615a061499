// The best lines of a position, as moves that can be pointed at and played; and values for a board.

import { html, signed } from "./dom.js";
import { split } from "./tree.js";

const SHOWN = 3;

/** +2.0, or =+2 for a result of best play. */
export const valueText = (value, exact) => (exact ? "=" : "") + signed(value, exact || Math.abs(value) >= 9.95 ? 0 : 1);

/**
 * Draws lines into a list.
 * @param {HTMLElement} list
 * @param {import("./live.js").Values | null} values
 * @param {{preview: (moves: string[]) => void, play: (moves: string[]) => void}} on
 */
export function drawLines(list, values, on) {
  const best = values?.moves.slice(0, SHOWN) ?? [];
  const at = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.replaceChildren(
    ...best.map((m) => {
      const moves = split(m.line || m.move);
      const buttons = moves.map((move, i) => {
        const upTo = moves.slice(0, i + 1);
        const show = () => on.preview(upTo);
        const hide = () => on.preview([]);
        return html(
          "button",
          { type: "button", onclick: () => on.play(upTo), onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide, tabindex: i ? -1 : 0, "aria-label": i ? undefined : `${move}, ${valueText(m.value, values.exact)}, play it` },
          move,
        );
      });
      return html("li", {}, html("span", { class: "worth" }, valueText(m.value, values.exact)), html("span", { class: "moves", role: "group" }, buttons));
    }),
  );
  if (at >= 0) (list.querySelectorAll("button")[at] ?? list.querySelector("button"))?.focus();
}

/** Values as a board shows them. @param {import("./live.js").Values | null} values */
export function boardValues(values) {
  const best = values?.moves[0]?.value;
  return new Map(
    (values?.moves ?? []).map((m) => [
      m.move,
      { text: (values.exact ? "=" : "") + signed(m.value), best: m.value === best, label: `${valueText(m.value, values.exact)}${values.exact ? ", exact" : ""}` },
    ]),
  );
}

/** How far a search has come. @param {import("./live.js").Values | null} values @param {boolean} running */
export function reach(values, running) {
  if (!values) return running ? "searching…" : "";
  const depth = values.exact ? `exact, ${values.depth} plies` : `depth ${values.depth}`;
  const speed = values.seconds > 0.2 ? `, ${(values.nodes / values.seconds / 1e6).toFixed(1)} M positions/s` : "";
  return `for ${values.side}: ${depth}, ${count(values.nodes)}${speed}${running || values.exact ? "" : ", ended"}`;
}

function count(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M positions`;
  if (n >= 1e4) return `${Math.round(n / 1e3)} k positions`;
  return `${n} positions`;
}
