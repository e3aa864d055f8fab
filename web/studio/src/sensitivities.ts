// How much a report changes with each parameter: exact derivatives along the motion, told for one per cent more of each.
import type { Info } from "../../engine/engine.mjs";
import type { Figure, Run } from "../../shared/contract";
import { el, find, reachable, say } from "../../shared/dom";
import { formatNumber, formatQuantity, titleOf, withUnit } from "../../shared/format";
import { Later } from "../../shared/later";
import { cell, headRow } from "../../shared/tables";
import type { Stage } from "./stage";
import type { Studies } from "./studies";

const PANEL = "panel-sensitivities", SECONDS = 10, PATIENCE = 300;
/** Of the largest: what changes the report by less does not count. */
const SEEN = 1e-6;

interface Row {
  parameter: Info;
  change: number;
}

export class Sensitivities {
  private readonly report = el("select", { "aria-label": "Report" });
  private readonly place = el("div", { class: "scroll" });
  private readonly told = el("p", { class: "quiet", role: "status" });
  private readonly later = new Later(() => void this.update());
  private stage: Stage | null = null;
  private run: Run | null = null;
  private factors = new Map<string, number>();
  private parameters: Info[] = [];
  private slopes: { names: string[]; reports: string[]; values: Float64Array } | null = null;
  private isOld = true;

  constructor(private readonly studies: Studies) {
    find(PANEL).append(el("p", { class: "row wrap" }, "One per cent more of each parameter changes", this.report), this.place, this.told);
    reachable(this.place, "Sensitivities");
    this.report.addEventListener("change", () => this.draw());
  }

  attach(stage: Stage): void {
    this.stage = stage;
    stage.onPanel(() => void this.update());
  }

  /** `factors`: of reports, from SI units to those in which they are shown. */
  load(run: Run, factors: Map<string, number>, parameters: Info[]): void {
    const offered = run.reports.map((report) => new Option(titleOf(report), report.name)), before = this.report.value;
    if (offered.map((o) => o.value + o.text).join() !== [...this.report.options].map((o) => o.value + o.text).join()) this.report.replaceChildren(...offered);
    if (offered.some(({ value }) => value === before)) this.report.value = before;
    [this.run, this.factors, this.parameters, this.isOld] = [run, factors, parameters, true];
    this.later.in(PATIENCE);
  }

  private async update(): Promise<void> {
    if (!this.isOld || !this.run || this.stage?.shownPanel !== PANEL) return;
    this.isOld = false;
    const { run } = this;
    if (!run.reports.length) return this.tell("The model has no reports. Write, say, report far = final(x).");
    find(PANEL).classList.add("waits");
    const answer = await this.studies.ask({ kind: "slopes", seconds: SECONDS });
    if (run !== this.run) return;
    find(PANEL).classList.remove("waits");
    if (!answer) return void (this.isOld = true);
    this.slopes = answer.slopes ?? null;
    if (!this.slopes) return this.tell(answer.usage ?? "The motion does not come to its end in time: nothing can be told.");
    this.draw();
  }

  private tell(words: string): void {
    this.slopes = null;
    say(this.told, words);
    this.place.replaceChildren();
  }

  /** What matters most comes first. */
  private rows(k: number): Row[] {
    const { names, values } = this.slopes!, known = new Map(this.parameters.map((info) => [info.name, info]));
    const rows = names.flatMap((name, i): Row[] => {
      const parameter = known.get(name);
      return parameter ? [{ parameter, change: values[k * names.length + i]! * Math.abs(parameter.value) * 0.01 }] : [];
    });
    return rows.sort((a, b) => (Math.abs(b.change) || 0) - (Math.abs(a.change) || 0));
  }

  /** Of those that change nothing. */
  private about(still: Row[]): string {
    if (still.some(({ change }) => Number.isNaN(change))) return "Here it has no derivative.";
    const names = still.map(({ parameter }) => parameter.name).join(", "), isNone = still.some(({ parameter }) => parameter.value === 0);
    return names ? `Nothing is changed by ${names}${isNone ? " (of 0 there is no per cent)" : ""}.` : "";
  }

  private draw(): void {
    const k = this.slopes?.reports.indexOf(this.report.value) ?? -1, report = this.run?.reports.find(({ name }) => name === this.report.value);
    if (!report || k < 0) return;
    const rows = this.rows(k), most = Math.abs(rows[0]?.change ?? 0) || 0, factor = this.factors.get(report.name) ?? 1;
    const shown = rows.filter(({ change }) => Math.abs(change) > SEEN * most), still = rows.filter((row) => !shown.includes(row));
    say(this.told, this.about(still));
    const lines = shown.map((row) => line(row, report, factor, most));
    this.place.replaceChildren(...(lines.length ? [el("table", {}, headRow(["parameter", "by", "that is", "share"]), el("tbody", {}, ...lines))] : []));
  }
}

function line({ parameter, change }: Row, report: Figure, factor: number, most: number): HTMLElement {
  const bar = el("span", { class: change < 0 ? "bar less" : "bar" }), part = (100 * change * factor) / Math.abs(report.value);
  bar.style.width = `${(100 * Math.abs(change)) / most}%`;
  return el("tr", {}, el("th", { scope: "row" }, el("code", {}, parameter.name), parameter.label ? el("span", { class: "quiet" }, ` ${parameter.label}`) : null),
    cell("td", signed(formatQuantity(change * factor, report, 3)), "number"), cell("td", Number.isFinite(part) ? signed(withUnit(formatNumber(part, 3), "%")) : "", "number"), el("td", { class: "bars" }, bar));
}

const signed = (words: string): string => (/^[−–]/.test(words) ? words : `+${words}`);
