// Reads and checks the data that the program wrote into the page.
import type { Arrow, Attitude, Column, Figure, Happening, Parameter, Place, Quantity, Run, Shape, Track } from "./contract";
import { unpack } from "./packed";
import { cursorAt } from "./sample";
import { shapeRow } from "./shapes";
import { type Json, isObject, list, number, object, objects, text, texts } from "./read";

/** Reads series that must have one number for each frame. Anything else is a complaint, and a series without values. */
class SeriesReader {
  readonly complaints: string[] = [];
  constructor(readonly frames: number, private readonly tables: Float64Array[]) {}

  track(value: unknown, what: string): Track {
    if (typeof value === "number") return value;
    if (value === null || value === undefined) return NaN;
    return this.series(value, what);
  }

  /** One number for each frame: a table, a list, or the same number always. */
  series(value: unknown, what: string): Float64Array {
    const table = isObject(value) ? this.tables[number(value.table)] : undefined;
    if (table) return table;
    if (typeof value === "number" || value === null) return new Float64Array(this.frames).fill(value ?? NaN);
    const values = list(value);
    if (values.length !== this.frames) {
      this.complaints.push(`${what} has ${values.length} values for ${this.frames} frames and is left out.`);
      return new Float64Array(this.frames).fill(NaN);
    }
    return Float64Array.from(values, number);
  }

  place(value: unknown, what: string): Place {
    const v = object(value);
    const z = v.z === undefined ? 0 : this.track(v.z, what);
    return { x: this.track(v.x, what), y: this.track(v.y, what), z };
  }

  attitude(value: unknown, what: string): Attitude | null {
    const entries = list(value);
    return entries.length === 9 ? entries.map((entry) => this.track(entry, what)) : null;
  }
}

/** The numbers of a shape by the fields of its row. */
function readShape(s: Json, number_: number, reader: SeriesReader): Shape | null {
  const kind = text(s.kind);
  const row = shapeRow(kind);
  if (!row) {
    reader.complaints.push(`A shape of the unknown kind '${kind}' is left out.`);
    return null;
  }
  const name = text(s.name) || `${kind} ${number_ + 1}`;
  const shape: Shape = { row, name, at: { x: 0, y: 0, z: 0 }, to: null, size: [NaN, NaN, NaN], sweep: NaN, angle: 0, attitude: null };
  for (const field of row.fields) READERS[field.kind]?.(shape, s[field.name], field.first, reader);
  return shape;
}

type FieldReader = (shape: Shape, value: unknown, first: string, reader: SeriesReader) => void;

/** By what a field is. */
const READERS: Record<string, FieldReader> = {
  PLACE: (shape, value, first, reader) => {
    shape[first === "A" ? "at" : "to"] = reader.place(value, shape.name);
  },
  /** Of a level: its place is there whatever the space is. */
  HEIGHT: (shape, value, _first, reader) => {
    const height = reader.track(value, shape.name);
    shape.at = { x: 0, y: height, z: height };
  },
  LENGTH: (shape, value, _first, reader) => {
    const length = reader.track(value, shape.name);
    shape.size = [length, length, length];
  },
  SIDES: (shape, value, _first, reader) => {
    const sides = list(value).map((side) => reader.track(side, shape.name));
    if (sides.length > 1) shape.size = [sides[0]!, sides[1]!, sides[2] ?? 0];
  },
  TURN: (shape, value, first, reader) => {
    if (value !== undefined) shape[first === "SWEEP" ? "sweep" : "angle"] = reader.track(value, shape.name);
  },
  AXES: (shape, value, _first, reader) => {
    shape.attitude = reader.attitude(value, shape.name);
  },
};

const quantity = (q: Json): Quantity => ({
  name: text(q.name),
  label: text(q.label),
  unit: text(q.unit),
  angle: q.angle === true,
});
const figure = (q: Json): Figure => ({ ...quantity(q), value: number(q.value) });
const parameter = (q: Json): Parameter => ({ ...figure(q), low: number(q.low), high: number(q.high) });
const happening = (e: Json): Happening => ({ name: text(e.name), t: number(e.t) });

function readArrow(a: Json, reader: SeriesReader): Arrow {
  const name = text(a.name);
  return { name, on: text(a.on), at: reader.place(a.at, name), force: reader.place(a.force, name), unit: text(a.unit) };
}

const readColumn = (c: Json, reader: SeriesReader): Column => ({
  ...quantity(c),
  group: text(c.group) || "output",
  values: reader.series(c.values, text(c.name)),
});

