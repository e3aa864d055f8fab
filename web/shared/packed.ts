// Unpacks the data of a report: words as JSON, the times of the frames, and tables of one number for each frame, as
// src/out/report/tables.c packs them.
import { bytesOf } from "./bytes";
import { type Json, list, number, object } from "./read";

const TICKS = 4294967295;

/** What a report holds: the words, in which {"table": k} stands for the k-th table. */
export interface Unpacked {
  words: Json;
  time: Float64Array;
  tables: Float64Array[];
}

async function inflated(text: string): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser is too old to unpack them");
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Takes numbers out of bytes in planes, the highest bytes of all numbers first. */
class Planes {
  private at = 0;
  constructor(private readonly bytes: Uint8Array, private readonly count: number) {}
  next(): Uint32Array {
    const { bytes, count } = this;
    if (this.at + 4 * count > bytes.length) throw new Error("they end too early");
    const numbers = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const k = this.at + i;
      numbers[i] = ((bytes[k]! << 24) | (bytes[k + count]! << 16) | (bytes[k + 2 * count]! << 8) | bytes[k + 3 * count]!) >>> 0;
    }
    this.at += 4 * count;
    return numbers;
  }
}

const word = new DataView(new ArrayBuffer(4));

/** Of neighbouring numbers the bits are neighbours. */
function rankOf(x: number): number {
  word.setFloat32(0, x);
  const bits = word.getUint32(0);
  return (bits >>> 31 ? ~bits : bits | 0x80000000) >>> 0;
}
function ofRank(rank: number): number {
  word.setUint32(0, (rank >>> 31 ? rank & 0x7fffffff : ~rank) >>> 0);
  return word.getFloat32(0);
}

/** What the three places before make one expect, on a parabola; fewer at the beginning and after a jump. */
function expected(x: Float32Array, t: Float64Array, i: number): number {
  let known = 0;
  while (known < 3 && known < i && Number.isFinite(x[i - known - 1]!) && (known === 0 || t[i - known - 1]! < t[i - known]!)) known++;
  if (known === 0) return 0;
  if (known === 1 || t[i] === t[i - 1]) return x[i - 1]!;
  const h = t[i]! - t[i - 1]!;
  const slope = (x[i - 1]! - x[i - 2]!) / (t[i - 1]! - t[i - 2]!);
  if (known === 2) return Math.fround(x[i - 1]! + slope * h);
  const earlier = (x[i - 2]! - x[i - 3]!) / (t[i - 2]! - t[i - 3]!);
  const bend = (slope - earlier) / (t[i - 1]! - t[i - 3]!);
  return Math.fround(x[i - 1]! + h * (slope + bend * (t[i]! - t[i - 2]!)));
}

function tableOf(steps: Uint32Array, ticks: Float64Array, from: number): Float64Array {
  const x = new Float32Array(steps.length);
  const table = new Float64Array(steps.length);
  for (let i = 0; i < steps.length; i++) {
    const guess = expected(x, ticks, i);
    const step = (steps[i]! >>> 1) ^ (steps[i]! & 1 ? 0xffffffff : 0);
    x[i] = ofRank((rankOf(Number.isFinite(guess) ? guess : 0) + step) >>> 0);
    table[i] = x[i]! + from;
  }
  return table;
}

/** A run's times as the parts of it that they are. */
function timesOf(steps: Uint32Array, words: Json): { ticks: Float64Array; time: Float64Array } {
  const [start, stop] = [number(words.start), number(words.stop)];
  const ticks = new Float64Array(steps.length);
  let now = 0;
  steps.forEach((step, i) => (ticks[i] = now = (now + step) >>> 0));
  const time = ticks.map((tick) => (tick === TICKS ? stop : start + (tick / TICKS) * (stop - start)));
  return { ticks, time };
}

export async function unpack(text: string): Promise<Unpacked> {
  const bytes = await inflated(text);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const words = object(JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))));
  const frames = number(words.frames) || 0;
  if (frames === 0) return { words, time: new Float64Array(0), tables: [] };
  const planes = new Planes(bytes.subarray(4 + length), frames);
  const { ticks, time } = timesOf(planes.next(), words);
  const tables = list(words.from).map((from) => tableOf(planes.next(), ticks, number(from)));
  return { words, time, tables };
}
