// How much room the motion takes: in every frame, over the whole run, and around an instant.
import type { Place, Motion, Shape } from "./contract";
import { atFrame } from "./sample";
import { partOfKind } from "./shapes";

type Axis = 0 | 1 | 2;
const AXES: readonly Axis[] = [0, 1, 2];
const CELLS = 400;
/** The part of the run, to either side of an instant, that the moving view looks at. */
const OUTLOOK = 0.035;

export interface Room {
  low: [number, number, number];
  high: [number, number, number];
}

const noRoom = (): Room => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });

const isEmpty = (r: Room): boolean => !(r.low[0] <= r.high[0]);

export const diagonal = (r: Room): number =>
  isEmpty(r) ? 0 : Math.hypot(r.high[0] - r.low[0], r.high[1] - r.low[1], r.high[2] - r.low[2]);

type Reach = [number, number, number];

/** How far a shape reaches around its places; a box of the plane, turned, is wide or high. */
function reachOf({ row, size, angle, attitude }: Shape, frame: number): Reach {
  const [w, h, d] = size.map((side) => atFrame(side, frame) || 0) as Reach;
  if (row.isRound) return [w, w, w];
  if (attitude) return [0, 0, 0].fill(Math.hypot(w, h, d) / 2) as Reach;
  const turn = atFrame(angle, frame) || 0;
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return [(w * c + h * s) / 2, (w * s + h * c) / 2, d / 2];
}

/** Whether a shape reaches as far in every frame. */
const isSteady = ({ size, angle }: Shape): boolean => [...size, angle].every((track) => typeof track === "number");

/** The rooms of all frames: three numbers for each, one frame after the other. */
interface Rooms {
  low: Float64Array;
  high: Float64Array;
}

function include({ low, high }: Rooms, { x, y, z }: Place, reachAt: (frame: number) => Reach): void {
  const reachTo = (k: number, at: number, reach: number): void => {
    if (at - reach < low[k]!) low[k] = at - reach;
    if (at + reach > high[k]!) high[k] = at + reach;
  };
  for (let frame = 0, k = 0; k < low.length; frame++, k += 3) {
    const a = atFrame(x, frame), b = atFrame(y, frame), c = atFrame(z, frame);
    if (!Number.isFinite(a + b + c)) continue;
    const reach = reachAt(frame);
    reachTo(k, a, reach[0]);
    reachTo(k + 1, b, reach[1]);
    reachTo(k + 2, c, reach[2]);
  }
}

function roomsOf({ shapes, time }: Motion): Rooms {
  const rooms = { low: new Float64Array(3 * time.length).fill(Infinity), high: new Float64Array(3 * time.length).fill(-Infinity) };
  const seen: Place[] = [];
  for (const shape of shapes) {
    if (partOfKind(shape.row, "LEVEL")) continue;
    const always = isSteady(shape) ? reachOf(shape, 0) : null, reachAt = (frame: number): Reach => always ?? reachOf(shape, frame);
    for (const place of shape.to ? [shape.at, shape.to] : [shape.at]) {
      // An end of a rod is mostly where another shape is.
      if (always?.every((reach) => reach === 0) && seen.some(({ x, y, z }) => x === place.x && y === place.y && z === place.z)) continue;
      seen.push(place);
      include(rooms, place, reachAt);
    }
  }
  return rooms;
}

function widen(room: Room, { low, high }: Rooms | Room, frame = 0): void {
  for (const axis of AXES) {
    const k = 3 * frame + axis;
    if (low[k]! < room.low[axis]) room.low[axis] = low[k]!;
    if (high[k]! > room.high[axis]) room.high[axis] = high[k]!;
  }
}

