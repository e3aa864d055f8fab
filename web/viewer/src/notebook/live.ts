// The engine that the page may hold: other values of the parameters move the machine and its equilibria, and modes are drawn.
import { Client } from "../../../engine/client.mjs";
import { type Analysis, readAnalysis } from "../../../shared/analysis";
import { runOf } from "../../../shared/answer";
import type { Run } from "../../../shared/contract";
import { held, heldModule, unpackedText, workerOf } from "../../../shared/held";
import type { Values } from "../../../shared/sliders";

/** Seconds for a run, of which what has been reached is shown, and for an analysis. */
const RUN = 4, ANALYSIS = 20;

interface Found {
  severity: string;
  line: number;
  text: string;
}

interface Answer {
  status?: number;
  superseded?: boolean;
  findings?: Found[];
  parameters?: { name: string; role: string }[];
  text?: string;
  usage?: string;
  scene?: { words: string; numbers: Float64Array; columns: number; frames: number } | null;
}

export interface LiveActs {
  moved(run: Run, parameters: { name: string; role: string }[]): void;
  analysed(analysis: Analysis | null): void;
  /** What is wrong with these values; "": nothing. */
  told(trouble: string): void;
}

export const isLive = (): boolean => held("held-engine") !== "";

const troubleOf = (answer: Answer): string =>
  answer.findings?.find((one) => one.severity === "error")?.text ?? answer.usage ?? "These values give no motion.";

export class Live implements Values {
  values: Record<string, string>;
  private readonly movers: Client;
  private readonly thinkers: Client;
  private turn = 0;

  /** `begin` makes a worker, `code` is the engine. */
  private constructor(private readonly run: Run, values: Record<string, string>, private readonly acts: LiveActs, begin: () => Worker, code: Promise<WebAssembly.Module>) {
    this.values = { ...values };
    this.movers = new Client(begin, code);
    this.thinkers = new Client(begin, code);
  }

  static async begin(run: Run, values: Record<string, string>, acts: LiveActs): Promise<Live> {
    const script = await unpackedText(held("held-worker")), code = heldModule();
    return new Live(run, values, acts, () => workerOf(script), code);
  }

  set(values: Record<string, string>): void {
    this.values = { ...this.values, ...values };
    void this.update();
  }

  takeBack(name?: string): void {
    const { [name ?? ""]: _, ...others } = this.values;
    this.values = name === undefined ? {} : others;
    void this.update();
  }

  /** A mode of an equilibrium in its course. */
  async drawMode(equilibrium: number, mode: number): Promise<string | undefined> {
    const of = { text: this.run.source, name: this.run.model, values: this.values };
    return (await (this.thinkers.ask({ kind: "analyze", mode: [equilibrium, mode], slot: "mode", seconds: ANALYSIS, ...of }) as Promise<Answer>)).text;
  }

  /** Both at once, each in a worker of its own; what is older than the newest values is not shown. */
  private async update(): Promise<void> {
    const turn = ++this.turn, of = { text: this.run.source, name: this.run.model, values: this.values };
    const analysed = this.thinkers.ask({ kind: "analyze", format: "json-scenes", seconds: ANALYSIS, ...of }) as Promise<Answer>;
    const moved = await (this.movers.ask({ kind: "run", run: { frames: true }, seconds: RUN, ...of }) as Promise<Answer>);
    if (!moved.superseded) this.show(moved);
    const found = await analysed;
    if (turn === this.turn && !found.superseded) this.acts.analysed(found.text ? readAnalysis(JSON.parse(found.text), this.run) : null);
  }

  private show(answer: Answer): void {
    const run = runOf(answer);
    this.acts.told(run ? "" : troubleOf(answer));
    if (run) this.acts.moved(run, answer.parameters ?? []);
  }
}
