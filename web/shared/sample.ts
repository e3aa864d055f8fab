// Values between frames: linear between two frames, and never across an event, where two frames share one time.
import type { Place, Point, Track } from "./contract";

/** An instant: a frame and the part of the way to the next one, from 0 up to 1. */
export interface Cursor {
  index: number;
  fraction: number;
  time: number;
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
  const start = time[index] ?? 0;
  const length = (time[index + 1] ?? start) - start;
  return { index, fraction: length > 0 ? Math.max(0, (t - start) / length) : 0, time: t };
}

export function sample(track: Track, c: Cursor): number {
  if (typeof track === "number") return track;
  const before = track[c.index] ?? NaN;
  if (c.fraction === 0) return before;
  const after = track[c.index + 1] ?? NaN;
  // What ends with the next frame lasts until it.
  return Number.isNaN(after) ? before : before + (after - before) * c.fraction;
}

export const atFrame = (track: Track, frame: number): number => (typeof track === "number" ? track : track[frame] ?? NaN);

export const samplePlace = (p: Place, c: Cursor): Point => ({ x: sample(p.x, c), y: sample(p.y, c), z: sample(p.z, c) });

export const isDrawn = (p: Point): boolean => Number.isFinite(p.x + p.y + p.z);
