// One column over another: a dot for each design; a drag chooses a rectangle, a tap picks a design out.
import { colour, drawAxes, type Frame, headOf, onDrag, paper, type Scale, scaleOf, type Spot } from "./canvas";
import type { Selection } from "./selection";

const NEAR = 24;

export class Scatter {
  x = 0;
  y = 0;
  private xScale: Scale | null = null;
  private yScale: Scale | null = null;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly selection: Selection) {
    onDrag(canvas, { move: (from, to) => this.brush(from, to), tap: (at) => this.pick(at) });
  }

  private brush(from: Spot, to: Spot): void {
    if (!this.xScale || !this.yScale) return;
    const { selection } = this;
    selection.ranges[this.x] = null;
    selection.setRange(this.y, [this.yScale.from(from.y), this.yScale.from(to.y)]);
    if (this.x !== this.y) selection.setRange(this.x, [this.xScale.from(from.x), this.xScale.from(to.x)]);
  }

  /** The nearest design; where none is near, what was chosen here is given up. */
  private pick(at: Spot): void {
    const { selection } = this;
    let [best, least] = [-1, NEAR];
    for (let i = 0; i < selection.data.count; i++) {
      const spot = this.spot(i);
      const distance = spot ? Math.hypot(spot.x - at.x, spot.y - at.y) + (selection.isOn[i] ? 0 : 8) : Infinity;
      if (distance < least) [best, least] = [i, distance];
    }
    if (best >= 0) return selection.pick(best);
    selection.ranges[this.x] = selection.ranges[this.y] = null;
    selection.change();
  }

  private spot(design: number): Spot | null {
    const { columns } = this.selection.data;
    const x = columns[this.x]!.values[design]!, y = columns[this.y]!.values[design]!;
    return this.xScale && this.yScale && !Number.isNaN(x + y) ? { x: this.xScale.to(x), y: this.yScale.to(y) } : null;
  }

  draw(): void {
    const p = paper(this.canvas);
    const { data, isOn, ranges } = this.selection;
    const xColumn = data.columns[this.x], yColumn = data.columns[this.y];
    if (!p || !xColumn || !yColumn) return;
    const f: Frame = { left: 58, top: 26, right: p.width - 14, bottom: p.height - 42 };
    this.xScale = scaleOf(xColumn, f.left, f.right, 90);
    this.yScale = scaleOf(yColumn, f.bottom, f.top, 44);
    drawAxes(p, f, this.xScale, this.yScale, headOf(xColumn), headOf(yColumn));
    const { c } = p;
    const size = data.count > 2000 ? 1.6 : data.count > 300 ? 2.4 : 3.4;
    for (const on of [0, 1])
      for (let i = 0; i < data.count; i++) {
        const spot = isOn[i] === on ? this.spot(i) : null;
        if (!spot) continue;
        const worth = this.selection.worth(i);
        c.globalAlpha = on ? (data.kept[i] ? 0.9 : 0.3) : 0.18;
        c.fillStyle = on && !Number.isNaN(worth) ? colour(worth, p.isDark) : p.colours.muted;
        c.beginPath();
        c.arc(spot.x, spot.y, size, 0, 7);
        c.fill();
      }
    c.globalAlpha = 1;
    this.marks(c, p.colours.trail, p.colours.text);
    const [a, b] = [ranges[this.x], ranges[this.y]];
    c.strokeStyle = p.colours.accent;
    c.lineWidth = 1;
    const left = a ? this.xScale.to(a[0]) : f.left, right = a ? this.xScale.to(a[1]) : f.right;
    const top = b ? this.yScale.to(b[1]) : f.top, bottom = b ? this.yScale.to(b[0]) : f.bottom;
    if (a || b) c.strokeRect(left, top, right - left, bottom - top);
  }

  /** Rings around designs of the front, and around the one that is picked out. */
  private marks(c: CanvasRenderingContext2D, strong: string, plain: string): void {
    const ring = (design: number, radius: number, style: string, width: number): void => {
      const spot = this.spot(design);
      if (!spot) return;
      c.strokeStyle = style;
      c.lineWidth = width;
      c.beginPath();
      c.arc(spot.x, spot.y, radius, 0, 7);
      c.stroke();
    };
    for (const design of this.selection.data.front) ring(design, 4.5, plain, 1);
    if (this.selection.picked >= 0) ring(this.selection.picked, 8, strong, 2.5);
  }
}
