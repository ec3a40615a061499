// Computations on curves for charts; nothing here draws.

const TABLE_ROWS = 60;

/** A number as text, for axes, legends and tables. */
export function numberText(value, percent) {
  if (value === null || value === undefined) return "";
  if (value < 0) return `−${numberText(-value, percent)}`;
  if (percent) return `${Number((100 * value).toFixed(1))} %`;
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return value < 1e-4 || value >= 1e7 ? value.toExponential(2).replace("-", "−") : String(Number(value.toPrecision(4)));
}

/**
 * An exponential moving average without a bias towards 0 at the start; unknown values stay unknown.
 * @param {(number | null)[]} values
 * @param {number} weight of the previous values, 0 to below 1
 */
export function smoothed(values, weight) {
  let sum = 0;
  let weights = 0;
  return values.map((v) => {
    if (v === null) return null;
    sum = weight * sum + (1 - weight) * v;
    weights = weight * weights + (1 - weight);
    return sum / weights;
  });
}

/**
 * Curves in the format of uPlot: all x values, then the values of each curve; undefined = none.
 * @param {{x: number[], y: (number | null)[]}[]} lines
 */
export function align(lines) {
  const places = [...new Set(lines.flatMap((l) => l.x))].sort((a, b) => a - b);
  const at = new Map(places.map((x, i) => [x, i]));
  const columns = lines.map((l) => {
    const column = new Array(places.length);
    l.x.forEach((x, i) => (column[at.get(x)] = l.y[i]));
    return column;
  });
  return [places, ...columns];
}

/** The description of a chart for screen readers. */
export function summary(shown) {
  const text = (v) => numberText(v, shown.percent);
  const curves = shown.series.map((c) => {
    const known = c.y.filter((v) => v !== null);
    if (known.length === 0) return `${c.name}: nothing yet`;
    const low = known.reduce((a, b) => Math.min(a, b));
    const high = known.reduce((a, b) => Math.max(a, b));
    return `${c.name}: from ${text(known[0])} to ${text(known.at(-1))}, lowest ${text(low)}, highest ${text(high)}`;
  });
  return `${shown.title}, ${shown.y} by ${shown.x}. ${curves.join("; ")}`;
}

/**
 * The curves as a table: a header, then rows. Of many rows it keeps evenly spaced ones and the last.
 * @returns {string[][]}
 */
export function tableRows(shown) {
  const [places, ...columns] = align(shown.series);
  const every = Math.ceil(places.length / TABLE_ROWS) || 1;
  const rows = [[shown.x, ...shown.series.map((c) => c.name)]];
  places.forEach((x, i) => {
    if ((places.length - 1 - i) % every === 0) rows.push([x.toLocaleString("en"), ...columns.map((c) => numberText(c[i], shown.percent))]);
  });
  return rows;
}
