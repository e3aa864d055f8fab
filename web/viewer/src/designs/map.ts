// The map of a report over two parameters: colours, contour lines with their values, the designs as dots.
import { colour, drawAxes, type Frame, headOf, line, onDrag, paper, type Paper, scaleOf } from "./canvas";
import { contour, type Field, fieldOf } from "./field";
import type { Selection } from "./selection";
import { formatNumber } from "../../../shared/format";
import { roundUp, ticks } from "../../../shared/nice";

const LEVELS = 8;

export class FieldMap {
  x = 0;
  y = 1;
  private field: Field | null = null;
  private known = "";

  constructor(private readonly canvas: HTMLCanvasElement, private readonly selection: Selection) {
    onDrag(canvas, { move: () => undefined, tap: () => undefined });
  }

  /** Of the chosen designs; computed again only if they or the columns have changed. */
  private update(): Field | null {
    const { data, isOn, goal, count } = this.selection;
    const [x, y, value] = [data.columns[this.x], data.columns[this.y], data.columns[goal]];
    const key = JSON.stringify([this.x, this.y, goal, count, this.selection.ranges, this.selection.frontOnly]);
    if (key !== this.known) {
      this.known = key;
      this.field = x && y && value && count > 2 ? fieldOf(x, y, value, isOn) : null;
    }
    return this.field;
  }

  draw(): void {
    const p = paper(this.canvas);
    const { data, goal } = this.selection;
    const [x, y, value] = [data.columns[this.x], data.columns[this.y], data.columns[goal]];
    if (!p || !x || !y || !value) return;
    const f: Frame = { left: 58, top: 26, right: p.width - 84, bottom: p.height - 42 };
    const xScale = scaleOf(x, f.left, f.right, 90), yScale = scaleOf(y, f.bottom, f.top, 44);
    drawAxes(p, f, xScale, yScale, headOf(x), headOf(y));
    const field = this.update();
    const inner: Frame = { left: xScale.to(x.low), right: xScale.to(x.high), top: yScale.to(y.high), bottom: yScale.to(y.low) };
    if (field) this.paint(p, field, inner);
    this.dots(p, (v) => xScale.to(v), (v) => yScale.to(v));
    this.legend(p, f);
  }

  private worthOf(value: number): number {
    const c = this.selection.data.columns[this.selection.goal]!;
    const part = c.high > c.low ? (value - c.low) / (c.high - c.low) : 0.5;
    return this.selection.minimize ? 1 - part : part;
  }

  private levels(): number[] {
    const c = this.selection.data.columns[this.selection.goal]!;
    return c.high > c.low ? ticks(c.low, c.high, roundUp((c.high - c.low) / LEVELS)) : [];
  }

  private paint(p: Paper, field: Field, f: Frame): void {
    const { c } = p;
    const [w, h] = [(f.right - f.left) / field.width, (f.bottom - f.top) / field.height];
    for (let k = 0; k < field.height; k++)
      for (let i = 0; i < field.width; i++) {
        const value = field.at[k * field.width + i]!;
        if (Number.isNaN(value)) continue;
        c.fillStyle = colour(this.worthOf(value), p.isDark);
        c.fillRect(f.left + i * w, f.bottom - (k + 1) * h, w + 0.7, h + 0.7);
      }
    c.strokeStyle = p.colours.surface;
    c.lineWidth = 1;
    for (const level of this.levels())
      for (const [x1, y1, x2, y2] of contour(field, level))
        line(c, f.left + x1 * (f.right - f.left), f.bottom - y1 * (f.bottom - f.top), f.left + x2 * (f.right - f.left), f.bottom - y2 * (f.bottom - f.top));
  }

  private dots(p: Paper, x: (v: number) => number, y: (v: number) => number): void {
    const { data, picked, isOn } = this.selection;
    const { c } = p;
    const [xs, ys] = [data.columns[this.x]!.values, data.columns[this.y]!.values];
    c.fillStyle = p.colours.surface;
    c.globalAlpha = data.count > 1500 ? 0.25 : 0.6;
    for (let i = 0; i < data.count; i++) if (isOn[i]) c.fillRect(x(xs[i]!) - 0.8, y(ys[i]!) - 0.8, 1.6, 1.6);
    c.globalAlpha = 1;
    if (picked < 0) return;
    c.strokeStyle = p.colours.trail;
    c.lineWidth = 2.5;
    c.beginPath();
    c.arc(x(xs[picked]!), y(ys[picked]!), 8, 0, 7);
    c.stroke();
  }

  /** What the colours mean, with the values of the lines. */
  private legend(p: Paper, f: Frame): void {
    const { c } = p;
    const column = this.selection.data.columns[this.selection.goal]!;
    const [left, width] = [p.width - 74, 14];
    for (let y = f.top; y < f.bottom; y++) {
      c.fillStyle = colour(this.worthOf(column.high - ((y - f.top) / (f.bottom - f.top)) * (column.high - column.low)), p.isDark);
      c.fillRect(left, y, width, 1.5);
    }
    c.fillStyle = p.colours.muted;
    c.strokeStyle = p.colours.surface;
    c.textAlign = "left";
    c.textBaseline = "middle";
    for (const level of this.levels()) {
      const y = f.bottom - ((level - column.low) / (column.high - column.low)) * (f.bottom - f.top);
      line(c, left, y, left + width, y);
      c.fillText(formatNumber(level, 4), left + width + 4, y);
    }
  }
}
