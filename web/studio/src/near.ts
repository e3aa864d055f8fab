// An engine of the page itself, for changes of numbers: what a worker has run in a few milliseconds is run here at once, so that the picture
// comes with the movement of the hand and not a frame later. It derives nothing while somebody waits: another machine is asked of a worker.
import { Engine, type Model } from "../../engine/engine.mjs";
import { type Answer, type Request, runAnswer } from "../../engine/service.mjs";
import { Later } from "../../shared/later";
import type { Mild, Session } from "./session";

/** What a worker has derived and run in so many ms is made ready here (the first of all runs finds nothing warm, and takes longer than the
    next); and if it can be run again in so many, it is run here. Of so many tries the quickest counts, for a processor has more to do. */
const [READ, COLD, SHORT, TRIES] = [250, 1000, 50, 6];
/** Seconds of a run, at most: then a worker takes it. */
const PATIENCE = 0.25;
const BYTES = 128e6;
const OK = 0, UNMET = 4;

const asked = (text: string): Request => ({ kind: "run", text, run: { frames: true } });

export class Near {
  private engine: Engine | null = null;
  private model: Model | null = null;
  /** What the model was read from, and the text that it stands for now with its numbers. */
  private name = "";
  private text = "";
  private tables: Record<string, string> = {};
  private roles = new Map<string, string>();
  private findings = 0;
  /** Numbers as they are in the text, where it has other ones than it was read with. */
  private written = new Map<string, string>();
  /** Numbers that are in force. */
  private present = new Map<string, string>();
  /** What was answered last, for the numbers that are in force. */
  private last: Answer | null = null;
  private readonly later = new Later(() => undefined);
  private isWarm = false;
  /** Whether its labels are those that the text had before. */
  isOld = false;

  constructor(private readonly module: Promise<WebAssembly.Module>) {}

  /** After a run of the present model by a worker: gets ready for more of the same, once nothing has changed for a while. */
  prepare(session: Session, answer: Answer, delay: number): void {
    this.later.cancel();
    if (this.isOld) this.forget();
    const isSuited = (answer.status === OK || answer.status === UNMET) && (answer.took ?? Infinity) < (this.isWarm ? READ : COLD);
    this.isWarm = true;
    if (!isSuited || this.isOf(session)) return;
    const { text, name, tables } = session;
    this.later.in(delay, () => void this.read(text, name, tables, session.files));
  }

  /** What is there is for another text. */
  wait(): void {
    this.later.cancel();
  }

  private isOf({ text, name, tables }: Session): boolean {
    return this.model !== null && this.text === text && this.name === name && this.tables === tables;
  }

  private async read(text: string, name: string, tables: Record<string, string>, files: Record<string, string>): Promise<void> {
    try {
      this.engine ??= await Engine.load(await this.module);
      this.forget();
      this.engine.setFiles(files);
      this.engine.setLimits({ seconds: PATIENCE, bytes: BYTES });
      const model = this.engine.parse(text, { name });
      [this.model, this.text, this.name, this.tables] = [model, text, name, tables];
      this.roles = new Map(model.list("parameter").map((info) => [info.name, info.role]));
      this.findings = model.findings().length;
      if (model.status !== OK || !this.isQuick(model, text)) this.forget();
    } catch {
      this.giveUp();
    }
  }

  private forget(): void {
    this.model?.destroy();
    this.model = this.last = null;
    this.isOld = false;
    this.written.clear();
    this.present.clear();
  }

  /** An engine that is broken takes its models with it. */
  private giveUp(): void {
    this.model = this.engine = null;
    this.forget();
  }

  /** The first of its runs derives, and tells nothing of the others. */
  private isQuick(model: Model, text: string): boolean {
    for (let i = 0; i <= TRIES; i++) {
      const since = performance.now();
      if (!this.isDone(runAnswer(model, asked(text)))) return false;
      const took = performance.now() - since;
      if (i > 0 && took < SHORT) return true;
      if (i > 0 && took > READ) return false;
    }
    return false;
  }

  private readonly isDone = (answer: Answer): boolean => (answer.status === OK || answer.status === UNMET) && !!answer.scene;

  /** The text goes on to mean the same machine. */
  follow(text: string, mild: Mild | null): void {
    if (!this.model || !mild || mild.before !== this.text || this.findings > 0) return;
    this.text = text;
    this.isOld ||= mild.isLabel === true;
    if (mild.dial) this.written.set(mild.dial.name, mild.dial.value);
  }

  /** A run of the model as it is now; null if a worker must be asked. */
  answer(session: Session): Answer | null {
    if (!this.isOf(session) || !this.engine) return null;
    const wanted = new Map([...this.written, ...Object.entries(session.values)]);
    try {
      this.engine.setLimits({ seconds: PATIENCE, bytes: BYTES });
      if (!this.dial(wanted)) return null;
      if (this.last) return this.last;
      const result = runAnswer(this.model!, asked(session.text));
      if (this.isDone(result)) return (this.last = { ...result, findings: this.model!.findings() });
      this.forget();
    } catch {
      this.giveUp();
    }
    return null;
  }

  /** Sets what differs; false if the machine would be another one, or a number is taken back to what the text says. */
  private dial(wanted: Map<string, string>): boolean {
    if ([...this.present.keys()].some((name) => !wanted.has(name))) {
      this.forget();
      return false;
    }
    for (const [name, value] of wanted) {
      if (value === this.present.get(name)) continue;
      if (this.roles.get(name) !== "continuous") return false;
      this.last = null;
      this.model!.set(name, value);
      this.present.set(name, value);
    }
    return true;
  }
}
