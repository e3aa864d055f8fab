// The scale of space: a level grid with round numbers along two of its edges, and an upright axis.
import type { Motion, Point, Track } from "./contract";
import type { Brush } from "./draw3d";
import type { Extent } from "./extent";
import { formatNumber } from "./format";
import type { Labels } from "./labels3d";
import { roundUp, ticks } from "./nice";
import { colourOf, type Lines } from "./painter3d";
import { atFrame, type Cursor, sample } from "./sample";
import { partOfKind } from "./shapes";
import { minus, type Vector } from "./vector";

type Span = [number, number];
type Axis = 0 | 1 | 2;
/** Of the widest side: what reaches so little below 0 stands on 0. */
const HAIR = 0.01;
const AXES = ["x", "y", "z"] as const;

const segment = (a: Vector, b: Vector): number[] => [...a, 0, ...b, 0];

/** The axis that is nearest to what is up, and whether it points down. */
function uprightOf(up: Vector): { axis: Axis; isDown: boolean } {
  const sizes = up.map((x) => Math.abs(x)), axis = sizes.lastIndexOf(Math.max(...sizes)) as Axis;
  return { axis, isDown: up[axis] < 0 };
}

export class Grid3d {
  /** The height of what is level. */
  private readonly ground: Track | null;
  private readonly unit: string;
  private readonly step: number;
  /** Two axes that are level, and the one that is upright. */
  private readonly a: Axis;
  private readonly b: Axis;
  private readonly c: Axis;
  /** From the level end of the upright axis to its upper end. */
  private readonly upward: 1 | -1;
  private readonly spans: [Span, Span, Span];
  private readonly level: Lines;
  private readonly upright: Lines;
  private height: number;

  constructor(motion: Motion, extent: Extent, private readonly brush: Brush) {
    this.unit = motion.length;
    this.ground = motion.shapes.find(({ row }) => partOfKind(row, "LEVEL"))?.at.z ?? null;
    const { axis, isDown } = this.ground ? { axis: 2 as Axis, isDown: motion.up[2] < 0 } : uprightOf(motion.up);
    [this.a, this.b, this.c, this.upward] = [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2, axis, isDown ? -1 : 1];
    const { low, high } = extent.whole;
    const widest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 0.5 * extent.size);
    this.step = roundUp(widest / 7);
    const span = (at: Axis): Span => {
      const [middle, half] = [(low[at] + high[at]) / 2, Math.max((high[at] - low[at]) / 2, 0.3 * widest)];
      return [Math.floor((middle - half) / this.step) * this.step, Math.ceil((middle + half) / this.step) * this.step];
    };
    this.spans = [span(0), span(1), span(2)];
    const { upward } = this, [bottom, top] = isDown ? [-high[axis], -low[axis]] : [low[axis], high[axis]];
    const fine = this.step / 10;
    const lowest = bottom > -HAIR * widest && bottom < widest ? 0 : Math.floor(bottom / fine + 1e-9) * fine;
    this.height = this.ground !== null ? atFrame(this.ground, 0) || 0 : upward * lowest;
    this.spans[axis] = [this.height, upward * Math.max(top, upward * this.height + this.step)];
    this.level = brush.painter.makeLines(this.levelLines());
    const corner = (end: 0 | 1): Vector => this.local(this.place(this.spans[this.a][0], this.spans[this.b][1], this.spans[axis][end]));
    this.upright = brush.painter.makeLines(segment(corner(0), corner(1)));
  }

  /** From two level coordinates and a height. */
  private place(a: number, b: number, c: number): Vector {
    const p: Vector = [0, 0, 0];
    [p[this.a], p[this.b], p[this.c]] = [a, b, c];
    return p;
  }

  private local(p: Vector): Vector {
    return minus(p, this.brush.origin);
  }

  /** The corners of the room that the grid and the upright axis span. */
  corners(): Point[] {
    const [xs, ys, zs] = this.spans;
    return xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => ({ x, y, z }))));
  }

  paint(c: Cursor): void {
    const height = this.ground !== null ? sample(this.ground, c) : this.height;
    if (Number.isFinite(height)) this.height = height;
    const { painter, colours, origin } = this.brush;
    const lift = this.place(0, 0, this.height - origin[this.c]);
    painter.lines(this.level, this.level.count, { colour: colourOf(colours.ground), width: 1, alpha: 0.55, at: lift });
    painter.lines(this.upright, 1, { colour: colourOf(colours.muted), width: 1, alpha: 0.8 });
  }

  /** The floor is seen through; it is painted after all that is solid. */
  paintFloor(): void {
    if (this.ground === null) return;
    const { painter, colours } = this.brush, [x, y] = this.spans;
    const [width, depth] = [x[1] - x[0], y[1] - y[0]];
    const middle: Vector = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, this.height - this.upward * 1e-3 * this.step];
    painter.solid("square", [[width, 0, 0], [0, depth, 0], [0, 0, 1]], this.local(middle), colourOf(colours.ground), 0.14);
  }

  /** Writes the numbers along those two edges that are nearest to the eye. */
  label(labels: Labels, project: (p: Point) => { x: number; y: number }, eye: Vector): void {
    const near = (axis: Axis): number => (eye[axis] > (this.spans[axis][0] + this.spans[axis][1]) / 2 ? this.spans[axis][1] : this.spans[axis][0]);
    const [nearA, nearB, spanA, spanB, spanC] = [near(this.a), near(this.b), this.spans[this.a], this.spans[this.b], this.spans[this.c]];
    const out = (at: number, span: Span): number => at + (at === span[1] ? 0.35 : -0.35) * this.step;
    const write = (value: number, isLast: boolean, axis: Axis, [x, y, z]: Vector): void => {
      const at = project({ x, y, z });
      const number = formatNumber(value, this.digits(value));
      labels.faint(isLast ? `${AXES[axis]} = ${number}${this.unit && ` ${this.unit}`}` : number, at.x - 6, at.y);
    };
    // The corner between the two edges belongs to neither.
    const across = ticks(...spanA, this.step).filter((a) => Math.abs(a - nearA) > 0.5 * this.step);
    const along = ticks(...spanB, this.step).filter((b) => Math.abs(b - nearB) > 0.5 * this.step);
    const up = ticks(this.upward * spanC[0] + 0.5 * this.step, this.upward * spanC[1], this.step).map((c) => this.upward * c);
    across.forEach((a, i) => write(a, i === across.length - 1, this.a, this.place(a, out(nearB, spanB), this.height)));
    along.forEach((b, i) => write(b, i === along.length - 1, this.b, this.place(out(nearA, spanA), b, this.height)));
    up.forEach((c, i) => write(c, i === up.length - 1, this.c, this.place(spanA[0], spanB[1], c)));
  }

  /** As many digits as tell two lines apart. */
  private digits(value: number): number {
    return Math.min(15, Math.max(4, Math.ceil(Math.log10(Math.abs(value) / this.step || 1)) + 2));
  }

  free(): void {
    this.brush.painter.freeLines(this.level);
    this.brush.painter.freeLines(this.upright);
  }

  /** At height 0; it is lifted as it is painted. */
  private levelLines(): number[] {
    const [o, spanA, spanB] = [this.brush.origin, this.spans[this.a], this.spans[this.b]];
    const at = (a: number, b: number): Vector => this.place(a - o[this.a], b - o[this.b], 0);
    return [...ticks(...spanA, this.step).flatMap((a) => segment(at(a, spanB[0]), at(a, spanB[1]))),
      ...ticks(...spanB, this.step).flatMap((b) => segment(at(spanA[0], b), at(spanA[1], b)))];
  }
}
