// Under each slider, how a report depends on it: computed behind, with the present value marked.
import type { Run } from "../../shared/contract";
import { find } from "../../shared/dom";
import { formatQuantity, titleOf } from "../../shared/format";
import { palette } from "../../shared/palette";
import type { Slider, Sliders } from "../../shared/sliders";
import type { Studies } from "./studies";

const POINTS = 41, PATIENCE = 350, HEIGHT = 30;

interface Curve {
  at: Float64Array;
  values: Float64Array;
}

export class WhatIf {
  private readonly choice = find<HTMLSelectElement>("curve-of");
  private curves = new Map<string, { at: Float64Array; names: string[]; values: Float64Array }>();
  private timer = 0;
  private run: Run | null = null;
  private factors = new Map<string, number>();
  private turn = 0;
  /** Of the canvases, as they were told: to ask for them would lay out the page at every key. */
  private readonly widths = new WeakMap<Element, number>();
  private readonly sizes: ResizeObserver;
  private readonly drawn = new WeakMap<HTMLCanvasElement, { key: string; of: unknown }>();

  constructor(private readonly sliders: Sliders, private readonly studies: Studies) {
    this.choice.addEventListener("change", () => this.draw());
    this.sizes = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) this.widths.set(target, contentRect.width);
      this.draw();
    });
  }

  /** After each picture: old curves stay until new ones are there. */
  load(run: Run, factors: Map<string, number>): void {
    this.run = run;
    this.factors = factors;
    const names = run.reports.map((report) => report.name);
    if (names.join() !== [...this.choice.options].map((option) => option.value).join()) {
      const before = this.choice.value;
      this.choice.replaceChildren(...run.reports.map((report) => new Option(titleOf(report), report.name)));
      if (names.includes(before)) this.choice.value = before;
      this.curves.clear();
    }
    find("sliders").classList.toggle("plain", names.length === 0);
    find("curve-choice").hidden = names.length === 0 || this.sliders.all.length === 0;
    this.draw();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.compute(), PATIENCE);
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
    const theme = document.documentElement.dataset.theme, known = this.widths;
    for (const slider of this.sliders.all) {
      if (!known.has(slider.canvas)) this.observe(slider.canvas);
      const width = known.get(slider.canvas) ?? 0, all = this.curves.get(slider.name), key = [theme, this.choice.value, width, slider.value()].join(), before = this.drawn.get(slider.canvas);
      if (before?.key === key && before.of === all) continue;
      this.drawn.set(slider.canvas, { key, of: all });
      drawCurve(slider, width, this.curveOf(slider.name), this.tell(slider.name));
    }
  }

  private observe(canvas: HTMLCanvasElement): void {
    this.widths.set(canvas, 0);
    this.sizes.observe(canvas);
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

/** The half width of a slider's thumb: the track begins and ends there. */
const THUMB = 8;

function drawCurve(slider: Slider, width: number, curve: Curve | null, words: string): void {
  const { canvas } = slider, ratio = window.devicePixelRatio || 1;
  const pen = canvas.getContext("2d");
  if (!pen || width === 0) return;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  canvas.title = words;
  pen.scale(ratio, ratio);
  if (!curve) return;
  const { at, values } = curve, finite = [...values].filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (!finite.length || !(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)))) return;
  const colours = palette(), first = at[0]!, last = at[at.length - 1]!;
  const x = (v: number): number => THUMB + ((v - first) / (last - first)) * (width - 2 * THUMB);
  const y = (f: number): number => HEIGHT - 4 - ((f - low) / (high - low)) * (HEIGHT - 8);
  pen.lineWidth = 1.5;
  pen.strokeStyle = colours.series[0]!;
  pen.beginPath();
  values.forEach((f, i) => {
    if (!Number.isFinite(f)) return;
    if (i > 0 && Number.isFinite(values[i - 1]!)) pen.lineTo(x(at[i]!), y(f));
    else pen.moveTo(x(at[i]!), y(f));
  });
  pen.stroke();
  const present = slider.value(), k = Math.min(at.length - 2, Math.max(0, Math.floor(((present - first) / (last - first)) * (at.length - 1))));
  const part = (present - at[k]!) / (at[k + 1]! - at[k]!), f = values[k]! + part * (values[k + 1]! - values[k]!);
  if (!Number.isFinite(f)) return;
  pen.fillStyle = colours.trail;
  pen.beginPath();
  pen.arc(x(present), y(f), 3, 0, 2 * Math.PI);
  pen.fill();
}
