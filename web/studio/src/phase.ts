// The phase plane: quantities against another one instead of time, with a dot where the motion is now.
import type { Clock } from "../../shared/clock";
import type { Column, Motion } from "../../shared/contract";
import { el, find, say } from "../../shared/dom";
import { formatNumber, formatQuantity, prettyUnit, shownFactor, shownUnit, titleOf } from "../../shared/format";
import { roundUp, ticks } from "../../shared/nice";
import { palette, SERIES } from "../../shared/palette";
import { type Cursor, cursorAt, sample } from "../../shared/sample";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM, MARKS, DOT] = [300, 76, 22, 8, 44, 5, 4.5];
/** Between two frames the curve has so many pieces. */
const PIECES = 4;
const FONT = "11px system-ui, sans-serif";

interface Scale {
  low: number;
  high: number;
}

interface Plane {
  column: Column;
  canvas: HTMLCanvasElement;
  place: HTMLElement;
  /** Of the curve, x and y in turn, in shown units; NaN where it is broken. */
  curve: Float64Array;
  x: Scale;
  y: Scale;
  still: HTMLCanvasElement;
}

/** The label if it tells which, else the name: a coordinate and its rate may share one. */
const called = (column: Column, motion: Motion): string =>
  motion.columns.some((other) => other !== column && titleOf(other) === titleOf(column)) ? column.name : titleOf(column);
const told = (column: Column, motion: Motion): string => `${called(column, motion)}${shownUnit(column) && ` in ${shownUnit(column) === "°" ? "degrees" : prettyUnit(shownUnit(column))}`}`;
const valueOf = (column: Column, c: Cursor): number => sample(column.values, c) * shownFactor(column);

function scaleOf(curve: Float64Array, first: 0 | 1): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (let i = first; i < curve.length; i += 2) {
    if (curve[i]! < low) low = curve[i]!;
    if (curve[i]! > high) high = curve[i]!;
  }
  if (!(low <= high)) return { low: 0, high: 1 };
  const room = Math.max(0.06 * (high - low), 1e-3 * Math.max(Math.abs(low), Math.abs(high))) || 1;
  return { low: low - room, high: high + room };
}

/** Smooth between frames, broken where a quantity jumps. */
function curveOf({ time }: Motion, x: Column, y: Column): Float64Array {
  const points: number[] = [];
  const put = (c: Cursor): void => void points.push(valueOf(x, c), valueOf(y, c));
  for (let i = 0; i < time.length; i++) {
    const here = cursorAt(time, time[i]!), next = time[i + 1] ?? time[i]!;
    put({ ...here, index: i, fraction: 0 });
    if (next === time[i] && i + 1 < time.length) points.push(NaN, NaN);
    else for (let k = 1; k < PIECES && next > time[i]!; k++) put(cursorAt(time, time[i]! + ((next - time[i]!) * k) / PIECES));
  }
  return Float64Array.from(points);
}

export class PhasePlanes {
  private readonly host = el("div", { id: "planes", hidden: true });
  private readonly choice = find<HTMLSelectElement>("against");
  private planes: Plane[] = [];
  private columns: Column[] = [];

  constructor(private motion: Motion, private readonly clock: Clock) {
    find("plots").after(this.host);
    this.fill();
    this.choice.addEventListener("change", () => this.build());
    new ResizeObserver(() => this.drawAll()).observe(this.host);
  }

  load(motion: Motion): void {
    this.motion = motion;
    this.fill();
  }

  /** Takes the quantities that are chosen. */
  show(columns: Column[]): void {
    this.columns = columns;
    this.build();
  }

  private fill(): void {
    const before = this.choice.value;
    this.choice.replaceChildren(new Option("time", ""), ...this.motion.columns.map((column) => new Option(called(column, this.motion), column.name)));
    this.choice.value = this.motion.columns.some((column) => column.name === before) ? before : "";
  }

  private build(): void {
    const against = this.motion.columns.find((column) => column.name === this.choice.value);
    this.host.hidden = !against;
    find("plots").hidden = Boolean(against);
    this.planes = against ? this.columns.filter((column) => column.name !== against.name).map((column) => this.plane(against, column)) : [];
    this.host.replaceChildren(...this.planes.map(({ canvas }) => canvas.closest("figure")!));
    if (against && !this.planes.length) this.host.append(el("p", { class: "quiet" }, `Choose quantities to see against ${called(against, this.motion)}.`));
    this.drawAll();
  }

  private plane(against: Column, column: Column): Plane {
    const canvas = el("canvas", { class: "plane", role: "img", "aria-label": `${told(column, this.motion)} against ${told(against, this.motion)}` }), place = el("b");
    const still = document.createElement("canvas"), curve = curveOf(this.motion, against, column);
    el("figure", { class: "plot" }, el("div", { class: "legend" }, el("span", { class: "legend-entry" },
      el("span", { class: "legend-name" }, `${called(column, this.motion)} against ${called(against, this.motion)}`), place)), canvas);
    const made = { column, canvas, place, still, curve, x: scaleOf(curve, 0), y: scaleOf(curve, 1) };
    canvas.addEventListener("click", (event) => this.goTo(made, event));
    return made;
  }

