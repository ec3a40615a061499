// <line-chart>: curves over an increasing whole number, drawn by uPlot. The buttons of its legend hide and show
// curves; a table holds the same data.
//
//   chart.show({
//     title: "Error of Q", x: "games", y: "root mean square", percent: false, log: false, smooth: 0,
//     series: [{name: "small", x: [128, 256], y: [0.9, 0.8], low: […], high: […]}],
//     marks: [{y: 0.5, text: "even"}],
//   })
//
// Curves stay hidden when new points arrive. Smoothing is an exponential moving average; the raw curve stays
// visible behind it.

import { html, svg } from "./dom.js";
import { align, numberText, smoothed, summary, tableRows } from "./curves.js";

const HEIGHT = 240;
const STEPS = [...Array(12).keys()].flatMap((k) => [1, 2, 5].map((n) => n * 10 ** k)); // of x, which is a count
const DASHES = [[], [8, 4], [2, 3]]; // each for six curves

class LineChart extends HTMLElement {
  #plot = null;
  #kind = "";
  #shown = null;
  #hidden = new Set();
  #observer = null;

  connectedCallback() {
    if (!this.firstElementChild) {
      this.head = html("h3");
      this.canvas = html("div", { class: "plot", role: "img" });
      this.legend = html("ul", { class: "legend" });
      this.table = html("table");
      this.details = html("details", { ontoggle: () => this.#fillTable() }, html("summary", {}, "As a table"), html("div", { class: "scroll", tabindex: 0, role: "region" }, this.table));
      this.append(this.head, this.canvas, this.legend, this.details);
    }
    this.redraw = () => this.#shown && this.#draw(true);
    document.addEventListener("themechange", this.redraw);
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", this.redraw);
    this.#observer = new ResizeObserver(() => this.#plot?.setSize({ width: this.#width(), height: HEIGHT }));
    this.#observer.observe(this.canvas);
  }

  disconnectedCallback() {
    document.removeEventListener("themechange", this.redraw);
    this.scheme.removeEventListener("change", this.redraw);
    this.#observer.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
  }

  show(shown) {
    this.#shown = { marks: [], smooth: 0, ...shown };
    this.#draw(false);
  }

  #width() {
    return Math.max(200, Math.floor(this.canvas.clientWidth));
  }

  #draw(anew) {
    const s = this.#shown;
    this.head.textContent = s.title;
    this.details.querySelector(".scroll").setAttribute("aria-label", s.title);
    this.canvas.setAttribute("aria-label", summary(s));
    const lines = this.#lines();
    const data = align(lines);
    const kind = JSON.stringify([s.x, s.y, s.percent, s.log, s.marks, lines.map((l) => [l.name, l.part])]);
    if (!anew && this.#plot && kind === this.#kind) {
      this.#plot.setData(data);
    } else {
      this.#plot?.destroy();
      this.#kind = kind;
      this.#plot = new globalThis.uPlot(this.#options(lines), data, this.canvas);
    }
    this.#drawLegend();
    this.#fillTable();
  }