/** Upward is along z unless the data say otherwise. */
function readUp(value: unknown): [number, number, number] {
  const [x = NaN, y = NaN, z = NaN] = list(value).map(number), size = Math.hypot(x, y, z);
  return size > 0 && size < Infinity ? [x / size, y / size, z / size] : [0, 0, 1];
}

/** Times that run backwards would break every search in them: then there are no frames. */
function readTime(value: unknown, complaints: string[]): Float64Array {
  const time = Float64Array.from(list(value), number);
  const wrong = time.findIndex((t, i) => !Number.isFinite(t) || t < (time[i - 1] ?? -Infinity));
  if (wrong < 0) return time;
  complaints.push(`The times of the frames run backwards at frame ${wrong + 1}: the motion cannot be shown.`);
  return new Float64Array(0);
}

function readCheck(value: unknown): Run["check"] {
  if (!isObject(value)) return null;
  return {
    energyDrift: number(value.energy_drift),
    positionResidual: number(value.position_residual),
    velocityResidual: number(value.velocity_residual),
    lambdaUnique: typeof value.lambda_unique === "boolean" ? value.lambda_unique : null,
  };
}

function readWork(value: unknown): Run["work"] {
  if (!isObject(value)) return null;
  return { method: text(value.method), steps: number(value.steps), tolerance: number(value.tolerance) };
}

function readError(value: unknown): Run["error"] {
  return isObject(value) ? { code: text(value.code), message: text(value.message), t: number(value.t) } : null;
}

/** What is said about the run, apart from its series. */
function readWords(d: Json) {
  return {
    version: text(d.lagrangia),
    model: text(d.model),
    title: text(d.title) || text(d.model) || (text(d.lagrangia) ? "A machine without a name" : "A run without data"),
    source: text(d.source),
    units: d.units !== false,
    length: text(d.length),
    events: objects(d.events).map(happening).filter((e) => Number.isFinite(e.t)),
    end: isObject(d.end) ? { t: number(d.end.t), reason: text(d.end.reason) } : null,
    reports: objects(d.reports).map(figure),
    expects: objects(d.expects).map((e) => ({ text: text(e.text), ok: e.ok === true })),
    parameters: objects(d.parameters).map(parameter),
    check: readCheck(d.check),
    work: readWork(d.work),
    warnings: texts(d.warnings),
    error: readError(d.error),
    equations: objects(d.equations).map((e) => ({ title: text(e.title), mathml: text(e.mathml) })),
    rows: number(d.rows),
    csv: text(d.csv) || null,
  };
}

/** Times that went through the packing are a hair beside those in the words: an event is at the time of its frame. */
function snapped<T extends { t: number }>(at: T, time: Float64Array): T {
  const { index } = cursorAt(time, at.t);
  const near = [time[index], time[index + 1]].find((t) => t !== undefined && Math.abs(t - at.t) <= 1e-9 * (time[time.length - 1]! - time[0]!));
  return near === undefined ? at : { ...at, t: near };
}

/** Reads the words of a report; series are lists in them, or tables. */
export function readRun(value: unknown, tables: Float64Array[] = [], packedTime?: Float64Array): Run {
  const d = object(value);
  const complaints: string[] = [];
  const time = packedTime ?? readTime(d.time, complaints);
  const reader = new SeriesReader(time.length, tables);
  const words = readWords(d);
  const shapes = objects(d.shapes).map((s, i) => readShape(s, i, reader));
  const arrows = objects(d.arrows).map((a) => readArrow(a, reader));
  const columns = objects(d.columns).map((c) => readColumn(c, reader));
  return {
    ...words,
    events: words.events.map((event) => snapped(event, time)),
    end: words.end && snapped(words.end, time),
    space: d.space === 3 ? 3 : 2,
    up: readUp(d.up),
    time,
    columns,
    shapes: shapes.filter((s): s is Shape => s !== null),
    arrows,
    complaints: [...new Set([...complaints, ...reader.complaints])],
  };
}

/** The run in this page, packed or as plain JSON; a page whose data cannot be read says so where its warnings stand. */
export async function readPage(page: Document): Promise<Run> {
  const source = (page.getElementById("lagrangia-data")?.textContent ?? "").trim();
  try {
    if (source.startsWith("{")) return readRun(JSON.parse(source));
    const { words, tables, time } = await unpack(source);
    return readRun(words, tables, time);
  } catch (fault) {
    const run = readRun({});
    run.complaints.push(`The data of this page cannot be read: ${String(fault)}`);
    return run;
  }
}
