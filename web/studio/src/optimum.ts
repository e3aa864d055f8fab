// The best design over the parameters that are ticked, within the ranges of their sliders.
import type { Run } from "../../shared/contract";
import { el, find, say } from "../../shared/dom";
import { formatQuantity, titleOf } from "../../shared/format";
import type { Session } from "./session";
import type { Sliders } from "../../shared/sliders";
import type { Studies } from "./studies";

export class Optimum {
  private readonly form = find<HTMLFormElement>("optimum");
  private readonly report = el("select", { "aria-label": "Report" });
  private readonly sense = el("select", { "aria-label": "Greatest or least" }, new Option("greatest", "max"), new Option("least", "min"));
  private readonly list = el("div", { class: "ticks" });
  private readonly go = el("button", { type: "submit", class: "primary" }, "Find it");
  private readonly told = el("div", { role: "status" });
  private key = "";
  private run: Run | null = null;
  /** Of reports: from SI units to those in which they are shown. */
  private factors = new Map<string, number>();

  constructor(private readonly session: Session, private readonly studies: Studies, private readonly sliders: Sliders) {
    this.form.append(el("p", { class: "row wrap" }, "Make", this.report, el("span", {}, "as"), this.sense, "as it can be by changing"), this.list,
      el("p", { class: "row" }, this.go), this.told);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.search();
    });
  }

  load(run: Run, factors: Map<string, number>): void {
    this.run = run;
    this.factors = factors;
    const key = JSON.stringify([run.reports.map((report) => report.name), this.sliders.all.map((slider) => slider.name)]);
    if (key === this.key) return;
    this.key = key;
    this.report.replaceChildren(...run.reports.map((report) => new Option(titleOf(report), report.name)));
    this.list.replaceChildren(...this.sliders.all.map((slider) => {
      const label = run.parameters.find((p) => p.name === slider.name)?.label ?? "";
      return el("label", { class: "pick" }, el("input", { type: "checkbox", value: slider.name }), el("code", {}, slider.name), el("span", { class: "quiet" }, label));
    }));
    this.told.replaceChildren();
    this.go.disabled = run.reports.length === 0;
    if (!run.reports.length) say(this.told, "The model has no reports. Write, say, report far = final(x).");
  }

  private async search(): Promise<void> {
    const chosen = new Set([...this.list.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value));
    const over = this.sliders.all.filter((slider) => chosen.has(slider.name)).map(({ name, low, high, unit }) => ({ name, low, high, unit }));
    if (!over.length) return say(this.told, "Tick at least one parameter.");
    const report = this.report.value, minimize = this.sense.value === "min";
    this.go.disabled = true;
    say(this.told, "Searching …");
    const answer = await this.studies.ask({ kind: "optimize", seconds: 15, optimize: { report, minimize, over, runs: 200 + 150 * over.length } });
    this.go.disabled = false;
    const found = answer?.optimum, about = this.run?.reports.find((one) => one.name === report);
    if (!answer) return say(this.told, "The model changed meanwhile.");
    if (!found || !about || !Number.isFinite(found.value)) return say(this.told, answer.usage ?? "No design within the ranges has a value.");
    const shown = formatQuantity(found.value * (this.factors.get(report) ?? 1), about, 6);
    this.session.set(Object.fromEntries(over.map((range, i) => [range.name, `${Number((found.values[i] ?? NaN).toPrecision(7))} ${range.unit}`.trim()])));
    this.told.replaceChildren(el("p", {}, el("strong", {}, `${titleOf(about)}: ${shown}`), ` after ${found.runs} runs. The sliders stand there now; `,
      this.undo(over.map((range) => range.name)), "."));
  }


  private undo(names: string[]): HTMLElement {
    const press = el("button", { type: "button", class: "link" }, "as written again");
    press.addEventListener("click", () => names.forEach((name) => this.session.takeBack(name)));
    return press;
  }
}
