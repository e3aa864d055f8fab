// A run as the engine tells it, as the run that scenes, plots and tables show.
import type { Run } from "./contract";
import { readRun } from "./data";

/** The part of an answer of web/engine that is drawn. */
interface Drawn {
  scene?: { words: string; numbers: Float64Array; columns: number; frames: number } | null;
}

export function runOf(answer: Drawn): Run | null {
  const { scene } = answer;
  if (!scene || scene.frames === 0) return null;
  const [time, ...tables] = Array.from({ length: scene.columns }, (_, k) => scene.numbers.subarray(k * scene.frames, (k + 1) * scene.frames));
  return readRun(JSON.parse(scene.words), tables, time);
}
