// Reads what the program found about the equations, from the page or from the engine in it.
import type { Motion, Quantity, Run } from "../../../shared/contract";
import { readRun } from "../../../shared/data";
import { unpack } from "../../../shared/packed";
import { isObject, type Json, list, number, object, objects, text, texts } from "../../../shared/read";

export interface Mode {
  re: number;
  im: number;
  frequency: number;
  damping: number;
  /** Of each coordinate its displacement, as a complex number. */
  shape: { name: string; re: number; im: number }[];
}

export interface Equilibrium {
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

export interface Notebook {
  version: string;
  title: string;
  mode: string;
  derivation: string;
  linear: string;
  noLinear: string;
  analysis: Analysis | null;
  /** Of parameters whose values were given to the program. */
  values: Record<string, string>;
  whole: string[];
  complaint: string;
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

function readEquilibrium(e: Json, of: Run): Equilibrium {
  return {
    kind: text(e.kind), stability: text(e.stability), why: text(e.why), degenerate: e.degenerate === true,
    place: objects(e.place).map((x) => ({ name: text(x.name), label: "", unit: text(x.unit), angle: x.angle === true, value: number(x.value) })),
    modes: objects(e.modes).map(readMode),
    machine: readRun({ title: of.title, units: of.units, space: of.space, up: of.up, length: of.length, time: [0], shapes: e.shapes }),
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

function readNotebook(value: unknown, of: Run): Notebook {
  const d = object(value);
  return {
    version: text(d.lagrangia), title: text(d.title) || "Equations of a machine", mode: text(d.mode), derivation: text(d.derivation),
    linear: text(d.linear), noLinear: text(d.no_linear), analysis: readAnalysis(d.analysis, of), whole: texts(d.whole),
    values: Object.fromEntries(Object.entries(object(d.values)).map(([name, x]) => [name, text(x)])), complaint: "",
  };
}

/** What stands in this page, packed or as plain JSON. */
export async function notebookOf(page: Document, of: Run): Promise<Notebook> {
  const source = (page.getElementById("lagrangia-notebook")?.textContent ?? "").trim();
  try {
    return readNotebook(source.startsWith("{") ? JSON.parse(source) : (await unpack(source)).words, of);
  } catch (fault) {
    return { ...readNotebook({}, of), complaint: `The data of this page cannot be read: ${String(fault)}` };
  }
}