/** How large each of the rooms is. */
function sizesOf({ low, high }: Rooms): Float64Array {
  const sizes = new Float64Array(low.length / 3);
  for (let i = 0, k = 0; i < sizes.length; i++, k += 3) {
    const [x, y, z] = [high[k]! - low[k]!, high[k + 1]! - low[k + 1]!, high[k + 2]! - low[k + 2]!];
    if (x >= 0) sizes[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return sizes;
}

const wholeUnit = (): Room => ({ low: [-1, -1, -1], high: [1, 1, 1] });

/** What stays at one place has no size of its own: room for its axes. */
const around = (r: Room): Room => ({
  low: [r.low[0] - 1, r.low[1] - 1, r.low[2] - 1],
  high: [r.high[0] + 1, r.high[1] + 1, r.high[2] + 1],
});

export class Extent {
  readonly whole: Room;
  /** How large the machine itself is, whatever it throws away. */
  readonly size: number;
  /** The largest room that is taken at one instant. */
  private readonly largest: number;
  private readonly frames: Rooms;
  /** What is taken within each part of the run; the same with its neighbours, and smooth: when they are asked for. */
  private starts: Uint32Array | null = null;
  private readonly cells: Room[] = [];
  private readonly extremes: Room[] = [];
  private readonly smooth: Room[] = [];

  constructor(readonly run: Motion) {
    const frames = (this.frames = roomsOf(run)), sizes = sizesOf(frames);
    const whole = noRoom();
    for (let frame = 0; frame < sizes.length; frame++) widen(whole, frames, frame);
    this.whole = isEmpty(whole) ? wholeUnit() : diagonal(whole) > 0 ? whole : around(whole);
    this.largest = sizes.reduce((most, size) => Math.max(most, size), 0);
    this.size = typicalSize(sizes, diagonal(this.whole) || 1);
  }

  /** The room taken around an instant; it changes smoothly and holds what is there then. */
  around(t: number): Room {
    const start = this.run.time[0] ?? 0;
    const span = (this.run.time[this.run.time.length - 1] ?? 0) - start;
    const at = span > 0 ? ((t - start) / span) * (CELLS - 1) : 0;
    const k = Math.min(CELLS - 2, Math.max(0, Math.floor(at)));
    const [a, b] = [this.smoothAt(k), this.smoothAt(k + 1)];
    const f = Math.min(1, Math.max(0, at - k));
    const mix = (u: number[], v: number[]) => AXES.map((axis) => u[axis]! + (v[axis]! - u[axis]!) * f) as [number, number, number];
    const room = { low: mix(a.low, b.low), high: mix(a.high, b.high) };
    return Number.isFinite(diagonal(room)) ? room : this.whole;
  }

  /** The extremes of a window, then their mean: smooth, and never less than what the cell itself holds. */
  private smoothAt(k: number): Room {
    const known = this.smooth[k];
    if (known) return known;
    const { first, end } = windowOf(k), room: Room = { low: [0, 0, 0], high: [0, 0, 0] };
    for (let i = first; i < end; i++) {
      const { low, high } = this.extremesAt(i);
      for (const axis of AXES) {
        room.low[axis] += low[axis] / (end - first);
        room.high[axis] += high[axis] / (end - first);
      }
    }
    return (this.smooth[k] = room);
  }

  private extremesAt(k: number): Room {
    const known = this.extremes[k];
    if (known) return known;
    const { first, end } = windowOf(k), room = noRoom();
    for (let i = first; i < end; i++) widen(room, this.cellAt(i));
    return (this.extremes[k] = room);
  }

  /** The frames of a cell; an empty cell repeats the one before. */
  private cellAt(k: number): Room {
    const known = this.cells[k], starts = (this.starts ??= startsOf(this.run.time)), cell = noRoom();
    if (known) return known;
    for (let frame = starts[k]!; frame < starts[k + 1]!; frame++) widen(cell, this.frames, frame);
    return (this.cells[k] = isEmpty(cell) && k > 0 ? this.cellAt(k - 1) : cell);
  }

  /** Whether all of it goes so far that it would be small in a view of the whole motion. */
  get isTravelling(): boolean {
    return this.largest > 0 && this.size < diagonal(this.whole) && this.largest < 0.25 * diagonal(this.whole);
  }

  /** Whether something flies so far off that the machine would be lost in a view of the whole motion. */
  get isFarFlung(): boolean {
    const whole = diagonal(this.whole);
    return this.size < 0.2 * whole && this.largest > 0.5 * whole;
  }
}

/** The size in all but a tenth of the frames at least; of a single point, the size of its path. */
function typicalSize(sizes: Float64Array, whole: number): number {
  const typical = sizes.sort()[Math.floor(sizes.length / 10)] ?? 0;
  return typical > 1e-3 * whole ? typical : whole;
}

/** The frames gathered in cells of equal time: where each cell begins. */
function startsOf(time: Float64Array): Uint32Array {
  const start = time[0] ?? 0, span = (time[time.length - 1] ?? 0) - start || 1, starts = new Uint32Array(CELLS + 1);
  for (const t of time) starts[Math.floor(((t - start) / span) * (CELLS - 1)) + 1]!++;
  for (let k = 0; k < CELLS; k++) starts[k + 1]! += starts[k]!;
  return starts;
}

/** The cells around one that have a say in it. */
function windowOf(k: number): { first: number; end: number } {
  const reach = Math.ceil(CELLS * OUTLOOK);
  return { first: Math.max(0, k - reach), end: Math.min(CELLS, k + reach + 1) };
}
