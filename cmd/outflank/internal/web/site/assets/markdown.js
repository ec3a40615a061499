// The subset of Markdown in model cards: headings, paragraphs, lists, tables, code. Text is set as text.

import { html } from "./dom.js";

/** @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  return text
    .split(/\n\n+/)
    .filter((block) => block.trim())
    .map(block);
}

function block(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  const heading = /^(#{1,4}) (.*)$/.exec(lines[0]);
  if (heading) return html(`h${Math.min(6, heading[1].length + 2)}`, {}, inline(heading[2]));
  if (lines.every((l) => l.startsWith("    "))) return html("pre", { tabindex: 0 }, html("code", {}, lines.map((l) => l.slice(4)).join("\n")));
  if (lines.length > 1 && lines[0].startsWith("|")) return table(lines);
  const ordered = /^\d+\. /.test(lines[0]);
  if (ordered || /^[-*] /.test(lines[0])) return html(ordered ? "ol" : "ul", {}, items(lines).map((i) => html("li", {}, inline(i))));
  return html("p", {}, inline(lines.join(" ")));
}

/** The items of a list, one line each. */
function items(lines) {
  const list = [];
  for (const line of lines) {
    const item = /^(?:\d+\.|[-*]) (.*)$/.exec(line);
    if (item) list.push(item[1]);
    else list[list.length - 1] += ` ${line.trim()}`;
  }
  return list;
}

function table(lines) {
  const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((c) => c.trim());
  const number = cells(lines[1]).map((c) => (c.endsWith(":") ? "number" : undefined));
  const row = (name) => (line) => html("tr", {}, cells(line).map((c, i) => html(name, { class: number[i], scope: name === "th" ? "col" : undefined }, inline(c))));
  return html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table" }, html("table", {}, html("thead", {}, row("th")(lines[0])), html("tbody", {}, lines.slice(2).map(row("td")))));
}

/** Text with `code` in it. */
const inline = (text) => text.split("`").map((part, i) => (i % 2 ? html("code", {}, part) : part));
