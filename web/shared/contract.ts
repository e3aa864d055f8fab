// What a page shows: a motion, fed from the data of a report or from live tables of an engine, and what was found about it.
// Every series is an array of numbers, one for each frame, and "no value" is a NaN. Arrays are only read, never changed.

import type { ShapeRow } from "./shapes";

/** A number for each frame, or one number that never changes. NaN stands for "no value". */
export type Track = Float64Array | Float32Array | number;

export interface Place {
  x: Track;
  y: Track;
  z: Track;
}

export interface Point {
  x: number;
  y: number;
  z: number;
}

/** Nine tracks, row by row: what takes the body's axes to those of space. */
export type Attitude = Track[];

interface Named {
  name: string;
}
/** A shape of the table, with its numbers. */
export interface Shape extends Named {
  row: ShapeRow;
  /** Its place, or the first of its two ends; of a level, a point of it. */
  at: Place;
  to: Place | null;
  /** Its sides, or three times its radius; NaN where the page chooses a size. */
  size: [Track, Track, Track];
  /** How far an arc goes from the angle on; more than a turn, or negative. */
  sweep: Track;
  angle: Track;
  attitude: Attitude | null;
}

export interface Arrow extends Named {
  on: string;
  at: Place;
  force: Place;
  unit: string;
}

export interface Quantity extends Named {
  label: string;
  unit: string;
  angle: boolean;
}
export interface Column extends Quantity {
  group: string;
  values: Float64Array | Float32Array;
}
export interface Figure extends Quantity {
  value: number;
}
export interface Parameter extends Figure {
  low: number;
  high: number;
}
export interface Happening extends Named {
  t: number;
}
export interface Expectation {
  text: string;
  ok: boolean;
}
export interface Failure {
  code: string;
  message: string;
  t: number;
}
export interface Check {
  energyDrift: number;
  positionResidual: number;
  velocityResidual: number;
  lambdaUnique: boolean | null;
}
export interface Work {
  method: string;
  steps: number;
  tolerance: number;
}
export interface Equations {
  title: string;
  mathml: string;
}

/** What moves: all that scenes, plots and the time line need. Two frames share one time where the motion jumps. */
export interface Motion {
  title: string;
  units: boolean;
  /** The unit of the scene's lengths, empty without units. */
  length: string;
  space: 2 | 3;
  /** In space: the direction that is upward, of unit length. */
  up: [number, number, number];
  /** The times of the frames, never decreasing. */
  time: Float64Array;
  columns: Column[];
  shapes: Shape[];
  arrows: Arrow[];
  events: Happening[];
}

/** A motion with all that a report says about it. */
export interface Run extends Motion {
  version: string;
  model: string;
  source: string;
  end: { t: number; reason: string } | null;
  reports: Figure[];
  expects: Expectation[];
  parameters: Parameter[];
  check: Check | null;
  work: Work | null;
  warnings: string[];
  error: Failure | null;
  equations: Equations[];
  rows: number;
  csv: string | null;
  /** What was left out because it is not as the contract says; shown with the warnings. */
  complaints: string[];
}
