// The scale of space: a level grid with round numbers along two of its edges, and an upright axis.
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  PlaneGeometry, Vector3 } from "three";
import type { Ground, Point, Motion } from "./contract";
import type { Extent } from "./extent";
import { formatNumber } from "./format";
import type { Labels } from "./labels3d";
import { roundUp, ticks } from "./nice";
import { type Cursor, sample } from "./sample";
import type { Style3d } from "./shapes3d";

type Span = [number, number];

export class Grid3d {
  readonly object = new Group();
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly upright: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly floor: Mesh<PlaneGeometry, MeshBasicMaterial> | null;
  private readonly ground: Ground | null;
  private readonly step: number;
  private readonly x: Span;
  private readonly y: Span;
  private readonly z: Span;
  private height: number;

  constructor(run: Motion, extent: Extent, private readonly style: Style3d) {
    this.unit = run.length;
    this.ground = run.shapes.find((s): s is Ground => s.kind === "ground") ?? null;
    const { low, high } = extent.whole;
    const widest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 0.5 * extent.size);
    this.step = roundUp(widest / 7);
    const span = (axis: 0 | 1): Span => {
      const [middle, half] = [(low[axis] + high[axis]) / 2, Math.max((high[axis] - low[axis]) / 2, 0.3 * widest)];
      return [Math.floor((middle - half) / this.step) * this.step, Math.ceil((middle + half) / this.step) * this.step];
    };
    [this.x, this.y] = [span(0), span(1)];
    this.height = this.ground ? 0 : Math.min(low[2], 0);
    this.z = [this.height, Math.max(high[2], this.height + this.step)];
    this.lines = this.levelGrid();
    this.upright = segments([0, 0, this.z[0], 0, 0, this.z[1]].map((v, i) => (i % 3 === 0 ? this.x[0] : i % 3 === 1 ? this.y[1] : v)));
    this.floor = this.ground ? this.makeFloor() : null;
    this.object.add(this.lines, this.upright);
    if (this.floor) this.object.add(this.floor);
  }

  private readonly unit: string;

  /** The corners of the room that the grid and the upright axis span. */
  corners(): Vector3[] {
    return this.x.flatMap((x) => this.y.flatMap((y) => this.z.map((z) => new Vector3(x, y, z))));
  }

  update(c: Cursor): void {
    const height = this.ground ? sample(this.ground.height, c) : this.height;
    if (!Number.isFinite(height)) return;
    this.height = height;
    this.lines.position.z = height;
    if (this.floor) this.floor.position.z = height - 1e-3 * this.step;
  }

  restyle(): void {
    const { colours } = this.style;
    this.lines.material.color.set(colours.ground);
    this.lines.material.opacity = 0.55;
    this.upright.material.color.set(colours.muted);
    this.floor?.material.color.set(colours.ground);
  }

  /** Writes the numbers along those two edges that are nearest to the eye. */
  label(labels: Labels, project: (p: Point) => { x: number; y: number }, eye: Vector3): void {
    const [nearX, nearY] = [eye.x > (this.x[0] + this.x[1]) / 2 ? this.x[1] : this.x[0], eye.y > (this.y[0] + this.y[1]) / 2 ? this.y[1] : this.y[0]];
    const out = (at: number, span: Span): number => at + (at === span[1] ? 0.35 : -0.35) * this.step;
    const write = (value: number, isLast: boolean, axis: string, p: Point): void => {
      const at = project(p);
      const number = formatNumber(value, 4);
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

  private levelGrid(): LineSegments<BufferGeometry, LineBasicMaterial> {
    const points: number[] = [];
    for (const x of ticks(...this.x, this.step)) points.push(x, this.y[0], 0, x, this.y[1], 0);
    for (const y of ticks(...this.y, this.step)) points.push(this.x[0], y, 0, this.x[1], y, 0);
    return segments(points);
  }

  private makeFloor(): Mesh<PlaneGeometry, MeshBasicMaterial> {
    const plane = new PlaneGeometry(this.x[1] - this.x[0], this.y[1] - this.y[0]);
    const floor = new Mesh(plane, new MeshBasicMaterial({ transparent: true, opacity: 0.12, side: DoubleSide, depthWrite: false }));
    floor.position.set((this.x[0] + this.x[1]) / 2, (this.y[0] + this.y[1]) / 2, 0);
    return floor;
  }
}

function segments(points: number[]): LineSegments<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ transparent: true, opacity: 0.8 }));
}
