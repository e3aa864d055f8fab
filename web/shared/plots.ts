// Plots over time, stacked: quantities of one unit share a plot, and all plots share their stretch of time.
import uPlot from "uplot";
import type { Clock } from "./clock";
import type { Column, Motion } from "./contract";
import { el, say } from "./dom";
import { formatNumber, formatQuantity, prettyUnit, shownFactor, shownUnit, titleOf } from "./format";
import { palette, type Palette, SERIES } from "./palette";
import { storyOf } from "./story";
import { type Cursor, cursorAt, sample } from "./sample";

interface Plot {
  chart: uPlot;
  line: HTMLElement;
  values: { column: Column; place: HTMLElement }[];
}

/** Least and greatest height of a plot, and what else stands in the column, in pixels. */
const [LOW, HIGH, REST] = [170, 340, 250];
const LEGEND = 42;
/** A press that moves farther than this is a drag. */
const CLICK_DISTANCE = 3;
const EVENT_GAP = 12;
/** Of curves, in pixels of the device: the length of their pieces, and what is too close to be told apart; pieces between two frames. */
const [PIECE, CLOSE, FINEST] = [3, 0.3, 400];
const AXIS_WIDTH = 76;
/** What varies less than this part of itself is drawn as the constant that it is. */
const FLAT = 1e-3;
const ANGLES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720, 1800, 3600, 7200, 18000, 36000];
const FONT = "11px system-ui, sans-serif";

/** Draws a curve from left to right. Of the many points that one column of pixels may get, the first, the last, the lowest and the highest
    look the same as all: a path of tens of thousands of them takes seconds to fill. */
class Pen {
  readonly path = new Path2D();
  private last: [number, number] | null = null;
  /** Of the present column. */
  private points: [number, number][] = [];
  private isBegun = false;

  draw(x: number, y: number): void {
    if (this.last && Math.abs(x - this.last[0]) + Math.abs(y - this.last[1]) < CLOSE) return;
    if (this.last && Math.floor(x) !== Math.floor(this.last[0])) this.finishColumn();
    this.last = [x, y];
    this.points.push(this.last);
  }

  lift(): void {
    this.finishColumn();
    this.last = null;
    this.isBegun = false;
  }

  get isLifted(): boolean {
    return this.last === null;
  }

  private finishColumn(): void {
    const at = this.points.map(([, y]) => y), ends = at.length - 1;
    const kept = at.length <= 4 ? this.points : [0, at.indexOf(Math.min(...at)), at.indexOf(Math.max(...at)), ends].sort((a, b) => a - b).map((i) => this.points[i]!);
    for (const [x, y] of kept) {
      if (this.isBegun) this.path.lineTo(x, y);
      else this.path.moveTo(x, y);
      this.isBegun = true;
    }
    this.points = [];
  }
}

export class PlotStack {
  private plots: Plot[] = [];
  private chosen: Column[] = [];
  private colours: Palette = palette();
  private isPassing = false;

