// A slider for each parameter, in the unit of its declaration, with the curve of a report under it.
import type { Parameter, Run } from "./contract";
import { CurvePlace } from "./curve";
import { button, el, find, reveal } from "./dom";
import { prettyUnit } from "./format";
import { roundUp } from "./nice";

/** Where values of parameters are changed: "4.2 m" in the unit in which the parameter is shown. */
export interface Values {
  readonly values: Record<string, string>;
  set(values: Record<string, string>): void;
  /** As it is written, for one parameter or for all. */
  takeBack(name?: string): void;
}

export interface Slider {
  name: string;
  low: number;
  high: number;
  unit: string;
  row: HTMLElement;
  curve: CurvePlace;
  /** The value that is shown now. */
  value(): number;
}

interface Row extends Slider {
  range: HTMLInputElement;
  number: HTMLInputElement;
  back: HTMLButtonElement;
  written: number;
  /** What its fields show; NaN: what somebody has given them. */
  shown: number;
}

const PARTS = 200;

/** What a field holds already is not written again: the page would be laid out anew. */
function put(field: HTMLInputElement, value: string): void {
  if (field.value !== value) field.value = value;
}

/** As many letters as a field shows. */
const LETTERS = 9;

/** A number with all its digits if they fit into the field, else with as many as do. */
function fitting(value: number): string {
  const forms = [10, 9, 8, 7, 6, 5, 4, 3, 2].map((digits) => Number(value.toPrecision(digits))).flatMap((x) => [String(x), x.toExponential().replace("e+", "e")]);
  return forms.find((form) => form.length <= LETTERS) ?? String(value);
}

/** Where the model gives no bounds: half to one and a half times the value as written. */
function boundsOf(p: Parameter, written: number): { low: number; high: number } {
  const reach = Math.abs(written) / 2 || 1;
  const low = Number.isFinite(p.low) ? p.low : written - reach;
  const high = Number.isFinite(p.high) ? p.high : written + reach;
  return { low: Math.min(low, p.value), high: Math.max(high, p.value) };
}

/** A round step, one for each two hundredth of the range. */
function stepOf(low: number, high: number, isWhole: boolean): number {
  return isWhole ? 1 : roundUp((high - low) / PARTS);
}

/** As many decimals as the step has. */
function rounded(value: number, step: number): number {
  return Number(value.toFixed(Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))));
}

export class Sliders {
  private rows: Row[] = [];
  private key = "";
  private readonly host = find("sliders");

  constructor(private readonly session: Values) {
    find("values-back").addEventListener("click", () => session.takeBack());
  }

  get all(): Slider[] {
    return this.rows;
  }

  /** Brings the rows up to date with a run; rows stay where names and bounds are the same. */
  load(run: Run, infos: { name: string; role: string }[]): void {
    const roles = new Map(infos.map((info) => [info.name, info.role]));
    const key = JSON.stringify(run.parameters.map((p) => [p.name, p.unit, p.low, p.high, p.label, roles.get(p.name)]));
    if (key !== this.key) {
      const written = new Map(this.rows.map((row) => [row.name, row.written]));
      this.key = key;
      this.rows = run.parameters.filter((p) => Number.isFinite(p.value)).map((p) =>
        this.makeRow(p, p.name in this.session.values ? (written.get(p.name) ?? p.value) : p.value, roles.get(p.name) === "structural"));
      this.host.replaceChildren(...this.rows.map((row) => row.row));
    }
    const rows = new Map(this.rows.map((row) => [row.name, row]));
    for (const p of run.parameters) this.update(p, rows.get(p.name));
    reveal(find("no-sliders"), this.rows.length === 0);
    reveal(find("values-back"), Object.keys(this.session.values).length > 0);
  }

  private update(p: Parameter, row?: Row): void {
    if (!row) return;
    const isChanged = p.name in this.session.values;
    if (!isChanged) row.written = p.value;
    row.row.classList.toggle("changed", isChanged);
    reveal(row.back, isChanged);
    if (p.value === row.shown) return;
    row.shown = row.row.contains(document.activeElement) ? NaN : p.value;
    if (document.activeElement !== row.range) put(row.range, String(p.value));
    if (document.activeElement !== row.number) put(row.number, fitting(p.value));
  }

  private makeRow(p: Parameter, written: number, isWhole: boolean): Row {
    const { low, high } = boundsOf(p, written);
    const step = stepOf(low, high, isWhole), unit = prettyUnit(p.unit), title = p.label || p.name;
    const range = el("input", { type: "range", min: low, max: high, step, "aria-label": `${title}${unit && ` in ${unit}`}` });
    const number = el("input", { type: "number", step: "any", "aria-label": `${title}, value${unit && ` in ${unit}`}` });
    const back = button(`${p.name} as written`, "\u21ba", () => this.session.takeBack(p.name), { class: "icon small" });
    const curve = new CurvePlace();
    const set = (value: number): void => {
      made.shown = NaN;
      if (Number.isFinite(value)) this.session.set({ [p.name]: `${value} ${p.unit}`.trim() });
    };
    range.addEventListener("input", () => {
      const value = rounded(Number(range.value), step);
      number.value = fitting(value);
      set(value);
    });
    number.addEventListener("change", () => set(Number(number.value)));
    const name = el("span", { class: "slider-name" }, el("code", {}, p.name), p.label ? el("span", { class: "quiet" }, ` ${p.label}`) : null);
    const row = el("div", { class: "slider", "data-name": p.name }, name,
      el("span", { class: "slider-value" }, back, el("span", { class: "slider-number" }, el("span", {}, number)), el("span", { class: "unit" }, unit)),
      el("div", { class: "slider-track" }, el("div", {}, range, curve.element)));
    const made: Row = { name: p.name, low, high, unit: p.unit, row, curve, range, number, back, written, shown: NaN, value: () => Number(range.value) };
    return made;
  }
}
