// Parallel coordinates: an axis for each column, a line for each design; a drag along an axis chooses a range.
import { colour, fitted, headOf, line, onDrag, paper, type Paper, type Scale, scaleOf, type Spot } from "./canvas";
import type { Selection } from "./selection";
import { formatNumber } from "../../../shared/format";

const [TOP, BOTTOM, SIDE, REACH] = [34, 20, 52, 26];
const MOST_BEHIND = 2500; // lines of designs that are not chosen

export class Parallel {
  private scales: Scale[] = [];
  private places: number[] = [];

  constructor(private readonly canvas: HTMLCanvasElement, private readonly selection: Selection) {
    onDrag(canvas, {
      move: (from, to) => this.brush(from, to),
      tap: (at) => {
        const axis = this.axisAt(at);
        if (axis >= 0) selection.setRange(axis, null);
      },
    });
  }

  private axisAt(at: Spot): number {
    let near = -1;
    this.places.forEach((x, k) => {
      if (Math.abs(x - at.x) < REACH && (near < 0 || Math.abs(x - at.x) < Math.abs(this.places[near]! - at.x))) near = k;
    });
    return near;
  }

  private brush(from: Spot, to: Spot): void {
    const axis = this.axisAt(from);
    const scale = this.scales[axis];
    if (scale) this.selection.setRange(axis, [scale.from(from.y), scale.from(to.y)]);
  }

  draw(): void {
    const p = paper(this.canvas);
    const { columns } = this.selection.data;
    if (!p || columns.length === 0) return;
    const step = columns.length > 1 ? (p.width - 2 * SIDE) / (columns.length - 1) : 0;
    this.places = columns.map((_, k) => SIDE + k * step);
    this.scales = columns.map((column) => scaleOf(column, p.height - BOTTOM, TOP, 44));
    this.lines(p);
    columns.forEach((_, k) => this.axis(p, k, step || p.width));
  }

  private lines(p: Paper): void {
    const { data, isOn, count, picked } = this.selection;
    const { c } = p;
    c.lineWidth = 1;
    c.strokeStyle = p.colours.muted;
    const stride = Math.ceil((data.count - count) / MOST_BEHIND) || 1;
    c.globalAlpha = Math.min(0.25, 40 / (1 + (data.count - count) / stride)) + 0.02;
    for (let i = 0; i < data.count; i += stride) if (!isOn[i]) this.path(c, i);
    c.globalAlpha = Math.min(0.85, Math.max(0.06, 160 / (count + 1)));
    const order: number[] = [];
    for (let i = 0; i < data.count; i++) if (isOn[i]) order.push(i);
    order.sort((a, b) => (this.selection.worth(a) || 0) - (this.selection.worth(b) || 0));
    for (const i of order) {
      const worth = this.selection.worth(i);
      c.strokeStyle = Number.isNaN(worth) ? p.colours.muted : colour(worth, p.isDark);
      this.path(c, i);
    }
    c.globalAlpha = 1;
    if (picked >= 0) {
      c.lineWidth = 3;
      c.strokeStyle = p.colours.trail;
      this.path(c, picked);
    }
  }

  private path(c: CanvasRenderingContext2D, design: number): void {
    let joined = false;
    c.beginPath();
    this.selection.data.columns.forEach((column, k) => {
      const x = column.values[design]!;
      if (Number.isNaN(x)) joined = false;
      else if (joined) c.lineTo(this.places[k]!, this.scales[k]!.to(x));
      else {
        c.moveTo(this.places[k]!, this.scales[k]!.to(x));
        joined = true;
      }
    });
    c.stroke();
  }

  private axis(p: Paper, k: number, room: number): void {
    const { c, colours } = p;
    const [x, scale, column] = [this.places[k]!, this.scales[k]!, this.selection.data.columns[k]!];
    const range = this.selection.ranges[k];
    c.lineWidth = 1;
    c.strokeStyle = colours.muted;
    line(c, x, TOP, x, p.height - BOTTOM);
    if (range) {
      const [low, high] = [scale.to(range[0]), scale.to(range[1])];
      c.globalAlpha = 0.3;
      c.fillStyle = colours.accent;
      c.fillRect(x - 8, high, 16, low - high);
      c.globalAlpha = 1;
      c.strokeStyle = colours.accent;
      c.strokeRect(x - 8, high, 16, low - high);
    }
    c.textAlign = "left";
    c.textBaseline = "middle";
    for (const mark of scale.marks) {
      const words = formatNumber(mark, 4), width = c.measureText(words).width, y = scale.to(mark);
      c.globalAlpha = 0.78;
      c.fillStyle = colours.surface;
      c.fillRect(x + 4, y - 8, width + 4, 16);
      c.globalAlpha = 1;
      c.fillStyle = colours.muted;
      c.fillText(words, x + 6, y);
      line(c, x - 3, y, x + 3, y);
    }
    c.textAlign = "center";
    c.fillStyle = column.isReport ? colours.text : colours.accent;
    c.font = `${column.isReport ? "" : "600 "}12px system-ui, -apple-system, 'Segoe UI', sans-serif`;
    c.fillText(fitted(c, headOf(column), Math.min(room, 2 * SIDE) - 6), x, 14);
    c.font = "12px system-ui, -apple-system, 'Segoe UI', sans-serif";
  }
}
