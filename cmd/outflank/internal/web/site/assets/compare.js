// Several runs side by side: one chart for each column of their learning curves and for each opponent in
// their evaluations, the settings that differ, and their weights. The URL of the page names the runs.

import { get } from "./api.js";
import { html, the } from "./dom.js";
import { WeightsPanel } from "./weights.js";
import { axisInAddress, badge, fillBody, inAddress, pageOf, problem } from "./watching.js";
import { axisOf, curvesOf, labelOf, METRICS, scoresOf, settled } from "./metrics.js";
import "./chart.js";

const EVERY = 3000; // ms between polls: an event stream for each run would need too many connections

const runs = new Map(); // by path: {run, points}
const panels = new Map(); // by path: the weights of a run
const inPage = () => new URLSearchParams(location.search).getAll("run");

function draw() {
  const smooth = Number(the("#smooth").value);
  const log = the("#log").checked;
  const all = inPage().flatMap((path) => runs.get(path) ?? []);
  the("#runs").replaceChildren(
    ...all.map(({ run }) =>
      html("li", {}, html("a", { href: pageOf("run", run.path) }, run.path), " ", badge(run.state), ` ${run.games.toLocaleString("en")} of ${run.total.toLocaleString("en")} games `, html("button", { type: "button", "aria-label": `Leave ${run.path} out`, onclick: () => choose(inPage().filter((p) => p !== run.path)) }, "×")),
    ),
  );
  const axis = axisOf(the("#axis").value, all.map(({ points }) => points));
  const charts = [];
  const opponents = new Set(all.flatMap(({ run }) => run.evaluations.map((e) => labelOf(e.match))));
  for (const label of opponents) {
    const series = all.flatMap(({ run, points }) => scoresOf(run.evaluations.filter((e) => labelOf(e.match) === label), axis.at(points), () => run.path));
    charts.push({ title: `Score against ${label}`, x: axis.name, y: "share of the points, 95 % intervals", percent: true, series, marks: [{ y: 0.5, text: "" }] });
  }
  for (const m of METRICS) {
    const series = all.flatMap(({ run, points }) => curvesOf(points, m, axis.at(points), run.path)).filter((c) => c.y.some((y) => y !== null));
    if (series.length > 0) charts.push({ title: m.title, x: axis.name, y: m.unit, percent: m.percent, series, smooth, log: log && m.log });
  }
  const place = the("#charts");
  while (place.children.length > charts.length) place.lastElementChild.remove();
  while (place.children.length < charts.length) place.append(html("line-chart"));
  charts.forEach((c, i) => place.children[i].show(c));
  the("#nothing").hidden = all.length > 0;
  the("#weights-head").hidden = all.length === 0;
  const parts = all.map(({ run }) => weightsOf(run));
  if (parts.some((p, i) => p !== the("#weights").children[i]) || parts.length !== the("#weights").children.length) the("#weights").replaceChildren(...parts);
}

/** The weights of a run, under its name. */
function weightsOf(run) {
  if (!panels.has(run.path)) {
    const place = html("section", { "aria-label": `Weights of ${run.path}` }, html("h3", {}, run.path));
    panels.set(run.path, { place, panel: new WeightsPanel(place, `weights/runs/${inAddress(run.path)}`, false) });
  }
  const { place, panel } = panels.get(run.path);
  panel.refresh(JSON.stringify(run.best ?? run.games), run.models);
  return place;
}

/** The settings in which the runs differ, as a table with a column for each run. */
async function drawSettings() {
  const paths = inPage();
  const { settings } = paths.length > 1 ? await get(`differences?${new URLSearchParams(paths.map((p) => ["run", p]))}`) : { settings: [] };
  the("#settings-head").hidden = the("#settings").hidden = settings.length === 0;
  the("#settings thead").replaceChildren(html("tr", {}, ["setting", ...paths].map((text) => html("th", { scope: "col" }, text))));
  fillBody("#settings", settings.map((s) => html("tr", {}, html("th", { scope: "row" }, s.key), s.values.map((v) => html("td", {}, v ? String(JSON.parse(v)) : "–")))));
}

function choose(paths) {
  const axis = the("#axis").value === "time" ? [["axis", "time"]] : [];
  const q = new URLSearchParams([...paths.map((p) => ["run", p]), ...axis]).toString();
  history.replaceState(null, "", location.pathname + (q ? `?${q}` : ""));
  look();
  drawSettings().catch((p) => problem(p.message));
}

async function look() {
  clearTimeout(look.timer);
  try {
    if (!document.hidden) {
      await Promise.all(inPage().map(lookAt));
      draw();
    }
    problem("");
  } catch (p) {
    problem(p.message);
  }
  look.timer = setTimeout(look, EVERY);
}

async function lookAt(path) {
  const known = runs.get(path) ?? { run: null, points: [] };
  const run = await get(`runs/${inAddress(path)}`, { since: settled(known.points) || undefined });
  const points = known.points.slice(0, run.since).concat(run.points);
  runs.set(path, { run, points });
}

async function offer() {
  const { entries } = await get("runs");
  the("#others").append(...entries.filter((e) => e.kind === "run").map((e) => html("option", { value: e.path }, e.says)));
}

the("#add").addEventListener("submit", (e) => {
  e.preventDefault();
  const field = e.target.elements.path;
  if (field.value && !inPage().includes(field.value)) choose([...inPage(), field.value]);
  field.value = "";
});
for (const id of ["#smooth", "#log"]) the(id).addEventListener("input", draw);
axisInAddress(draw);
document.addEventListener("visibilitychange", look);
offer().catch((p) => problem(p.message));
drawSettings().catch((p) => problem(p.message));
look();
