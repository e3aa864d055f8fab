// What a page of one file holds for its script: texts in elements of their own, deflated.
import { bytesOf93 } from "./base93.mjs";

export const held = (id: string): string => document.getElementById(id)?.textContent ?? "";

export async function unpacked(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([bytesOf93(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

export const heldModule = async (): Promise<WebAssembly.Module> => WebAssembly.compile(await unpacked(held("held-engine")));

export const unpackedText = async (text: string): Promise<string> => new TextDecoder().decode(await unpacked(text));

/** A worker of a script that the page holds. */
export function workerOf(script: string): Worker {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}