  /** The lines to draw for each curve: its interval, and the raw and the smoothed curve. */
  #lines() {
    const s = this.#shown;
    return s.series.flatMap((c, i) => {
      const line = (part, y) => ({ name: c.name, index: i, part, x: c.x, y: s.log ? y.map((v) => (v > 0 ? v : null)) : y });
      const parts = c.low ? [line("high", c.high), line("low", c.low)] : [];
      if (s.smooth > 0) parts.push(line("behind", c.y), line("curve", smoothed(c.y, s.smooth)));
      else parts.push(line("curve", c.y));
      return parts;
    });
  }

  #color(i) {
    return getComputedStyle(this).getPropertyValue(`--series-${(i % 6) + 1}`).trim();
  }

  #options(lines) {
    const s = this.#shown;
    const style = getComputedStyle(this);
    const ink = style.getPropertyValue("--faint").trim();
    const grid = { stroke: faded(style.getPropertyValue("--faint").trim(), 0.25), width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui, sans-serif" };
    const series = lines.map((l) => {
      const color = this.#color(l.index);
      const edge = l.part === "low" || l.part === "high";
      return {
        label: l.name,
        show: !this.#hidden.has(l.name),
        stroke: edge ? "transparent" : l.part === "behind" ? faded(color, 0.3) : color,
        width: edge ? 0 : 2,
        dash: DASHES[Math.floor(l.index / 6) % DASHES.length],
        points: { show: l.part === "curve" && l.x.length < 40 ? undefined : false, size: 5 },
      };
    });
    const bands = [];
    for (const [i, l] of lines.entries()) if (l.part === "high") bands.push({ series: [i + 1, i + 2], fill: faded(this.#color(l.index), 0.15) });
    return {
      width: this.#width(),
      height: HEIGHT,
      legend: { show: false },
      scales: { x: { time: false }, y: { distr: s.log ? 3 : 1, range: s.log ? undefined : (u, low, high) => range(low, high, s.marks) } },
      axes: [{ ...axis, label: s.x, labelFont: axis.font, labelSize: 18, labelGap: 0, size: 32, incrs: STEPS, values: (u, at) => at.map((v) => v.toLocaleString("en")) }, { ...axis, size: 60, values: (u, at) => at.map((v) => (v === null ? "" : numberText(v, s.percent))) }],
      series: [{}, ...series],
      bands,
      cursor: { points: { size: 6 }, drag: { x: true, y: false } },
      hooks: { setCursor: [() => this.#drawValues()], draw: [(u) => drawMarks(u, s.marks, ink)] },
    };
  }

  #drawLegend() {
    const names = this.#shown.series.map((c) => c.name);
    const known = [...this.legend.querySelectorAll("button")].map((b) => b.dataset.name);
    if (names.length !== known.length || names.some((n, i) => n !== known[i])) {
      this.legend.replaceChildren(
        ...names.map((name, i) =>
          html("li", {}, html("button", { type: "button", "data-name": name, "aria-pressed": String(!this.#hidden.has(name)), onclick: (e) => this.#toggle(e.currentTarget, name) }, swatch(i), html("span", {}, name), " ", html("span", { class: "mono" }))),
        ),
      );
    }
    this.#drawValues();
  }

  #toggle(button, name) {
    if (!this.#hidden.delete(name)) this.#hidden.add(name);
    const shown = !this.#hidden.has(name);
    button.setAttribute("aria-pressed", String(shown));
    this.#plot.series.forEach((s, i) => i && s.label === name && this.#plot.setSeries(i, { show: shown }));
  }

  /** Writes the values at the pointer, or else the last ones, into the legend. */
  #drawValues() {
    if (!this.#plot) return;
    const at = this.#plot.cursor.idx;
    const x = at === null || at === undefined ? Infinity : this.#plot.data[0][at];
    const fields = this.legend.querySelectorAll(".mono");
    this.#shown.series.forEach((c, i) => {
      let k = c.x.length - 1;
      while (k > 0 && c.x[k] > x) k--;
      if (fields[i]) fields[i].textContent = k < 0 || c.y[k] === null ? "" : numberText(c.y[k], this.#shown.percent);
    });
  }

  #fillTable() {
    if (!this.details.open) return;
    const [head, ...rows] = tableRows(this.#shown);
    this.table.replaceChildren(
      html("thead", {}, html("tr", {}, head.map((c) => html("th", { scope: "col", class: "number" }, c)))),
      html("tbody", {}, rows.map((r) => html("tr", {}, r.map((c, i) => html(i ? "td" : "th", { class: "number", scope: i ? undefined : "row" }, c))))),
    );
  }
}

/** A range with a margin that includes all marks. */
function range(low, high, marks) {
  const all = [low, high, ...marks.map((m) => m.y)].filter((v) => v !== null && Number.isFinite(v));
  if (all.length === 0) return [0, 1];
  const [a, b] = [Math.min(...all), Math.max(...all)];
  const room = (b - a || Math.abs(a) || 1) * 0.06;
  return [a - room, b + room];
}

/** Horizontal lines, such as the bounds of a test. */
function drawMarks(u, marks, ink) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const m of marks) {
    const y = Math.round(u.valToPos(m.y, "y", true));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    if (m.text) ctx.fillText(m.text, bbox.left + 6 * devicePixelRatio, y - 4 * devicePixelRatio);
  }
  ctx.restore();
}

/** A transparent form of a theme colour, #rgb or #rrggbb. */
function faded(color, alpha) {
  const hex = color.slice(1);
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  return `#${full}${Math.round(255 * alpha).toString(16).padStart(2, "0")}`;
}

function swatch(i) {
  const dash = DASHES[Math.floor(i / 6) % DASHES.length].join(" ");
  return svg("svg", { class: `swatch series-${(i % 6) + 1}`, viewBox: "0 0 24 8", width: 24, height: 8, "aria-hidden": "true" }, svg("line", { x1: 0, x2: 24, y1: 4, y2: 4, "stroke-width": 3, "stroke-dasharray": dash || undefined }));
}

customElements.define("line-chart", LineChart);