  /** To the time at which the curve comes nearest. */
  private goTo(plane: Plane, event: MouseEvent): void {
    const box = plane.canvas.getBoundingClientRect(), against = this.against!, { time } = this.motion;
    const away = (t: number): number => {
      const [x, y] = this.screen(plane, valueOf(against, cursorAt(time, t)), valueOf(plane.column, cursorAt(time, t)));
      const gap = Math.hypot(x - (event.clientX - box.left), y - (event.clientY - box.top));
      return Number.isFinite(gap) ? gap : Infinity;
    };
    let best = this.clock.cursor.time;
    for (let k = 0, least = Infinity; k <= PIECES * (time.length - 1); k++) {
      const i = Math.floor(k / PIECES), t = time[i]! + (((time[i + 1] ?? time[i]!) - time[i]!) * (k % PIECES)) / PIECES, gap = away(t);
      if (gap < least) [least, best] = [gap, t];
    }
    this.clock.pause();
    this.clock.seek(best);
  }

  private get against(): Column | undefined {
    return this.motion.columns.find((column) => column.name === this.choice.value);
  }

  private screen({ canvas, x, y }: Plane, u: number, v: number): [number, number] {
    const width = canvas.clientWidth - LEFT - RIGHT, height = HEIGHT - TOP - BOTTOM;
    return [LEFT + ((u - x.low) / (x.high - x.low)) * width, TOP + ((y.high - v) / (y.high - y.low)) * height];
  }

  /** Again with the present colours and sizes. */
  drawAll(): void {
    const against = this.against, ratio = window.devicePixelRatio || 1;
    if (!against || !this.host.clientWidth) return;
    for (const plane of this.planes) {
      [plane.still.width, plane.still.height] = [Math.round(ratio * plane.canvas.clientWidth), Math.round(ratio * HEIGHT)];
      [plane.canvas.width, plane.canvas.height] = [plane.still.width, plane.still.height];
      const pen = plane.still.getContext("2d")!;
      pen.scale(ratio, ratio);
      this.drawStill(plane, against, pen);
    }
    this.update(this.clock.cursor);
  }

  private drawStill(plane: Plane, against: Column, pen: CanvasRenderingContext2D): void {
    const colours = palette(), { canvas, curve, x, y, column } = plane, width = canvas.clientWidth;
    [pen.font, pen.lineWidth] = [FONT, 1];
    const step = ({ low, high }: Scale): number => roundUp((high - low) / MARKS);
    const line = (from: [number, number], to: [number, number]): void => {
      [pen.strokeStyle, pen.fillStyle] = [colours.grid, colours.muted];
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(...to);
      pen.stroke();
    };
    pen.textAlign = "center";
    for (const mark of ticks(x.low, x.high, step(x))) {
      const [at] = this.screen(plane, mark, 0);
      line([at, TOP], [at, HEIGHT - BOTTOM]);
      pen.fillText(formatNumber(mark, 4), at, HEIGHT - BOTTOM + 16);
    }
    pen.fillText(told(against, this.motion), LEFT + (width - LEFT - RIGHT) / 2, HEIGHT - 8);
    pen.textAlign = "right";
    for (const mark of ticks(y.low, y.high, step(y))) {
      const [, at] = this.screen(plane, 0, mark);
      line([LEFT, at], [width - RIGHT, at]);
      pen.fillText(formatNumber(mark, 4), LEFT - 8, at + 4);
    }
    pen.save();
    pen.translate(12, TOP + (HEIGHT - TOP - BOTTOM) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(told(column, this.motion), 0, 0);
    pen.restore();
    [pen.strokeStyle, pen.lineWidth, pen.lineJoin] = [colours.series[this.columns.indexOf(column) % SERIES]!, 1.75, "round"];
    pen.beginPath();
    let isDown = false;
    for (let i = 0; i < curve.length; i += 2) {
      const [u, v] = this.screen(plane, curve[i]!, curve[i + 1]!);
      if (!Number.isFinite(u + v)) isDown = false;
      else if (isDown) pen.lineTo(u, v);
      else {
        pen.moveTo(u, v);
        isDown = true;
      }
    }
    pen.stroke();
  }

  /** Moves the dot and the numbers. */
  update(c: Cursor): void {
    const against = this.against;
    if (!against || this.host.hidden) return;
    const colours = palette(), ratio = window.devicePixelRatio || 1;
    for (const plane of this.planes) {
      const pen = plane.canvas.getContext("2d")!;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, plane.canvas.width, plane.canvas.height);
      if (plane.still.width) pen.drawImage(plane.still, 0, 0);
      pen.scale(ratio, ratio);
      const [x, y] = this.screen(plane, valueOf(against, c), valueOf(plane.column, c));
      say(plane.place, `(${formatQuantity(sample(against.values, c), against, 4)}, ${formatQuantity(sample(plane.column.values, c), plane.column, 4)})`);
      if (!Number.isFinite(x + y)) continue;
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [colours.trail, colours.surface, 1.5];
      pen.beginPath();
      pen.arc(x, y, DOT, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    }
  }
}
