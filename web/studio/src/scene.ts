// A run as the engine tells it, as the run that scenes, plots and tables show.
import type { Answer } from "../../engine/service.mjs";
import type { Run } from "../../shared/contract";
import { readRun } from "../../shared/data";

export function runOf(answer: Answer): Run | null {
  const { scene } = answer;
  return scene && scene.frames > 0 ? readRun(JSON.parse(scene.words), scene) : null;
}
