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

const segment = (a: Vector, b: Vector): number[] => [...a, 0, ...b, 0];

export class Grid3d {
  /** The height of what is level. */
  private readonly ground: Track | null;
  private readonly unit: string;
  private readonly step: number;
  private readonly x: Span;
  private readonly y: Span;
  private readonly z: Span;
  private readonly level: Lines;
  private readonly upright: Lines;
  private height: number;

  constructor(motion: Motion, extent: Extent, private readonly brush: Brush) {
    this.unit = motion.length;
    this.ground = motion.shapes.find(({ row }) => partOfKind(row, "LEVEL"))?.at.z ?? null;
    const { low, high } = extent.whole;
    const widest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 0.5 * extent.size);
    this.step = roundUp(widest / 7);
    const span = (axis: 0 | 1): Span => {
      const [middle, half] = [(low[axis] + high[axis]) / 2, Math.max((high[axis] - low[axis]) / 2, 0.3 * widest)];
      return [Math.floor((middle - half) / this.step) * this.step, Math.ceil((middle + half) / this.step) * this.step];
    };
    [this.x, this.y] = [span(0), span(1)];
    const lowest = low[2] >= 0 && low[2] < widest ? 0 : Math.floor(low[2] / this.step + 1e-9) * this.step;
    this.height = this.ground !== null ? atFrame(this.ground, 0) || 0 : lowest;
    this.z = [this.height, Math.max(high[2], this.height + this.step)];
    this.level = brush.painter.makeLines(this.levelLines());
    const corner: Vector = [this.x[0], this.y[1], 0];
    this.upright = brush.painter.makeLines(segment(this.local([corner[0], corner[1], this.z[0]]), this.local([corner[0], corner[1], this.z[1]])));
  }

  private local(p: Vector): Vector {
    return minus(p, this.brush.origin);
  }

  /** The corners of the room that the grid and the upright axis span. */
  corners(): Point[] {
    return this.x.flatMap((x) => this.y.flatMap((y) => this.z.map((z) => ({ x, y, z }))));
  }

  paint(c: Cursor): void {
    const height = this.ground !== null ? sample(this.ground, c) : this.height;
    if (Number.isFinite(height)) this.height = height;
    const { painter, colours, origin } = this.brush;
    const lift: Vector = [0, 0, this.height - origin[2]];
    painter.lines(this.level, this.level.count, { colour: colourOf(colours.ground), width: 1, alpha: 0.55, at: lift });
    painter.lines(this.upright, 1, { colour: colourOf(colours.muted), width: 1, alpha: 0.8 });
  }

  /** The floor is seen through; it is painted after all that is solid. */
  paintFloor(): void {
    if (this.ground === null) return;
    const { painter, colours } = this.brush;
    const [width, depth] = [this.x[1] - this.x[0], this.y[1] - this.y[0]];
    const middle: Vector = [(this.x[0] + this.x[1]) / 2, (this.y[0] + this.y[1]) / 2, this.height - 1e-3 * this.step];
    painter.solid("square", [[width, 0, 0], [0, depth, 0], [0, 0, 1]], this.local(middle), colourOf(colours.ground), 0.14);
  }

  /** Writes the numbers along those two edges that are nearest to the eye. */
  label(labels: Labels, project: (p: Point) => { x: number; y: number }, eye: Vector): void {
    const [nearX, nearY] = [eye[0] > (this.x[0] + this.x[1]) / 2 ? this.x[1] : this.x[0], eye[1] > (this.y[0] + this.y[1]) / 2 ? this.y[1] : this.y[0]];
    const out = (at: number, span: Span): number => at + (at === span[1] ? 0.35 : -0.35) * this.step;
    const write = (value: number, isLast: boolean, axis: string, p: Point): void => {
      const at = project(p);
      const number = formatNumber(value, this.digits(value));
      labels.faint(isLast ? `${axis} = ${number}${this.unit && ` ${this.unit}`}` : number, at.x - 6, at.y);
    };
    // The corner between the two edges belongs to neither.
    const across = ticks(...this.x, this.step).filter((x) => Math.abs(x - nearX) > 0.5 * this.step);
    const along = ticks(...this.y, this.step).filter((y) => Math.abs(y - nearY) > 0.5 * this.step);
    const up = ticks(this.z[0] + 0.5 * this.step, this.z[1], this.step);
    across.forEach((x, i) => write(x, i === across.length - 1, "x", { x, y: out(nearY, this.y), z: this.height }));
    along.forEach((y, i) => write(y, i === along.length - 1, "y", { x: out(nearX, this.x), y, z: this.height }));
    up.forEach((z, i) => write(z, i === up.length - 1, "z", { x: this.x[0], y: this.y[1], z }));
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
    const [ox, oy] = this.brush.origin;
    const line = (x1: number, y1: number, x2: number, y2: number): number[] => segment([x1 - ox, y1 - oy, 0], [x2 - ox, y2 - oy, 0]);
    return [...ticks(...this.x, this.step).flatMap((x) => line(x, this.y[0], x, this.y[1])),
      ...ticks(...this.y, this.step).flatMap((y) => line(this.x[0], y, this.x[1], y))];
  }
}
