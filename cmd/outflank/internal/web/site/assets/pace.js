// The pace of a training run or a match: games per second, the time left, and how long nothing has changed.

import { html } from "./dom.js";

const SILENT = 300; // seconds without a change after which a process that runs may be stuck

/** Games per second, or per minute or hour if they are slow. */
export function rate(perSecond) {
  const [unit, seconds] = [["second", 1], ["minute", 60], ["hour", 3600]].find(([, s]) => perSecond * s >= 1) ?? ["day", 86400];
  return `${Number((perSecond * seconds).toPrecision(3)).toLocaleString("en")} a ${unit}`;
}

/** A time span in its two largest units: 3 h 20 min */
export function span(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min${s < 600 && s % 60 ? ` ${s % 60} s` : ""}`;
  const [big, small, names] = s < 86400 ? [3600, 60, ["h", "min"]] : [86400, 3600, ["d", "h"]];
  return `${Math.floor(s / big)} ${names[0]} ${Math.floor((s % big) / small)} ${names[1]}`;
}

/** The time left, and when that is. */
export function ending(seconds) {
  const end = new Date(Date.now() + 1000 * seconds);
  const day = seconds > 72_000 ? { day: "numeric", month: "short" } : {};
  return `about ${span(seconds)}, until ${end.toLocaleString([], { hour: "2-digit", minute: "2-digit", ...day })}`;
}

/** A term and its description, for a list of facts. */
export const fact = (name, ...text) => html("div", {}, html("dt", {}, name), html("dd", {}, ...text));

/** Facts about the pace of a run whose data arrived some seconds ago. */
export function paceFacts(run, ago) {
  const { pace, state } = run;
  const quiet = run.quiet + ago;
  const facts = [];
  if (pace) facts.push(fact("games", `${state === "running" ? `${rate(pace.now)} now, ` : ""}${rate(pace.average)} on average`));
  if (pace && state === "running") facts.push(fact("time left", ending(Math.max(0, pace.left - ago))));
  if (state === "running" || state === "interrupted") {
    const silent = state === "running" && quiet > SILENT;
    facts.push(fact("last change", html("span", { class: silent ? "bad" : undefined }, `${span(quiet)} ago${silent ? ": the process evaluates its model, or is stuck" : ""}`)));
  }
  return facts;
}
