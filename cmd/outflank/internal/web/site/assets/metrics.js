// The learning curve of a run as curves for charts.

/** The columns of a learning curve. */
export const METRICS = [
  { key: "error", title: "Error of Q", unit: "root mean square", log: true },
  { key: "best", title: "Moves of the highest Q", unit: "share of the moves", percent: true },
  { key: "score", title: "Score of the learning side", unit: "share of the points", percent: true },
  { key: "alpha", title: "Step size", unit: "α", log: true },
  { key: "epsilon", title: "Exploration", unit: "probability of a random move", percent: true },
];

const UNITS = [["seconds", 1], ["minutes", 60], ["hours", 3600], ["days", 86400]];

/**
 * The horizontal axis of curves: games, or the time of training in a unit that suits the longest of some runs.
 * at returns the place of a number of games in a run with some points, or null if its time is not known yet.
 * @param {string} kind games or time
 * @param {{games: number, time: number | null}[][]} runs the points of each run
 * @returns {{name: string, at: (points: {games: number, time: number | null}[]) => (games: number) => number | null}}
 */
export function axisOf(kind, runs) {
  if (kind !== "time") return { name: "games", at: () => (games) => games };
  const longest = Math.max(0, ...runs.map((points) => points.findLast((p) => p.time !== null)?.time ?? 0));
  const [name, seconds] = UNITS.findLast(([, s]) => longest >= 2 * s) ?? UNITS[0];
  return {
    name: `${name} of training`,
    at: (points) => {
      const known = [{ games: 0, time: 0 }, ...points.filter((p) => p.time !== null)];
      const times = new Map(known.map((p) => [p.games, p.time / seconds]));
      return (games) => {
        if (times.has(games)) return times.get(games);
        const i = known.findIndex((p) => p.games > games);
        if (i < 0) return null;
        const [a, b] = [known[i - 1], known[i]];
        return (a.time + ((games - a.games) * (b.time - a.time)) / (b.games - a.games)) / seconds;
      };
    },
  };
}

/** How many points a client need not ask for again: those before the first one without a time. */
export function settled(points) {
  const i = points.findIndex((p) => p.time === null);
  return i < 0 ? points.length : i;
}

/** A column as a named curve. at returns the place of a number of games, null = left out. */
export function curvesOf(points, metric, at = (games) => games, name = metric.title) {
  const shown = points.filter((p) => at(p.games) !== null);
  return [{ name, x: shown.map((p) => at(p.games)), y: shown.map((p) => p[metric.key] ?? null) }];
}

/** Evaluations as curves with confidence intervals, one for each opponent. */
export function scoresOf(evaluations, at = (games) => games, nameOf = (e) => labelOf(e.match)) {
  const curves = new Map();
  for (const e of evaluations) {
    const x = at(e.games);
    if (x === null) continue;
    const name = nameOf(e);
    if (!curves.has(name)) curves.set(name, { name, x: [], y: [], low: [], high: [] });
    const c = curves.get(name);
    c.x.push(x);
    c.y.push(e.score);
    c.low.push(e.score_low);
    c.high.push(e.score_high);
  }
  return [...curves.values()];
}

/** The label of an evaluation: opponent and protocol. */
export const labelOf = (match) => `${match.opponent} ${match.protocol}`;
