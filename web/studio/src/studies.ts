// What runs behind: one thing after the other on an engine of its own, given up as soon as the model changes.
import type { Client } from "../../engine/client.mjs";
import type { Answer, Request } from "../../engine/service.mjs";
import type { Session } from "./session";

/** What only the whole engine answers; on a host it is another one, loaded when it is first wanted. */
const WHOLE: Request["kind"][] = ["analyze", "check", "sweep", "slopes", "export"];

export class Studies {
  private whole: Client | null = null;
  private chain: Promise<unknown> = Promise.resolve();
  private generation = 0;

  constructor(private readonly session: Session, private readonly client: Client, private readonly beginWhole: () => Client) {
    session.onChange(() => this.generation++);
  }

  /** Answers null if the model has changed meanwhile. */
  ask(request: Omit<Request, "text" | "name" | "values" | "files">): Promise<Answer | null> {
    const generation = this.generation;
    const { text, name, values, files } = this.session;
    const asked = this.chain.then(async () => {
      if (generation !== this.generation) return null;
      const answer = await this.clientFor(request.kind).ask({ ...request, text, name, values, files });
      return generation === this.generation && !answer.superseded ? answer : null;
    });
    this.chain = asked.catch(() => null);
    return asked;
  }

  /** Of any text, not that of the page; answered as superseded if nobody wants it any more when its turn comes. */
  askFor(request: Request, isWanted = (): boolean => true): Promise<Answer> {
    const asked = this.chain.then((): Promise<Answer> | Answer => (isWanted() ? this.clientFor(request.kind).ask(request) : { superseded: true }));
    this.chain = asked.catch(() => null);
    return asked;
  }

  private clientFor(kind: Request["kind"]): Client {
    return WHOLE.includes(kind) ? (this.whole ??= this.beginWhole()) : this.client;
  }

  stop(): void {
    this.generation++;
    this.client.cancel();
    this.whole?.cancel();
  }
}
