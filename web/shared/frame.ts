// Where a shape is at an instant: the frame in which its parts are, and their lengths.
import type { Attitude, Shape, Track } from "./contract";
import { type Cursor, isDrawn, sample, samplePlace } from "./sample";
import type { Measure, Part } from "./shapes";
import { type Axes3, cross, minus, norm, plus, straightened, times, unit, type Vector, vector } from "./vector";

export interface Frame {
  at: Vector;
  /** As long as the shape reaches along them. */
  axes: Axes3;
  /** The length of the first axis. */
  own: number;
  isSized: boolean;
  sweep: number;
}

/** A length between its limits, `scale` pixels to one; in space, where there are no pixels, without limits. */
export function measured(m: Measure, own: number, machine: number, scale = NaN): number {
  const length = m.part * (m.isOwn ? own : machine);
  if (Number.isNaN(scale)) return length;
  const pixels = Math.max(length * scale, m.least);
  return m.most > 0 ? Math.min(pixels, m.most) : pixels;
}

/** From the first end to the second; across it as long as the machine is large. */
function along(from: Vector, to: Vector, machine: number, space: number): Frame {
  const first = minus(to, from);
  const own = norm(first);
  const side: Vector = space === 3 && Math.abs(first[2]) > 0.9 * own ? [1, 0, 0] : [0, 0, 1];
  const second = unit(cross(side, first));
  return { at: from, axes: [first, times(second, machine), times(unit(cross(first, second)), machine)], own, isSized: false, sweep: NaN };
}

/** Between frames a matrix is on curves, and straightened. */
function axesAt(attitude: Attitude | null, angle: number, c: Cursor): Axes3 {
  if (!attitude) return [[Math.cos(angle), Math.sin(angle), 0], [-Math.sin(angle), Math.cos(angle), 0], [0, 0, 1]];
  const m = attitude.map((track) => sample(track, c));
  return straightened([[m[0]!, m[3]!, m[6]!], [m[1]!, m[4]!, m[7]!], [m[2]!, m[5]!, m[8]!]]);
}

/** Null where the shape is not drawn. `scale`: pixels to a length in the plane, NaN in space. */
export function frameOf(shape: Shape, c: Cursor, machine: number, space: number, scale = NaN): Frame | null {
  const at = samplePlace(shape.at, c);
  if (!isDrawn(at)) return null;
  if (shape.to) {
    const to = samplePlace(shape.to, c);
    return isDrawn(to) ? along(vector(at), vector(to), machine, space) : null;
  }
  const { row } = shape;
  const size = shape.size.map((track) => sample(track, c)) as Vector;
  const isSized = Number.isFinite(size[0]);
  const least = measured(row.unsized, 0, machine, scale) / (Number.isNaN(scale) ? 1 : scale);
  const reach = size.map((s) => (!isSized ? least : row.isRound ? size[0] : (s || 0) / 2)) as Vector;
  const axes = axesAt(shape.attitude, sample(shape.angle, c), c);
  if (!axes.flat().every(Number.isFinite)) return null;
  return { at: vector(at), axes: axes.map((axis, k) => times(axis, reach[k]!)) as Axes3, own: reach[0], isSized, sweep: sample(shape.sweep, c) };
}

/** A point of the frame. */
export function placeIn({ at, axes }: Frame, u: Vector): Vector {
  return plus(at, plus(times(axes[0], u[0]), plus(times(axes[1], u[1]), times(axes[2], u[2]))));
}

/** The ends of a line: it goes beyond the second by a part of the machine's size. */
export function endsIn(frame: Frame, part: Part, machine: number): [Vector, Vector] {
  const [from, to] = [placeIn(frame, part.from), placeIn(frame, part.to)];
  return [from, plus(to, times(unit(minus(to, from)), part.beyond * machine))];
}

const isStill = (tracks: Track[]): boolean => tracks.every((track) => typeof track === "number");

/** Whether nothing of the shape ever changes. */
const rests = ({ at, to, angle, attitude, size }: Shape): boolean =>
  isStill([at.x, at.y, at.z, ...(to ? [to.x, to.y, to.z] : []), angle, ...(attitude ?? []), ...size]);

/** What is true of the shape as it is now, in the words of its parts. */
export function conditions(shape: Shape, frame: Frame, space: number): Set<string> {
  const words = [space === 2 ? "PLANE" : "SPACE", frame.isSized ? "SIZED" : "UNSIZED"];
  return new Set(rests(shape) ? words : [...words, "DETAIL"]);
}
