// Runs the model whenever it changes: the newest request wins, and a long run shows what it has so far.
import type { Client } from "../../engine/client.mjs";
import type { Answer, Request } from "../../engine/service.mjs";
import { Later } from "../../shared/later";
import type { Near } from "./near";
import type { Change, Design, Session } from "./session";

/** Seconds for the first picture, and for those after it as long as the run is not done: below what makes a newer request impatient. */
const BUDGETS = [0.25, 1, 4, 16];
/** After a change of the text whose picture came at once, the text is read as a whole when nothing has come for so long (ms). */
const CALM = 250;
const OK = 0, MODEL = 1, USAGE = 2, INTERRUPTED = 130;

/** What was asked for the first picture of a model, before the page was there that shows it. */
export interface Ahead {
  design: Design;
  answer: Promise<Answer>;
}

export function askAhead(client: Client, { text, name, values }: Design): Ahead {
  return { design: { text, name, values }, answer: client.ask({ kind: "run", text, name, values, files: {}, run: { frames: true }, seconds: BUDGETS[0]! }) };
}

export interface LiveActs {
  /** An answer with a scene; `isPresent`: it is of the model as it is now. */
  shown(answer: Answer, isPresent: boolean): void;
  /** The model as it is now cannot be run. */
  refused(answer: Answer): void;
  /** How far a long run has come, from 0 to 1; NaN: not known. null: nothing is under way. */
  working(part: number | null): void;
}

export class Live {
  private generation = 0;
  /** Whether the model as it is now has been run to its end, or the run was stopped. */
  isAtRest = true;
  private readonly session: Session;
  private readonly client: Client;
  private readonly acts: LiveActs;

  private readonly near: Near;
  /** The newest that is shown. */
  private shown = 0;
  private readonly whole = new Later(() => void this.run());
  private ahead: Ahead | null;

  constructor(session: Session, client: Client, near: Near, ahead: Ahead | null, acts: LiveActs) {
    [this.session, this.client, this.near, this.ahead, this.acts] = [session, client, near, ahead, acts];
    session.onChange((change) => this.change(change));
  }

  private change(change: Change): void {
    this.whole.cancel();
    this.near.wait();
    if (change === "text") this.near.follow(this.session.text, this.session.mild);
    const answer = change === "model" || (change === "values" && this.near.isOld) ? null : this.near.answer(this.session);
    if (!answer) return void this.run();
    this.shown = ++this.generation;
    this.acts.shown(answer, true);
    if (change === "values") return this.rest();
    this.isAtRest = false;
    this.whole.in(CALM);
  }

  request(): Request {
    const { text, name, values, files } = this.session;
    return { kind: "run", text, name, values, files };
  }

  stop(): void {
    this.generation++;
    this.client.cancel();
    this.rest();
  }

  async run(): Promise<void> {
    const generation = ++this.generation;
    this.isAtRest = false;
    const isPresent = (): boolean => generation === this.generation;
    const timer = setTimeout(() => isPresent() && this.acts.working(NaN), 400);
    for (const seconds of BUDGETS) {
      const answer = await (this.takeAhead() ?? this.client.ask({ ...this.request(), run: { frames: true }, seconds },
        ({ t, until }) => isPresent() && this.acts.working(Number.isFinite(until) ? t / until : NaN)));
      if (answer.superseded && !isPresent()) break;
      if (isPresent() && answer.status === USAGE && (await this.dropUnknown())) continue;
      if (answer.scene && generation > this.shown) this.acts.shown(answer, isPresent());
      else if (isPresent()) this.acts.refused(answer);
      if (isPresent()) this.near.prepare(this.session, answer, CALM);
      if (!isPresent() || answer.status !== INTERRUPTED || !answer.scene) break;
    }
    clearTimeout(timer);
    if (isPresent()) this.rest();
  }

  /** The answer that is on its way already, if it is the one that is wanted. */
  private takeAhead(): Promise<Answer> | null {
    const { ahead, session } = this, { text, name, values, files } = session;
    this.ahead = null;
    const isWanted = ahead && JSON.stringify([text, name, values, files]) === JSON.stringify([ahead.design.text, ahead.design.name, ahead.design.values, {}]);
    return isWanted ? ahead.answer : null;
  }

  private rest(): void {
    this.isAtRest = true;
    this.acts.working(null);
  }

  /** Values of parameters that the text does not have any more are forgotten. */
  private async dropUnknown(): Promise<boolean> {
    const { values: _, ...request } = this.request();
    const answer = await this.client.ask({ ...request, slot: "names", run: {}, seconds: 0.05 });
    return answer.parameters !== undefined && this.session.keepOnly(new Set(answer.parameters.map((p) => p.name)));
  }
}

/** Whether a run has numbers to show. */
export const isRun = (answer: Answer): boolean => answer.status !== undefined && answer.status !== MODEL && answer.status !== USAGE;
export const isWhole = (answer: Answer): boolean => answer.status === OK || answer.status === 4;
