// The path of a point as a chain of short straight pieces, close to the curves between the frames, with the way gone so far.
import type { Place, Point } from "./contract";
import { atFrame, type Cursor, cursorAt, isDrawn, piecesOf } from "./sample";

/** The most pieces between two frames. */
const FINEST = 24;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

/** Pieces are so short that the curve is nowhere farther from them than `error`. The path is found as far as it is asked for: of a picture that is
    replaced at once mostly its beginning. */
export class Path {
  /** Places one after the other, three numbers each; NaN where the path is interrupted. */
  readonly at: number[] = [];
  /** How far the point has come by each place. */
  readonly way: number[] = [];
  /** The number of places up to and with each frame. */
  readonly upTo: number[] = [];
  private last: Point | null = null;

  constructor(private readonly place: Place, private readonly time: Float64Array, private readonly error: number) {}

  /** Finds it up to a frame. */
  reach(frame: number): void {
    const { place, time, upTo } = this;
    for (let i = upTo.length; i <= frame && i < time.length; i++) {
      const here = { x: atFrame(place.x, i), y: atFrame(place.y, i), z: atFrame(place.z, i) };
      if (i > 0 && this.last && isDrawn(here) && time[i]! > time[i - 1]!) between(place, time, i, this.last, here, this.error, this.add);
      this.add(here);
      upTo.push(this.way.length);
    }
  }

  private readonly add = (p: Point): void => {
    const { at, way, last } = this, isThere = isDrawn(p);
    way.push((way[way.length - 1] ?? 0) + (isThere && last ? distance(last, p) : 0));
    at.push(isThere ? p.x : NaN, p.y, p.z);
    this.last = isThere ? p : null;
  };
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
  path.reach(c.index + 1);
  const first = path.upTo[c.index] ?? 0;
  const next = path.upTo[c.index + 1] ?? first;
  if (c.fraction === 0 || next <= first || !(time[c.index + 1]! > time[c.index]!)) return first;
  // Between two frames places are evenly spaced in time; the last of them is the next frame.
  return first + Math.floor(c.fraction * (next - first) - 1e-12);
}
