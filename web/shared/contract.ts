// What a page shows: a motion, fed from the data of a report or from live tables of an engine, and what was found about it.
// Every series is an array of numbers, one for each frame, and "no value" is a NaN. Arrays are only read, never changed.

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
export interface Segment extends Named {
  kind: "beam" | "rope" | "spring";
  from: Place;
  to: Place;
}
export interface Ball extends Named {
  kind: "ball";
  at: Place;
  /** NaN where the page chooses a size. */
  radius: Track;
}
export interface Box extends Named {
  kind: "box";
  at: Place;
  size: [number, number, number];
  angle: Track;
  attitude: Attitude | null;
}
/** Turns about the third axis of its attitude. */
export interface Wheel extends Named {
  kind: "wheel";
  at: Place;
  radius: Track;
  angle: Track;
  attitude: Attitude | null;
}
export interface Axes extends Named {
  kind: "frame";
  at: Place;
  /** Of the box that has the body's mass and inertia, if it is known. */
  size: [number, number, number] | null;
  attitude: Attitude | null;
}
/** Part of a circle in the plane, from an angle on; the sweep may be more than a turn, or negative. */
export interface Arc extends Named {
  kind: "arc";
  at: Place;
  radius: Track;
  sweep: Track;
  angle: Track;
}
export interface Trail extends Named {
  kind: "trail";
  of: Place;
}
export interface Ground extends Named {
  kind: "ground";
  height: Track;
}
export type Shape = Segment | Arc | Ball | Box | Wheel | Axes | Trail | Ground;

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
