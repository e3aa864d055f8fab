// The path of a point as a chain of short straight pieces, close to the curves between the frames, with the way gone so far.
import type { Place, Point } from "./contract";
import { atFrame, type Cursor, cursorAt, isDrawn, piecesOf } from "./sample";

/** The most pieces between two frames. */
const FINEST = 24;

export interface Path {
  /** Places one after the other, three numbers each; NaN where the path is interrupted. */
  at: Float64Array;
  /** How far the point has come by each place. */
  way: Float64Array;
  /** The number of places up to and with each frame. */
  upTo: Uint32Array;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

/** Pieces are so short that the curve is nowhere farther from them than `error`. */
export function pathOf(place: Place, time: Float64Array, error: number): Path {
  const at: number[] = [];
  const way: number[] = [];
  const upTo = new Uint32Array(time.length);
  let last: Point | null = null;
  const add = (p: Point): void => {
    const isThere = isDrawn(p);
    way.push((way[way.length - 1] ?? 0) + (isThere && last ? distance(last, p) : 0));
    at.push(isThere ? p.x : NaN, p.y, p.z);
    last = isThere ? p : null;
  };
  for (let i = 0; i < time.length; i++) {
    const here = { x: atFrame(place.x, i), y: atFrame(place.y, i), z: atFrame(place.z, i) };
    if (i > 0 && last && isDrawn(here) && time[i]! > time[i - 1]!) between(place, time, i, last, here, error, add);
    add(here);
    upTo[i] = way.length;
  }
  return { at: Float64Array.from(at), way: Float64Array.from(way), upTo };
}

/** The places between the frames i - 1 and i: the more, the farther the curve's middle is from the chord. */
function between(place: Place, time: Float64Array, i: number, from: Point, to: Point, error: number, add: (p: Point) => void): void {
  const at = piecesOf(place, cursorAt(time, time[i - 1]!));
  const middle = at(0.5);
  if (!isDrawn(middle)) return;
  const bend = distance(middle, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: (from.z + to.z) / 2 });
  const pieces = Math.min(FINEST, Math.max(bend > 0 ? 2 : 1, Math.ceil(Math.sqrt(bend / (error || 1)))));
  for (let k = 1; k < pieces; k++) add(at(k / pieces));
}

/** How many places of a path have been passed at an instant; the point itself comes after them. */
export function passed(path: Path, time: Float64Array, c: Cursor): number {
  const first = path.upTo[c.index] ?? 0;
  const next = path.upTo[c.index + 1] ?? first;
  if (c.fraction === 0 || next <= first || !(time[c.index + 1]! > time[c.index]!)) return first;
  // Between two frames places are evenly spaced in time; the last of them is the next frame.
  return first + Math.floor(c.fraction * (next - first) - 1e-12);
}
