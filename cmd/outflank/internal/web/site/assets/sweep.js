// The page of a sweep: its settings, ranked, and its runs.

import { follow } from "./api.js";
import { html, the } from "./dom.js";
import { badge, fillBody, headline, inAddress, interval, pageOf, pathInAddress, problem, row, share } from "./watching.js";

const path = pathInAddress();

function draw(sweep) {
  const done = sweep.runs.filter((r) => r.state === "finished").length;
  const running = sweep.runs.some((r) => r.state === "running");
  headline(path.split("/").at(-1), { state: running ? "running" : done === sweep.runs.length ? "finished" : "interrupted", problem: "" }, done, sweep.runs.length, "runs");
  for (const head of document.querySelectorAll(".keys")) head.textContent = sweep.keys.join(", ");
  fillBody("#settings", sweep.settings.map((s) => row(s.values.join(", "), String(s.runs), s.runs ? share(s.chosen) : "", s.runs ? `${share(s.low)} to ${share(s.high)}` : "")));
  fillBody(
    "#rows",
    sweep.runs.map((r) => {
      const tests = r.results.map((e) => html("div", {}, `${share(e.score)} (${interval(e.score_low, e.score_high)}) against ${e.match.opponent}`));
      const link = html("a", { href: pageOf("run", `${path}/${r.dir}`) }, r.dir);
      return row(link, r.values.join(", "), String(r.seed), badge(r.state), r.games.toLocaleString("en"), r.best ? share(r.best.score) : "", tests);
    }),
  );
  const all = sweep.runs.filter((r) => r.games > 0).map((r) => ["run", `${path}/${r.dir}`]);
  the("#compare").href = `/watch/compare?${new URLSearchParams(all.slice(0, 12))}`;
}

follow(`events/sweeps/${inAddress(path)}`, {}, { message: draw, problem: (p) => problem(p.message) });
