// Values between frames: on a cubic curve through the neighbours, and never across an event, where two frames share one
// time. src/out/report/frames.c leaves out the frames that these curves pass anyway.
import type { Place, Point, Track } from "./contract";

/** An instant: a frame and the part of the way to the next one, from 0 up to 1. */
export interface Cursor {
  index: number;
  fraction: number;
  time: number;
  times: Float64Array;
  /** The frames that the curve may look at: up to three on either side, without a jump between them. */
  low: number;
  high: number;
}

/** The instant of a frame alone. */
export function cursorOf(times: Float64Array, index: number): Cursor {
  return { index, fraction: 0, time: times[index] ?? 0, times, low: index, high: index };
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

export function cursorAt(times: Float64Array, t: number): Cursor {
  const index = frameAt(times, t);
  const from = times[index] ?? 0;
  const to = times[index + 1] ?? from;
  const fraction = to > from ? Math.min(1, Math.max(0, (t - from) / (to - from))) : 0;
  let [low, high] = [index, Math.min(index + 1, times.length - 1)];
  while (low > 0 && low > index - 2 && times[low - 1]! < times[low]!) low--;
  while (high + 1 < times.length && high < index + 3 && times[high + 1]! > times[high]!) high++;
  return { index, fraction, time: t, times, low, high };
}

const near = new Int32Array(5);
const differences = new Float64Array(5);

/** At a frame, the slope of the polynomial through it and up to two neighbours on either side. */
function slopeAt(track: Float64Array | Float32Array, { times, low, high }: Cursor, k: number): number {
  const isThere = (i: number): boolean => i >= low && i <= high && Number.isFinite(track[i]!);
  const [before, after] = [isThere(k - 1), isThere(k + 1)];
  let count = 1;
  near[0] = k;
  if (before) near[count++] = k - 1;
  if (after) near[count++] = k + 1;
  if (before && isThere(k - 2)) near[count++] = k - 2;
  if (after && isThere(k + 2)) near[count++] = k + 2;
  // Newton's divided differences.
  for (let i = 0; i < count; i++) differences[i] = track[near[i]!]!;
  for (let level = 1; level < count; level++) {
    for (let i = count - 1; i >= level; i--) {
      differences[i] = (differences[i]! - differences[i - 1]!) / (times[near[i]!]! - times[near[i - level]!]!);
    }
  }
  let [slope, product] = [0, 1];
  for (let i = 1; i < count; i++) {
    slope += differences[i]! * product;
    product *= times[k]! - times[near[i]!]!;
  }
  return slope;
}

/** On the cubic curve between two values; `rise` and `fall`: the slopes there, times the time between. */
function onCubic(from: number, rise: number, to: number, fall: number, s: number): number {
  const r = 1 - s;
  return from * r * r * (1 + 2 * s) + rise * s * r * r + to * s * s * (1 + 2 * r) - fall * s * s * r;
}

/** A number between two frames as a function of the part of the way, for those who ask more than once. */
function pieceOf(track: Track, c: Cursor): (part: number) => number {
  if (typeof track === "number") return () => track;
  const [from, to] = [track[c.index] ?? NaN, track[c.index + 1] ?? NaN];
  // What ends with the next frame lasts until it.
  if (Number.isNaN(to) || Number.isNaN(from)) return () => from;
  const h = c.times[c.index + 1]! - c.times[c.index]!;
  const [rise, fall] = [slopeAt(track, c, c.index) * h, slopeAt(track, c, c.index + 1) * h];
  return (part) => onCubic(from, rise, to, fall, part);
}

export const sample = (track: Track, c: Cursor): number =>
  typeof track === "number" ? track : c.fraction === 0 ? track[c.index] ?? NaN : pieceOf(track, c)(c.fraction);

export const atFrame = (track: Track, frame: number): number => (typeof track === "number" ? track : track[frame] ?? NaN);

export const samplePlace = (p: Place, c: Cursor): Point => ({ x: sample(p.x, c), y: sample(p.y, c), z: sample(p.z, c) });

/** A place between two frames. */
export function piecesOf(p: Place, c: Cursor): (part: number) => Point {
  const [x, y, z] = [pieceOf(p.x, c), pieceOf(p.y, c), pieceOf(p.z, c)];
  return (part) => ({ x: x(part), y: y(part), z: z(part) });
}

export const isDrawn = (p: Point): boolean => Number.isFinite(p.x + p.y + p.z);
