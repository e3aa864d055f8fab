// Drags a body of the picture, at the start of the motion: numbers at which coordinates start, or parameters, change so that it comes
// to the hand. How it depends on them is asked of the engine, by differences.
import type { Client } from "../../engine/client.mjs";
import type { Answer } from "../../engine/service.mjs";
import type { Info } from "../../engine/engine.mjs";
import type { Point } from "../../shared/contract";
import { type Body, bodiesOf, type Hold } from "../../shared/look";
import { cursorOf, samplePlace } from "../../shared/sample";
import type { Editor } from "./editor";
import { runOf } from "../../shared/answer";
import type { Design, Session } from "./session";
import type { Stage } from "./stage";

/** A number that may change: where it stands in the text, or the parameter that it is. */
interface Dial {
  value: number;
  /** The design with another value. */
  put(design: Design, value: number): Design;
  /** Changes what the page shows. */
  set(value: number): void;
}

type Flat = { x: number; y: number };
const DIGITS = 5, STEP = 1e-4, DAMPING = 1e-3, TRIES = 8, CLOSE = 2e-3, SHORT = 1e-9, SECONDS = 2;

const written = (value: number): string => String(Number(value.toPrecision(DIGITS)));
const length = (a: Flat): number => Math.hypot(a.x, a.y);

/** The number behind "NAME =" of a coordinate's declaration, if the start is a plain number. */
function startOf(text: string, { line, column, length: size }: Info): { from: number; to: number; value: number } | null {
  const lines = text.split("\n"), shown = [...(lines[line - 1] ?? "")];
  const head = shown.slice(0, column - 1 + size).join(""), rest = shown.slice(column - 1 + size).join("");
  const found = /^(\s*=\s*)(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=\s*(?:[^\W\d_][^\s,"#]*\s*)?(?:$|[,"#\r]))/u.exec(rest);
  if (!found) return null;
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + head.length + found[1]!.length;
  return { from, to: from + found[2]!.length, value: Number(found[2]) };
}

export class Grab implements Hold {
  private body = "";
  private target: Flat | null = null;
  private isBusy = false;

  constructor(private readonly stage: Stage, private readonly session: Session, private readonly editor: Editor, private readonly client: Client) {}

  isOffered(): boolean {
    const { clock, run } = this.stage;
    return run.space === 2 && !clock.playing && clock.cursor.time === clock.start;
  }

  take(body: Body): void {
    this.body = body.name;
    this.target = null;
  }

  move(to: Flat): void {
    this.target = to;
    if (!this.isBusy) void this.chase();
  }

  drop(): void {
    this.body = "";
  }

  /** As long as the hand goes on. */
  private async chase(): Promise<void> {
    this.isBusy = true;
    for (let target = this.target; target; target = this.target === target ? null : this.target) {
      for (let i = 0, before = Infinity; i < TRIES && this.target === target; i++) {
        const away = await this.approach(target);
        if (!(away < 0.9 * before)) break;
        before = away;
      }
    }
    this.isBusy = false;
  }

  private ask(design: Design): Promise<Answer> {
    const { name, text, values } = design;
    return this.client.ask({ kind: "run", slot: "grab", name, text, values, files: this.session.files, coordinates: true, seconds: SECONDS,
      run: { frames: true, until: this.stage.clock.start + SHORT } });
  }

  private placeIn(answer: Answer): Point | null {
    const run = answer.scene ? runOf(answer) : null, body = run && bodiesOf(run).find((one) => one.name === this.held);
    return run && body ? samplePlace(body.at, cursorOf(run.time, 0)) : null;
  }

  /** What was taken last: the way to it may end after the hand has let it go. */
  private held = "";

  /** One step of Gauss and Newton towards the hand; how far the body was from it before, beside the machine's size. */
  private async approach(target: Flat): Promise<number> {
    this.held = this.body || this.held;
    const design = this.session.copy(), answer = await this.ask(design), at = this.placeIn(answer);
    if (!at) return NaN;
    const gap = { x: target.x - at.x, y: target.y - at.y }, away = length(gap) / (this.stage.size || 1);
    if (away < CLOSE) return NaN;
    for (const numbers of [this.starts(design, answer), this.parameters(answer)]) {
      const slopes = await this.slopes(design, numbers, at);
      const steps = stepsTo(gap, slopes, numbers.map(({ value }) => Math.max(1, Math.abs(value))));
      if (!steps) continue; // it does not depend on them
      if (this.session.text === design.text) numbers.forEach((number, i) => steps[i] && number.set(number.value + steps[i]!));
      return away;
    }
    return NaN;
  }

  private starts(design: Design, answer: Answer): Dial[] {
    return (answer.coordinates ?? []).flatMap((info) => {
      const start = info.role === "declared" ? startOf(design.text, info) : null;
      if (!start) return [];
      const { from, to, value } = start;
      const put = (old: Design, next: number): Design => ({ ...old, text: old.text.slice(0, from) + next + old.text.slice(to) });
      // Others before it in the text may have become longer.
      const set = (next: number): void => {
        const now = startOf(this.session.text, info);
        if (now) this.editor.replace(now.from, now.to, written(next));
      };
      return [{ value, put, set }];
    });
  }

  private parameters(answer: Answer): Dial[] {
    // Not those of the picture, which may be behind the hand.
    const own = answer.scene ? (runOf(answer)?.parameters ?? []) : [];
    return own.filter((p) => Number.isFinite(p.value) && answer.parameters?.find((info) => info.name === p.name)?.role !== "structural").map((p) => {
      const inUnit = (value: number): string => `${value} ${p.unit}`.trim();
      const within = (value: number): number => Math.min(Number.isFinite(p.high) ? p.high : Infinity, Math.max(Number.isFinite(p.low) ? p.low : -Infinity, value));
      return { value: p.value, put: (old, next) => ({ ...old, values: { ...old.values, [p.name]: inUnit(next) } }),
        set: (next) => this.session.set({ [p.name]: inUnit(Number(written(within(next)))) }) };
    });
  }

  private async slopes(design: Design, numbers: Dial[], at: Point): Promise<Flat[]> {
    const found: Flat[] = [];
    for (const number of numbers) {
      const step = STEP * Math.max(1, Math.abs(number.value));
      const moved = this.placeIn(await this.ask(number.put(design, number.value + step)));
      const isThere = moved && Number.isFinite(moved.x + moved.y);
      found.push(isThere ? { x: (moved.x - at.x) / step, y: (moved.y - at.y) / step } : { x: 0, y: 0 });
    }
    return found;
  }
}

/** The smallest changes, each beside its scale, that close the gap as far as they can; null if nothing moves. */
function stepsTo(gap: Flat, slopes: Flat[], scales: number[]): number[] | null {
  let [a, b, c] = [0, 0, 0];
  slopes.forEach(({ x, y }, i) => {
    const weight = scales[i]! ** 2;
    [a, b, c] = [a + weight * x * x, b + weight * x * y, c + weight * y * y];
  });
  const damping = DAMPING * (a + c);
  if (!(damping > 1e-18)) return null;
  [a, c] = [a + damping, c + damping];
  const d = a * c - b * b, u = (c * gap.x - b * gap.y) / d, v = (a * gap.y - b * gap.x) / d;
  const steps = slopes.map(({ x, y }, i) => scales[i]! ** 2 * (x * u + y * v));
  // Near a stretched chain great changes would cancel each other: none may move the body farther than the hand is.
  const most = Math.max(...slopes.map((slope, i) => length(slope) * Math.abs(steps[i]!))) / length(gap);
  return most > 1 ? steps.map((step) => step / most) : steps;
}
