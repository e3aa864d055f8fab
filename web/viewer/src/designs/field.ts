// A report over two parameters as a field of numbers: of a grid between its own points, else from the designs nearby.
import type { Column } from "./data";

export interface Field {
  width: number;
  height: number;
  /** From the lower left corner, row by row; NaN where nothing is known. */
  at: Float64Array;
}

const [WIDTH, HEIGHT] = [72, 54];
const MOST_GRID = 10000;
const NEARNESS = 4; // the power with which a design loses weight with its distance
const BLUR = 0.6; // of the distance between designs: nearer ones count as if they were so far

const place = (c: Column, i: number): number => (c.high > c.low ? (c.values[i]! - c.low) / (c.high - c.low) : 0.5);

/** Distinct values in order, if there are few of them. */
function steps(c: Column): number[] | null {
  const all = [...new Set(c.values)].filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  return all.length >= 2 && all.length <= 400 ? all : null;
}

/** The mean of the designs with each pair of values; null unless the designs are a grid in these two. */
function gridded(x: Column, y: Column, value: Column, use: Uint8Array): { xs: number[]; ys: number[]; mean: Float64Array } | null {
  const xs = steps(x), ys = steps(y);
  if (!xs || !ys || xs.length * ys.length > Math.min(MOST_GRID, x.values.length)) return null;
  const column = new Map(xs.map((v, k) => [v, k])), row = new Map(ys.map((v, k) => [v, k]));
  const sum = new Float64Array(xs.length * ys.length), count = new Float64Array(xs.length * ys.length);
  for (let i = 0; i < use.length; i++) {
    const k = (row.get(y.values[i]!) ?? 0) * xs.length + (column.get(x.values[i]!) ?? 0);
    if (!use[i] || Number.isNaN(value.values[i]!)) continue;
    sum[k]! += value.values[i]!;
    count[k]! += 1;
  }
  return { xs, ys, mean: sum.map((s, k) => (count[k] ? s / count[k]! : NaN)) };
}

/** Where v lies among the steps: the number before it and the part of the way to the next. */
function between(all: number[], v: number): [number, number] {
  let k = 0;
  while (k + 2 < all.length && v >= all[k + 1]!) k++;
  return [k, Math.min(1, Math.max(0, (v - all[k]!) / (all[k + 1]! - all[k]!)))];
}

function fromGrid(g: { xs: number[]; ys: number[]; mean: Float64Array }, x: number, y: number): number {
  const [i, a] = between(g.xs, x), [k, b] = between(g.ys, y);
  const at = (di: number, dk: number): number => g.mean[(k + dk) * g.xs.length + i + di]!;
  const part = (weight: number, v: number): number => (weight === 0 ? 0 : weight * v);
  return part((1 - a) * (1 - b), at(0, 0)) + part(a * (1 - b), at(1, 0)) + part((1 - a) * b, at(0, 1)) + part(a * b, at(1, 1));
}

/** Shepard's interpolation, An interpolation function for irregularly-spaced data, 1968. */
function fromNeighbours(u: Float64Array, v: Float64Array, w: Float64Array, x: number, y: number): number {
  const near = BLUR ** 2 / u.length;
  let [sum, weights] = [0, 0];
  for (let i = 0; i < u.length; i++) {
    const d = (u[i]! - x) ** 2 + (v[i]! - y) ** 2;
    const weight = 1 / (d + near) ** (NEARNESS / 2);
    sum += weight * w[i]!;
    weights += weight;
  }
  return weights > 0 ? sum / weights : NaN;
}

export function fieldOf(x: Column, y: Column, value: Column, use: Uint8Array): Field {
  const field: Field = { width: WIDTH, height: HEIGHT, at: new Float64Array(WIDTH * HEIGHT).fill(NaN) };
  const grid = gridded(x, y, value, use);
  const known = [...use.keys()].filter((i) => use[i] && !Number.isNaN(value.values[i]!));
  const [u, v, w] = [x, y].map((c) => Float64Array.from(known, (i) => place(c, i))).concat([Float64Array.from(known, (i) => value.values[i]!)]);
  for (let k = 0; k < HEIGHT; k++)
    for (let i = 0; i < WIDTH; i++) {
      const [a, b] = [i / (WIDTH - 1), k / (HEIGHT - 1)];
      field.at[k * WIDTH + i] = grid
        ? fromGrid(grid, x.low + a * (x.high - x.low), y.low + b * (y.high - y.low))
        : fromNeighbours(u!, v!, w!, a, b);
    }
  return field;
}

/** Pieces of the line where the field has this value, as pairs of places in the unit square. */
export function contour(f: Field, level: number): [number, number, number, number][] {
  const pieces: [number, number, number, number][] = [];
  for (let k = 0; k + 1 < f.height; k++)
    for (let i = 0; i + 1 < f.width; i++) {
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => [i + a!, k + b!, f.at[(k + b!) * f.width + i + a!]!] as const);
      const cuts: [number, number][] = [];
      for (let n = 0; n < 4; n++) {
        const p = corners[n]!, q = corners[(n + 1) % 4]!;
        if (p[2] < level === q[2] < level || Number.isNaN(p[2] + q[2])) continue;
        const part = (level - p[2]) / (q[2] - p[2]);
        cuts.push([(p[0] + part * (q[0] - p[0])) / (f.width - 1), (p[1] + part * (q[1] - p[1])) / (f.height - 1)]);
      }
      for (let n = 0; n + 1 < cuts.length; n += 2) pieces.push([...cuts[n]!, ...cuts[n + 1]!]);
    }
  return pieces;
}
