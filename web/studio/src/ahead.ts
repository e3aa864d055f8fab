// What is begun before the page is put together: the engine in a worker, and the first run of the model that the page opens with.
import { Client } from "../../engine/client.mjs";
import { readDraft } from "./drafts";
import { beginWorker, engineModule, exampleFiles, prepareWorkers, writtenModel } from "./held";
import { readLink, type Shared } from "./link";
import { type Ahead, askAhead } from "./live";
import { notice } from "./notice";

const FIRST = "trebuchet/hinged.lgr";

/** The model of the link, of the program that wrote the page, or of the draft; or the first example. */
export async function firstModel(files: Promise<Record<string, string>>): Promise<Shared> {
  const plain = { values: {}, time: NaN, view: "" };
  notice("");
  try {
    const shared = await readLink(location.hash);
    if (shared) return shared;
  } catch (error) {
    notice(`The link cannot be opened: ${error instanceof Error ? error.message : "it is broken"}.`);
  }
  const written = writtenModel();
  if (written) return { ...plain, ...written, isFile: true };
  const draft = readDraft();
  if (draft) return { ...plain, ...draft };
  return { ...plain, name: FIRST.split("/")[1]!, text: (await files)[FIRST] ?? "" };
}

export interface Begun {
  module: Promise<WebAssembly.Module>;
  client: Client;
  files: Promise<Record<string, string>>;
  shared: Promise<Shared>;
  ahead: Promise<Ahead>;
}

export async function beginAhead(): Promise<Begun> {
  await prepareWorkers();
  const module = engineModule(), client = new Client(beginWorker, module);
  void client.beginWorker(); // which takes a while, beside the page
  const files = exampleFiles(), shared = firstModel(files);
  return { module, client, files, shared, ahead: shared.then((design) => askAhead(client, design)) };
}