  constructor(private readonly host: HTMLElement, private motion: Motion, private readonly clock: Clock,
    private readonly timeUnit: string) {
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Takes another motion: the quantities of the same names are shown again. */
  load(motion: Motion): void {
    const names = new Set(this.chosen.map((column) => column.name));
    this.motion = motion;
    this.show(motion.columns.filter((column) => names.has(column.name)));
  }

  show(columns: Column[]): void {
    const zoom = this.zoomed();
    this.chosen = columns;
    for (const plot of this.plots) plot.chart.destroy();
    this.host.replaceChildren();
    const kinds = [...new Set(columns.map(kindOf))];
    this.plots = kinds.map((kind, i) => this.build(columns.filter((c) => kindOf(c) === kind), i === kinds.length - 1, kinds.length));
    if (zoom) this.plots[0]?.chart.setScale("x", zoom);
    this.update(this.clock.cursor);
  }

  /** The stretch of time that is shown, if it is not all of it. */
  private zoomed(): { min: number; max: number } | null {
    const { min = NaN, max = NaN } = this.plots[0]?.chart.scales.x ?? {};
    return min > this.clock.start || max < this.clock.end ? { min, max } : null;
  }

  restyle(): void {
    this.colours = palette();
    this.show(this.chosen);
  }

  /** Moves the line of the present and the numbers in the legends. */
  update(c: Cursor): void {
    for (const { chart, line, values } of this.plots) {
      const x = chart.valToPos(c.time, "x");
      line.style.transform = `translateX(${x}px)`;
      line.hidden = !(x >= 0 && x <= chart.over.clientWidth);
      for (const { column, place } of values) say(place, formatQuantity(sample(column.values, c), column, 4));
    }
  }

  private build(columns: Column[], isLast: boolean, count: number): Plot {
    const unit = shownUnit(columns[0]!);
    const legend = el("div", { class: "legend" });
    const place = el("div", { class: "chart" });
    const names = columns.map((column) => storyOf(column, this.motion)).join("; ");
    this.host.append(el("figure", { class: "plot", "aria-label": `Plot over time: ${names}.` }, legend, place));
    const values = columns.map((column) => this.entry(legend, column));
    const height = Math.min(HIGH, Math.max(LOW, (window.innerHeight - REST) / count - LEGEND));
    const chart = new uPlot(this.options(unit, columns, isLast, height), this.data(columns), place);
    const line = el("div", { class: "now-line" });
    chart.over.append(line);
    this.listen(chart);
    return { chart, line, values };
  }

  private entry(legend: HTMLElement, column: Column): { column: Column; place: HTMLElement } {
    const swatch = el("i", { class: "swatch" });
    swatch.style.background = this.colourOf(column);
    const place = el("b");
    const name = el("span", { class: "legend-name", title: column.name }, titleOf(column));
    legend.append(el("span", { class: "legend-entry" }, swatch, name, place));
    return { column, place };
  }

  private colourOf(column: Column): string {
    return this.colours.series[this.chosen.indexOf(column) % SERIES]!;
  }

  private data(columns: Column[]): uPlot.AlignedData {
    const series = columns.map((column) => {
      const factor = shownFactor(column);
      return Array.from(column.values, (v) => (Number.isFinite(v) ? v * factor : null));
    });
    return [Array.from(this.motion.time), ...series];
  }

  private options(unit: string, columns: Column[], isLast: boolean, height: number): uPlot.Options {
    const axis = { stroke: () => this.colours.muted, font: FONT, grid: { stroke: () => this.colours.grid, width: 1 },
      ticks: { show: false } };
    const label = { labelFont: FONT, labelSize: 18, labelGap: 0 };
    const incrs = unit === "°" ? { incrs: ANGLES } : {};
    const time = `time${this.timeUnit && ` in ${this.timeUnit}`}`;
    return {
      width: Math.max(200, this.host.clientWidth),
      height: height + (isLast ? 18 : 0),
      padding: [6, 22, 0, 0],
      legend: { show: false },
      cursor: { y: false, sync: { key: "time", setSeries: false }, drag: { x: true, y: false }, points: { show: false } },
      scales: { x: { time: false }, y: { range: margins } },
      series: [{}, ...columns.map((c) => ({ stroke: this.colourOf(c), width: 1.75, pxAlign: 0, points: { show: false },
        paths: (chart: uPlot) => ({ stroke: this.curve(chart, c), flags: 0 }) }))],
      axes: [
        { ...axis, ...(isLast ? { ...label, label: time } : {}), values: told, size: 26 },
        { ...axis, ...incrs, ...(unit ? { ...label, label: unit === "°" ? "degrees" : prettyUnit(unit) } : {}), values: told, size: AXIS_WIDTH - (unit ? 18 : 0) },
      ],
      hooks: { setScale: [(chart, key) => this.shareTime(chart, key)], drawClear: [(chart) => this.drawEvents(chart)] },
    };
  }

  /** The curve of a quantity: smooth between frames, broken where it jumps or has no value. */
  private curve(chart: uPlot, column: Column): Path2D {
    const { time } = this.motion;
    const factor = shownFactor(column);
    const pen = new Pen();
    const { min = 0, max = 0 } = chart.scales.x ?? {};
    const pixel = (max - min) / Math.max(1, chart.bbox.width);
    const x = (t: number): number => chart.valToPos(t, "x", true);
    const y = (v: number): number => chart.valToPos(v * factor, "y", true);
    for (let i = Math.max(0, cursorAt(time, min).index - 1); i < time.length; i++) {
      const [value, next] = [column.values[i]!, column.values[i + 1] ?? NaN];
      if (Number.isFinite(value)) pen.draw(x(time[i]!), y(value));
      const length = time[i + 1]! - time[i]!;
      if (!Number.isFinite(value) || !Number.isFinite(next) || (!(length > 0) && next !== value)) pen.lift();
      if (time[i]! > max) break;
      if (pen.isLifted || !(length > 0)) continue;
      const pieces = Math.min(FINEST, Math.ceil(length / pixel / PIECE));
      for (let k = 1; k < pieces; k++) {
        const t = time[i]! + (length * k) / pieces;
        pen.draw(x(t), y(sample(column.values, cursorAt(time, t))));
      }
    }
    pen.lift();
    return pen.path;
  }

  /** All plots show the same stretch of time. */
  private shareTime(source: uPlot, key: string): void {
    const { min, max } = source.scales.x!;
    if (key !== "x" || this.isPassing || min === undefined || max === undefined) return;
    this.isPassing = true;
    for (const { chart } of this.plots) if (chart !== source) chart.setScale("x", { min, max });
    this.isPassing = false;
    requestAnimationFrame(() => this.update(this.clock.cursor));
  }

  private drawEvents(chart: uPlot): void {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.strokeStyle = this.colours.event;
    ctx.lineWidth = 1;
    ctx.setLineDash([3, 4]);
    ctx.beginPath();
    let last = -Infinity;
    for (const { t } of this.motion.events) {
      const x = Math.round(chart.valToPos(t, "x", true)) + 0.5;
      if (x < bbox.left || x > bbox.left + bbox.width || Math.abs(x - last) < EVENT_GAP) continue;
      last = x;
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
    }
    ctx.stroke();
    ctx.restore();
  }

  private listen(chart: uPlot): void {
    let pressed = 0;
    chart.over.addEventListener("mousedown", (e) => (pressed = e.clientX));
    chart.over.addEventListener("click", (e) => {
      if (Math.abs(e.clientX - pressed) > CLICK_DISTANCE) return;
      this.clock.pause();
      this.clock.seek(chart.posToVal(e.clientX - chart.over.getBoundingClientRect().left, "x"));
    });
  }

  /** Takes the room that there is; what is hidden has none, and waits. */
  resize(): void {
    if (this.host.clientWidth === 0) return;
    const width = Math.max(200, this.host.clientWidth);
    for (const { chart } of this.plots) if (chart.width !== width) chart.setSize({ width, height: chart.height });
    this.update(this.clock.cursor);
  }
}

/** What shares a plot: what has the same unit; without one, what is of the same group. */
const kindOf = (column: Column): string => (shownUnit(column) ? `in ${shownUnit(column)}` : `of ${column.group}`);

/** The numbers of an axis, with as many digits as tell them apart. */
function told(_: uPlot, values: number[]): string[] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0)) || 1;
  const largest = Math.max(...values.map(Math.abs));
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(largest / step)) + 2));
  return values.map((v) => formatNumber(Math.abs(v) < 1e-9 * step ? 0 : v, digits));
}

/** A little room above and below; a constant gets a range that does not blow up its rounding. */
function margins(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const least = size * FLAT || 1;
  const room = high - low < least ? least : 0.06 * (high - low);
  return [low - room, high + room];
}
