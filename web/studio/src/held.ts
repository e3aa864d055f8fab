// What the page is made of besides its script: beside it on a host, or held inside it in the one-file build.
import type { Begun } from "./ahead";
import { held, heldModule, unpackedText, workerOf } from "../../shared/held";

/** Whether everything is in this one file. */
export const isOneFile = (): boolean => held("held-engine") !== "";

/** The engine, compiled once for all workers; or the one that can also export programs, which is larger. */
export async function engineModule(name = "engine.wasm"): Promise<WebAssembly.Module> {
  if (isOneFile()) return heldModule();
  return WebAssembly.compile(await (await fetch(name)).arrayBuffer());
}

/** Models and tables to begin from, by their paths. */
export async function exampleFiles(): Promise<Record<string, string>> {
  if (isOneFile()) return JSON.parse(await unpackedText(held("held-examples"))) as Record<string, string>;
  return (await fetch("examples.json")).json() as Promise<Record<string, string>>;
}

/** The script of the workers, in the one-file build. */
let workerScript = "";

/** Before the first worker begins. */
export async function prepareWorkers(): Promise<void> {
  if (isOneFile()) workerScript = await unpackedText(held("held-worker"));
}

/** The page of reports, whose place for data is empty. */
export async function reportPage(): Promise<string> {
  return isOneFile() ? await unpackedText(held("held-report")) : (await fetch("report.html")).text();
}

export function beginWorker(): Worker {
  if (!isOneFile()) return new Worker("worker.js");
  return workerOf(workerScript);
}

/** The model that a program has written into the page, if any. */
export function writtenModel(): { name: string; text: string } | null {
  const data = JSON.parse(held("studio-model") || "{}") as { name?: unknown; text?: unknown };
  return typeof data.text === "string" ? { name: String(data.name ?? "model.lgr"), text: data.text } : null;
}

type OpenSpace = typeof import("../../shared/scene3d").openScene3d;

/** What draws in space, once it is loaded. */
export const spaceOpener = (): OpenSpace | undefined => (globalThis as { lagrangiaSpace?: OpenSpace }).lagrangiaSpace;

export async function loadSpace(): Promise<void> {
  if (spaceOpener()) return;
  const script = document.createElement("script");
  if (isOneFile()) script.textContent = await unpackedText(held("held-space"));
  else script.src = "space.js";
  const loaded = new Promise((done, failed) => ([script.onload, script.onerror] = [done, failed]));
  document.head.append(script);
  if (!spaceOpener()) await loaded;
}

/** In the page of one file: what its first script has begun. */
export const theBegun = globalThis as { lagrangiaBegun?: Promise<Begun> };
