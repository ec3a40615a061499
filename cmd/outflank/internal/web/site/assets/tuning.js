// The page of a tuning: ratings by step, and the weights of the last one.

import { follow } from "./api.js";
import { the } from "./dom.js";
import { WeightsPanel } from "./weights.js";
import { headline, inAddress, pathInAddress, problem } from "./watching.js";
import "./chart.js";

const path = pathInAddress();
const rows = [];
const weights = new WeightsPanel(the("#weights"), `weights/tunings/${inAddress(path)}`);

const column = (name, key) => ({ name, x: rows.map((r) => r.step), y: rows.map((r) => r[key] ?? null) });
const known = (key) => rows.some((r) => r[key] !== undefined);

function draw(tuning) {
  headline(path.split("/").at(-1), tuning, rows.length, tuning.steps, "steps");
  the("#title").textContent = tuning.title;
  const smooth = Number(the("#smooth").value);
  the("#ratings").show({ title: "Ratings", x: "step", y: tuning.unit, smooth, series: [column("best", "best"), column("mean", "mean"), column("worst", "worst")] });
  the("#diversity").show({ title: "Diversity", x: "step", y: "standard deviation of a weight", smooth, series: [column("diversity", "diversity")] });
  for (const [key, title] of [["temperature", "Temperature"], ["sigma", "Step size"]]) {
    the(`#${key}`).hidden = !known(key);
    if (known(key)) the(`#${key}`).show({ title, x: "step", y: key, series: [column(title, key)] });
  }
  the("#weights").hidden = !tuning.weights;
  if (tuning.weights) weights.refresh(String(rows.length));
}

let last = null;
the("#smooth").addEventListener("input", () => last && draw(last));

follow(`events/tunings/${inAddress(path)}`, {}, {
  message: (next) => {
    rows.splice(next.since, Infinity, ...next.rows);
    last = next;
    draw(next);
  },
  problem: (p) => problem(p.message),
});
