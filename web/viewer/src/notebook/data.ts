// Reads what the program found about the equations.
import { type Analysis, readAnalysis } from "../../../shared/analysis";
import type { Run } from "../../../shared/contract";
import { unpack } from "../../../shared/packed";
import { object, text, texts } from "../../../shared/read";

export interface Notebook {
  version: string;
  title: string;
  mode: string;
  derivation: string;
  linear: string;
  noLinear: string;
  analysis: Analysis | null;
  /** Of parameters whose values were given to the program. */
  values: Record<string, string>;
  whole: string[];
  complaint: string;
}

function readNotebook(value: unknown, of: Run): Notebook {
  const d = object(value);
  return {
    version: text(d.lagrangia), title: text(d.title) || "Equations of a machine", mode: text(d.mode), derivation: text(d.derivation),
    linear: text(d.linear), noLinear: text(d.no_linear), analysis: readAnalysis(d.analysis, of), whole: texts(d.whole),
    values: Object.fromEntries(Object.entries(object(d.values)).map(([name, x]) => [name, text(x)])), complaint: "",
  };
}

/** What stands in this page, packed or as plain JSON. */
export async function notebookOf(page: Document, of: Run): Promise<Notebook> {
  const source = (page.getElementById("lagrangia-notebook")?.textContent ?? "").trim();
  try {
    return readNotebook(source.startsWith("{") ? JSON.parse(source) : (await unpack(source)).words, of);
  } catch (fault) {
    return { ...readNotebook({}, of), complaint: `The data of this page cannot be read: ${String(fault)}` };
  }
}
