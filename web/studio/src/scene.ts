// A run as the engine tells it, as the run that scenes, plots and tables show.
import type { Answer } from "../../engine/service.mjs";
import type { Run } from "../../shared/contract";
import { readRun } from "../../shared/data";

export function runOf(answer: Answer): Run | null {
  const { scene } = answer;
  if (!scene || scene.frames === 0) return null;
  const [time, ...tables] = Array.from({ length: scene.columns }, (_, k) => scene.numbers.subarray(k * scene.frames, (k + 1) * scene.frames));
  return readRun(JSON.parse(scene.words), tables, time);
}
