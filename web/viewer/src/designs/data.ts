// Reads the designs of a study that the program wrote into the page.
import { unpack } from "../../../shared/packed";
import { type Json, list, number, object, objects, text, texts } from "../../../shared/read";

export interface Column {
  name: string;
  unit: string;
  label: string;
  isReport: boolean;
  /** One for each design; NaN where there is none. */
  values: Float64Array;
  low: number;
  high: number;
}

export interface Designs {
  title: string;
  what: string;
  version: string;
  columns: Column[];
  count: number;
  /** Whether a design keeps all limits; all ones without limits. */
  kept: Uint8Array;
  limits: string[];
  /** Designs of a front, by their numbers. */
  front: Set<number>;
  /** The design that is drawn; -1: none. */
  drawn: number;
  /** The column that matters, and whether it is to be small. */
  goal: number;
  /** A column that is shown over it; -1: none. */
  other: number;
  minimize: boolean;
  complaint: string;
}

function readColumn(c: Json, count: number): Column {
  const values = new Float64Array(count).fill(NaN);
  list(c.values).slice(0, count).forEach((x, i) => (values[i] = number(x)));
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  if (!(low <= high)) [low, high] = [0, 1];
  return { name: text(c.name), unit: text(c.unit), label: text(c.label), isReport: c.report === true, values, low, high };
}

export function readDesigns(value: unknown): Designs {
  const d = object(value);
  const count = number(d.count) || 0;
  const columns = objects(d.columns).map((c) => readColumn(c, count));
  const kept = new Uint8Array(count).fill(1);
  list(d.kept).forEach((x, i) => (kept[i] = x === 0 ? 0 : 1));
  const first = columns.findIndex((c) => c.isReport);
  const goal = columns.findIndex((c) => c.isReport && c.name === text(d.goal));
  return {
    title: text(d.title) || text(d.model) || "Designs",
    what: text(d.what),
    version: text(d.lagrangia),
    columns,
    count,
    kept,
    limits: texts(d.limits),
    front: new Set(list(d.front).map(number)),
    drawn: typeof d.drawn === "number" ? d.drawn : -1,
    goal: goal >= 0 ? goal : Math.max(0, first),
    other: columns.findIndex((c) => c.isReport && c.name === text(d.other)),
    minimize: d.minimize === true,
    complaint: "",
  };
}

/** The designs in this page, packed or as plain JSON. */
export async function readDesignsOf(page: Document): Promise<Designs> {
  const source = (page.getElementById("lagrangia-designs")?.textContent ?? "").trim();
  try {
    return readDesigns(source.startsWith("{") ? JSON.parse(source) : (await unpack(source)).words);
  } catch (fault) {
    return { ...readDesigns({}), complaint: `The data of this page cannot be read: ${String(fault)}` };
  }
}
