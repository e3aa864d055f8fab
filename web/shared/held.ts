// What a page of one file holds for its script: texts in elements of their own, deflated.
import { bytesOf93 } from "./base93.mjs";

export const held = (id: string): string => document.getElementById(id)?.textContent ?? "";

const streamOf = (text: string): ReadableStream => new Blob([bytesOf93(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));

export const unpacked = (text: string): Promise<ArrayBuffer> => new Response(streamOf(text)).arrayBuffer();

/** Compiled while it still comes, whatever its host calls it. */
export const compiled = (code: ReadableStream | null): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(new Response(code, { headers: { "content-type": "application/wasm" } }));

export const heldModule = (): Promise<WebAssembly.Module> => compiled(streamOf(held("held-engine")));

export const unpackedText = async (text: string): Promise<string> => new TextDecoder().decode(await unpacked(text));

/** A worker of a script that the page holds. */
export function workerOf(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}
