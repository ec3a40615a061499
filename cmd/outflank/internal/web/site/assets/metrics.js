// The learning curve of a run as curves for charts.

/** The columns of a learning curve. */
export const METRICS = [
  { key: "error", title: "Error of Q", unit: "root mean square", log: true },
  { key: "best", title: "Moves of the highest Q", unit: "share of the moves", percent: true },
  { key: "score", title: "Score of the learning side", unit: "share of the points", percent: true },
  { key: "alpha", title: "Step size", unit: "α", log: true },
  { key: "epsilon", title: "Exploration", unit: "probability of a random move", percent: true },
];

/** A column as a named curve. */
export function curvesOf(points, metric, name = metric.title) {
  return [{ name, x: points.map((p) => p.games), y: points.map((p) => p[metric.key] ?? null) }];
}

/** Evaluations as curves with confidence intervals, one for each opponent. */
export function scoresOf(evaluations, nameOf = (e) => labelOf(e.match)) {
  const curves = new Map();
  for (const e of evaluations) {
    const name = nameOf(e);
    if (!curves.has(name)) curves.set(name, { name, x: [], y: [], low: [], high: [] });
    const c = curves.get(name);
    c.x.push(e.games);
    c.y.push(e.score);
    c.low.push(e.score_low);
    c.high.push(e.score_high);
  }
  return [...curves.values()];
}

/** The label of an evaluation: opponent and protocol. */
export const labelOf = (match) => `${match.opponent} ${match.protocol}`;
