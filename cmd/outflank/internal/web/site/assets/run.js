// The page of a training run: pace, curves, evaluations, its models to play
// against, weights on a board, and the model card.

import { follow } from "./api.js";
import { count, html, signed, the } from "./dom.js";
import { axisOf, curvesOf, METRICS, scoresOf } from "./metrics.js";
import { fact, paceFacts } from "./pace.js";
import { markdown } from "./markdown.js";
import { WeightsPanel } from "./weights.js";
import { axisInAddress, fillBody, headline, inAddress, interval, pathInAddress, problem, row, share } from "./watching.js";
import "./chart.js";

const path = pathInAddress();
const points = [];
const evaluations = [];
let run = null;
let arrived = 0; // time of the last message, in ms
const weights = new WeightsPanel(the("#weights"), `weights/runs/${inAddress(path)}`);

function draw() {
  headline(run.name, run, run.games, run.total, "games");
  const facts = [["features", run.features], ["rule", run.rule], ["phase", `${run.phase} of ${run.phases}`], ["moves", run.updates.toLocaleString("en")], ["seed", String(run.seed)], ["best model", run.best ? `after ${run.best.games.toLocaleString("en")} games` : "none yet"]];
  the("#facts").replaceChildren(...facts.map(([name, text]) => fact(name, text)));
  drawPace();
  drawCharts();
  drawModels();
  fillBody("#evaluations", evaluations.toReversed().map((e) => row(e.games.toLocaleString("en"), ...cells(e), e.chooses ? "selects" : "tests")));
  fillBody("#results", run.results.map((e) => row(`${e.match.opponent} ${e.match.protocol}`, ...cells(e).slice(1))));
  the("#results-head").hidden = the("#results").hidden = run.results.length === 0;
  the("#evaluated").hidden = evaluations.length === 0;
  the("#card").replaceChildren(...markdown(run.card));
  weights.refresh(JSON.stringify(run.best ?? run.games), run.models);
}

const drawPace = () => the("#pace").replaceChildren(...paceFacts(run, (performance.now() - arrived) / 1000));

/** The models that the run keeps, each with a link that starts a game against it. */
function drawModels() {
  const names = { best: run.best?.games === run.games ? "the best and newest one" : "the best one", last: "the newest one" };
  the("#models-head").hidden = the("#models-about").hidden = run.models.length === 0;
  the("#models").replaceChildren(
    ...run.models.map((m) => html("li", {}, `after ${count(m.games, "game")}${names[m.of] ? `, ${names[m.of]}` : ""} `, html("a", { class: "button", href: `/?${new URLSearchParams({ agent: m.spec })}`, "aria-label": `Play against it: the model after ${count(m.games, "game")}${names[m.of] ? `, ${names[m.of]}` : ""}` }, "Play against it"))),
  );
}

const cells = (e) => [`${e.match.opponent} ${e.match.protocol}`, e.played.toLocaleString("en"), share(e.score), interval(e.score_low, e.score_high), signed(e.mean_disc_difference, 1)];

function drawCharts() {
  const smooth = Number(the("#smooth").value);
  const log = the("#log").checked;
  const axis = axisOf(the("#axis").value, [points]);
  const at = axis.at(points);
  const scores = scoresOf(evaluations, at);
  the("#scores").hidden = scores.length === 0;
  the("#scores").show({ title: "Evaluations", x: axis.name, y: "share of the points, 95 % intervals", percent: true, series: scores, marks: [{ y: 0.5, text: "" }] });
  for (const m of METRICS) {
    const chart = the(`#${m.key}`);
    const series = curvesOf(points, m, at);
    chart.hidden = series[0].y.every((y) => y === null);
    if (!chart.hidden) chart.show({ title: m.title, x: axis.name, y: m.unit, percent: m.percent, series, smooth, log: log && m.log });
  }
  the("#nothing").hidden = points.length > 0;
}

for (const id of ["#smooth", "#log"]) the(id).addEventListener("input", () => run && drawCharts());
axisInAddress(() => run && drawCharts());
setInterval(() => run && drawPace(), 1000);

follow(`events/runs/${inAddress(path)}`, {}, {
  message: (next) => {
    points.splice(next.since, Infinity, ...next.points);
    evaluations.splice(next.evaluated, Infinity, ...next.evaluations);
    run = next;
    arrived = performance.now();
    draw();
  },
  problem: (p) => problem(p.message),
});
