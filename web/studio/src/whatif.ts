// Under each slider, how a report depends on it: computed behind, with the present value marked.
import type { Run } from "../../shared/contract";
import { find, reveal } from "../../shared/dom";
import { formatQuantity, titleOf } from "../../shared/format";
import { Later } from "../../shared/later";
import type { Curve } from "../../shared/curve";
import type { Sliders } from "../../shared/sliders";
import type { Studies } from "./studies";

const POINTS = 41, PATIENCE = 350;

export class WhatIf {
  private readonly choice = find<HTMLSelectElement>("curve-of");
  private curves = new Map<string, { at: Float64Array; names: string[]; values: Float64Array }>();
  private readonly later = new Later(() => void this.compute());
  private run: Run | null = null;
  private offered = "";
  private factors = new Map<string, number>();
  private turn = 0;
  private readonly drawn = new WeakMap<object, { choice: string; of: unknown }>();

  constructor(private readonly sliders: Sliders, private readonly studies: Studies) {
    this.choice.addEventListener("change", () => this.draw());
  }

  /** After each picture: old curves stay until new ones are there. */
  load(run: Run, factors: Map<string, number>): void {
    this.run = run;
    this.factors = factors;
    const names = run.reports.map((report) => report.name);
    const offered = JSON.stringify(run.reports.map((report) => [report.name, titleOf(report)]));
    if (offered !== this.offered) {
      this.offered = offered;
      const before = this.choice.value;
      this.choice.replaceChildren(...run.reports.map((report) => new Option(titleOf(report), report.name)));
      if (names.includes(before)) this.choice.value = before;
      this.curves.clear();
    }
    find("sliders").classList.toggle("plain", names.length === 0);
    reveal(find("curve-choice"), names.length > 0 && this.sliders.all.length > 0);
    this.draw();
    this.later.in(PATIENCE);
  }

  /** As long as the model keeps changing, no curves are computed. */
  pause(): void {
    this.later.cancel();
  }

  private async compute(): Promise<void> {
    const turn = ++this.turn;
    if (!this.run?.reports.length) return;
    for (const { name, low, high, unit } of this.sliders.all) {
      const answer = await this.studies.ask({ kind: "curve", slot: name, seconds: 2, curve: { name, low, high, unit, count: POINTS } });
      if (!answer || turn !== this.turn) return;
      if (answer.curve) this.curves.set(name, answer.curve);
      this.draw();
    }
  }

  /** Only those of which something has changed. */
  draw(): void {
    const choice = this.choice.value;
    for (const { name, curve, value } of this.sliders.all) {
      const of = this.curves.get(name), before = this.drawn.get(curve);
      if (before?.choice !== choice || before.of !== of) curve.draw(this.curveOf(name), this.tell(name));
      this.drawn.set(curve, { choice, of });
      curve.mark(value());
    }
  }

  private curveOf(name: string): Curve | null {
    const all = this.curves.get(name), k = all ? all.names.indexOf(this.choice.value) : -1;
    return all && k >= 0 ? { at: all.at, values: all.values.subarray(k * all.at.length, (k + 1) * all.at.length) } : null;
  }

  /** The values of the present report, for the curve's own words. */
  private tell(name: string): string {
    const curve = this.curveOf(name), report = this.run?.reports.find((one) => one.name === this.choice.value);
    const shown = curve ? [...curve.values].filter(Number.isFinite) : [];
    if (!report || !shown.length) return "";
    const factor = this.factors.get(report.name) ?? 1;
    return `${titleOf(report)} over ${name}: from ${formatQuantity(factor * Math.min(...shown), report)} to ${formatQuantity(factor * Math.max(...shown), report)}`;
  }
}
