// Values between frames: on a cubic curve through the neighbours, and never across an event, where two frames share one
// time. src/out/report/frames.c leaves out the frames that these curves pass anyway.
import type { Place, Point, Track } from "./contract";

/** An instant: a frame and the part of the way to the next one, from 0 up to 1. */
export interface Cursor {
  index: number;
  fraction: number;
  time: number;
  /** The times of the frame before, of the two around, and of the one after them; equal where there is none. */
  around: { t0: number; t1: number; t2: number; t3: number };
}

/** The instant of a frame alone. */
export function cursorOf(time: Float64Array, index: number): Cursor {
  const t = time[index] ?? 0;
  return { index, fraction: 0, time: t, around: { t0: t, t1: t, t2: t, t3: t } };
}

/** The last frame not later than t: at an event the one after it. */
function frameAt(time: Float64Array, t: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

export function cursorAt(time: Float64Array, t: number): Cursor {
  const index = frameAt(time, t);
  const t1 = time[index] ?? 0;
  const t2 = time[index + 1] ?? t1;
  const fraction = t2 > t1 ? Math.min(1, Math.max(0, (t - t1) / (t2 - t1))) : 0;
  return { index, fraction, time: t, around: { t0: time[index - 1] ?? t1, t1, t2, t3: time[index + 2] ?? t2 } };
}

/** The slope at the second of three places of the parabola through them. */
function slopeAmid(t0: number, x0: number, t1: number, x1: number, t2: number, x2: number): number {
  const [a, b] = [(x1 - x0) / (t1 - t0), (x2 - x1) / (t2 - t1)];
  return a + ((b - a) * (t1 - t0)) / (t2 - t0);
}

export function sample(track: Track, c: Cursor): number {
  if (typeof track === "number") return track;
  const x1 = track[c.index] ?? NaN;
  if (c.fraction === 0) return x1;
  const x2 = track[c.index + 1] ?? NaN;
  // What ends with the next frame lasts until it.
  if (Number.isNaN(x2)) return x1;
  const { t0, t1, t2, t3 } = c.around;
  const x0 = t0 < t1 ? track[c.index - 1]! : NaN;
  const x3 = t3 > t2 ? track[c.index + 2]! : NaN;
  const h = t2 - t1;
  const straight = (x2 - x1) / h;
  let from = Number.isFinite(x0) ? slopeAmid(t0, x0, t1, x1, t2, x2) : NaN;
  let to = Number.isFinite(x3) ? slopeAmid(t1, x1, t2, x2, t3, x3) : NaN;
  // At an end, the parabola through those that are there.
  if (Number.isNaN(from)) from = Number.isNaN(to) ? straight : 2 * straight - to;
  if (Number.isNaN(to)) to = 2 * straight - from;
  const [s, r] = [c.fraction, 1 - c.fraction];
  return x1 * r * r * (1 + 2 * s) + from * h * s * r * r + x2 * s * s * (1 + 2 * r) - to * h * s * s * r;
}

export const atFrame = (track: Track, frame: number): number => (typeof track === "number" ? track : track[frame] ?? NaN);

export const samplePlace = (p: Place, c: Cursor): Point => ({ x: sample(p.x, c), y: sample(p.y, c), z: sample(p.z, c) });

export const isDrawn = (p: Point): boolean => Number.isFinite(p.x + p.y + p.z);
