// Designs that are kept: ghosts behind the machine, and their results side by side.
import type { Figure, Run } from "../../shared/contract";
import { button, el, find } from "../../shared/dom";
import { formatQuantity, titleOf } from "../../shared/format";
import type { Design, Session } from "./session";
import type { Stage } from "./stage";

const MOST = 3;

interface Pin {
  name: string;
  run: Run;
  design: Design;
}

export class Pins {
  private pins: Pin[] = [];
  private readonly host = find("pins");

  constructor(private readonly stage: Stage, private readonly session: Session) {
    find("pin").addEventListener("click", () => this.pin());
    this.draw();
  }

  load(_: Run): void {
    this.draw();
  }

  private pin(): void {
    const kept = this.pins.slice(1 - MOST), letter = [..."ABC"].find((one) => kept.every((pin) => pin.name !== one))!;
    this.pins = [...kept, { name: letter, run: this.stage.run, design: this.session.copy() }];
    this.changed();
  }

  private changed(): void {
    this.stage.haunt("pins", this.pins.map((pin) => ({ ...pin.run, letter: pin.name })));
    this.draw();
  }

  private draw(): void {
    if (!this.pins.length) {
      this.host.replaceChildren(el("p", { class: "quiet" }, "Press Pin above the picture: the design stays as a ghost behind what you change, and its results stand here beside the new ones."));
      return;
    }
    const { run } = this.stage;
    const heads = this.pins.map((pin) => el("th", { scope: "col", id: `pin-${pin.name}` }, pin.name, " ",
      button(`Back to ${pin.name}`, "↩", () => this.session.open(pin.design), { class: "icon small" }),
      button(`Remove ${pin.name}`, "×", () => ((this.pins = this.pins.filter((one) => one !== pin)), this.changed()), { class: "icon small" })));
    const across = this.pins.length + 1;
    // A name has a line of its own: beside it three designs would not fit.
    const row = (now: Figure, of: (run: Run) => Figure[], key: string): HTMLElement[] => {
      const others = this.pins.map((pin) => of(pin.run).find((one) => one.name === now.name)), id = `${key}-${now.name}`;
      const cell = (column: string, kind: string, value: string): HTMLElement => el("td", { class: `number${kind}`, headers: `${id} ${column}` }, value);
      return [el("tr", { class: "what" }, el("th", { scope: "row", id, colspan: across }, titleOf(now))),
        el("tr", {}, cell("pin-now", "", formatQuantity(now.value, now)), ...others.map((other, i) =>
          cell(`pin-${this.pins[i]!.name}`, other && other.value !== now.value ? " differs" : "", other ? formatQuantity(other.value, other) : "–")))];
    };
    const changed = run.parameters.filter((p) => this.pins.some((pin) => pin.run.parameters.find((other) => other.name === p.name)?.value !== p.value));
    const group = (title: string, rows: HTMLElement[]): HTMLElement | null =>
      rows.length ? el("tbody", {}, el("tr", { class: "group" }, el("th", { scope: "rowgroup", colspan: across }, title)), ...rows) : null;
    this.host.replaceChildren(el("div", { class: "scroll" }, el("table", { class: "compare" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", id: "pin-now" }, "now"), ...heads)),
      group("Reports", run.reports.flatMap((report) => row(report, (r) => r.reports, "report"))),
      group("Parameters that differ", changed.flatMap((p) => row(p, (r) => r.parameters, "parameter"))))));
  }
}
