// The page of a training run: curves, evaluations, weights on a board, and the model card.

import { follow } from "./api.js";
import { html, signed, the } from "./dom.js";
import { curvesOf, METRICS, scoresOf } from "./metrics.js";
import { markdown } from "./markdown.js";
import { WeightsPanel } from "./weights.js";
import { fillBody, headline, inAddress, interval, pathInAddress, problem, row, share } from "./watching.js";
import "./chart.js";

const path = pathInAddress();
const points = [];
const evaluations = [];
let run = null;
const weights = new WeightsPanel(the("#weights"), () => `weights/runs/${inAddress(path)}`);

function draw() {
  headline(run.name, run, run.games, run.total, "games");
  const facts = [["features", run.features], ["rule", run.rule], ["phase", `${run.phase} of ${run.phases}`], ["moves", run.updates.toLocaleString("en")], ["seed", String(run.seed)], ["best model", run.best ? `after ${run.best.games.toLocaleString("en")} games` : "none yet"]];
  the("#facts").replaceChildren(...facts.map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text))));
  drawCharts();
  fillBody("#evaluations", evaluations.toReversed().map((e) => row(e.games.toLocaleString("en"), ...cells(e), e.chooses ? "selects" : "tests")));
  fillBody("#results", run.results.map((e) => row(`${e.match.opponent} ${e.match.protocol}`, ...cells(e).slice(1))));
  the("#results-head").hidden = the("#results").hidden = run.results.length === 0;
  the("#evaluated").hidden = evaluations.length === 0;
  the("#card").replaceChildren(...markdown(run.card));
  weights.refresh(JSON.stringify(run.best ?? run.games));
}

const cells = (e) => [`${e.match.opponent} ${e.match.protocol}`, e.played.toLocaleString("en"), share(e.score), interval(e.score_low, e.score_high), signed(e.mean_disc_difference, 1)];

function drawCharts() {
  const smooth = Number(the("#smooth").value);
  const log = the("#log").checked;
  const scores = scoresOf(evaluations);
  the("#scores").hidden = scores.length === 0;
  the("#scores").show({ title: "Evaluations", x: "games", y: "share of the points, 95 % intervals", percent: true, series: scores, marks: [{ y: 0.5, text: "" }] });
  for (const m of METRICS) {
    const chart = the(`#${m.key}`);
    const series = curvesOf(points, m);
    chart.hidden = series[0].y.every((y) => y === null);
    if (!chart.hidden) chart.show({ title: m.title, x: "games", y: m.unit, percent: m.percent, series, smooth, log: log && m.log });
  }
  the("#nothing").hidden = points.length > 0;
}

for (const id of ["#smooth", "#log"]) the(id).addEventListener("input", () => run && drawCharts());

follow(`events/runs/${inAddress(path)}`, {}, {
  message: (next) => {
    points.splice(next.since, Infinity, ...next.points);
    evaluations.splice(next.evaluated, Infinity, ...next.evaluations);
    run = next;
    draw();
  },
  problem: (p) => problem(p.message),
});
