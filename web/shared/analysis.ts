// Equilibria, steady motions and conserved quantities, as the engine tells them with what is drawn of each.
import type { Motion, Quantity, Run } from "./contract";
import { readRun } from "./data";
import { isObject, type Json, list, number, object, objects, text } from "./read";

export interface Mode {
  re: number;
  im: number;
  frequency: number;
  damping: number;
  /** Of each coordinate its displacement, as a complex number. */
  shape: { name: string; re: number; im: number }[];
}

export interface Equilibrium {
  /** In the engine's list. */
  number: number;
  kind: string;
  stability: string;
  why: string;
  degenerate: boolean;
  place: (Quantity & { value: number })[];
  modes: Mode[];
  /** The machine there. */
  machine: Motion;
}

export interface Law {
  name: string;
  mathml: string;
  symmetry: string;
  holds: string;
  proved: boolean;
  value: number;
  drift: number;
}

export interface Analysis {
  conserved: Law[];
  equilibria: Equilibrium[];
  found: number;
  none: string;
  note: string;
}

function readShape(value: unknown): Mode["shape"] {
  return Object.entries(object(value)).map(([name, x]) => {
    const parts = list(x);
    return { name, re: parts.length ? number(parts[0]) : number(x), im: parts.length ? number(parts[1]) : 0 };
  });
}

const readMode = (m: Json): Mode => ({ re: number(m.re), im: number(m.im), frequency: number(m.frequency), damping: number(m.damping), shape: readShape(m.shape) });

const readLaw = (c: Json): Law => ({
  name: text(c.name), mathml: text(c.mathml), symmetry: text(c.symmetry), holds: text(c.holds), proved: c.proved !== false, value: number(c.value), drift: number(c.drift),
});

const motionOf = (of: Run, shapes: unknown, time: unknown): Motion => readRun({ title: of.title, units: of.units, space: of.space, up: of.up, length: of.length, time, shapes });

/** A mode in its course, as the engine draws it. */
export function readCourse(value: unknown, of: Run): Motion {
  const { shapes, time } = object(value);
  return motionOf(of, shapes, time);
}

function readEquilibrium(e: Json, of: Run): Equilibrium {
  return {
    number: number(e.number), kind: text(e.kind), stability: text(e.stability), why: text(e.why), degenerate: e.degenerate === true,
    place: objects(e.place).map((x) => ({ name: text(x.name), label: "", unit: text(x.unit), angle: x.angle === true, value: number(x.value) })),
    modes: objects(e.modes).map(readMode),
    machine: motionOf(of, e.shapes, [0]),
  };
}

/** `of`: the machine that the shapes are of. */
export function readAnalysis(value: unknown, of: Run): Analysis | null {
  if (!isObject(value)) return null;
  return {
    conserved: objects(value.conserved).map(readLaw),
    equilibria: objects(value.equilibria).map((e) => readEquilibrium(e, of)),
    found: number(value.found), none: text(value.none), note: text(value.note),
  };
}
