// Links that hold a model: its text, changed parameters, the time and the view, deflated behind "#m=".
import { bytesOf } from "../../shared/bytes";
import type { Design, Values } from "./session";

export interface Shared extends Design {
  /** Seconds on the time line; NaN: from the start. */
  time: number;
  view: string;
}

/** A link is from strangers: more than this is no model. */
const LONGEST_LINK = 200_000, LONGEST_TEXT = 400_000, MOST_VALUES = 500, LONGEST_VALUE = 60;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("the link holds too much");
    }
    parts.push(next.value);
  }
  const all = new Uint8Array(length);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** Base 64 with letters that links keep as they are. */
const written = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const read = (text: string): Uint8Array<ArrayBuffer> => bytesOf(text.replace(/-/g, "+").replace(/_/g, "/"));

export async function writeLink(shared: Shared): Promise<string> {
  const { name, text, values, time, view } = shared;
  const data = { n: name, t: text, ...(Object.keys(values).length ? { p: values } : {}), ...(Number.isFinite(time) && time > 0 ? { s: Number(time.toPrecision(6)) } : {}), ...(view ? { v: view } : {}) };
  const bytes = new TextEncoder().encode(JSON.stringify(data)) as Uint8Array<ArrayBuffer>;
  return `#m=${written(await through(bytes, new CompressionStream("deflate-raw"), Infinity))}`;
}

/** What a link holds; null if it holds no model. Throws where it is broken or holds too much. */
export async function readLink(hash: string): Promise<Shared | null> {
  if (!hash.startsWith("#m=")) return null;
  if (hash.length > LONGEST_LINK) throw new Error("the link is too long");
  const bytes = await through(read(hash.slice(3)), new DecompressionStream("deflate-raw"), LONGEST_TEXT);
  const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Record<string, unknown>;
  if (typeof data !== "object" || data === null || typeof data.t !== "string") throw new Error("the link holds no model");
  return {
    name: typeof data.n === "string" ? data.n.slice(0, 100) : "model.lgr", text: data.t, values: valuesOf(data.p),
    time: typeof data.s === "number" ? data.s : NaN, view: typeof data.v === "string" ? data.v.slice(0, 40) : "",
  };
}

function valuesOf(value: unknown): Values {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].length < LONGEST_VALUE);
  return Object.fromEntries(entries.slice(0, MOST_VALUES));
}
