// What the drawings share: a canvas as large as its place, scales, colours of worth, what a drag is.
import { formatNumber, prettyUnit } from "../../../shared/format";
import { roundUp, ticks } from "../../../shared/nice";
import { palette } from "../../../shared/palette";
import type { Column } from "./data";

export interface Paper {
  c: CanvasRenderingContext2D;
  width: number;
  height: number;
  isDark: boolean;
  colours: ReturnType<typeof palette>;
}

/** The canvas with the size of its place in the pixels of the screen, empty. */
export function paper(canvas: HTMLCanvasElement): Paper | null {
  const box = canvas.getBoundingClientRect();
  const c = canvas.getContext("2d");
  if (!c || box.width < 1 || box.height < 1) return null;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round(box.height * scale);
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, box.width, box.height);
  c.font = "12px system-ui, -apple-system, 'Segoe UI', sans-serif";
  return { c, width: box.width, height: box.height, isDark: document.documentElement.dataset.theme === "dark", colours: palette() };
}

const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]] as const;

/** The colour of a worth from 0 to 1: the best stand out from the ground, dark on light and bright on dark. */
export function colour(worth: number, isDark: boolean): string {
  const part = isDark ? 0.18 + 0.82 * worth : 0.86 * (1 - worth);
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const i = Math.min(Math.floor(at), STOPS.length - 2);
  const mix = STOPS[i]!.map((x, k) => Math.round(x + (at - i) * (STOPS[i + 1]![k]! - x)));
  return `rgb(${mix.join(" ")})`;
}

export interface Scale {
  to(x: number): number;
  from(p: number): number;
  marks: number[];
}

/** From the values of a column, with a little room, to places from `begin` to `end`. */
export function scaleOf(column: Column, begin: number, end: number, each: number): Scale {
  const wide = column.high - column.low || Math.abs(column.low) || 1;
  const [low, high] = [column.low - 0.04 * wide, column.high + 0.04 * wide];
  const step = roundUp((high - low) / Math.max(2, Math.abs(end - begin) / each));
  return {
    to: (x) => begin + ((x - low) / (high - low)) * (end - begin),
    from: (p) => low + ((p - begin) / (end - begin)) * (high - low),
    marks: ticks(low, high, step),
  };
}

export const headOf = (c: Column): string => (c.unit ? `${c.name} [${prettyUnit(c.unit)}]` : c.name);
export const shown = (x: number): string => formatNumber(x, 5);

/** Text that is no wider than its place. */
export function fitted(c: CanvasRenderingContext2D, words: string, most: number): string {
  if (c.measureText(words).width <= most) return words;
  let cut = words;
  while (cut.length > 1 && c.measureText(`${cut}…`).width > most) cut = cut.slice(0, -1);
  return `${cut}…`;
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Axes with round numbers around a frame. */
export function drawAxes(p: Paper, f: Frame, x: Scale, y: Scale, xName: string, yName: string): void {
  const { c, colours } = p;
  c.strokeStyle = colours.grid;
  c.fillStyle = colours.muted;
  c.lineWidth = 1;
  c.textAlign = "center";
  c.textBaseline = "top";
  for (const mark of x.marks) {
    line(c, x.to(mark), f.top, x.to(mark), f.bottom);
    c.fillText(formatNumber(mark, 4), x.to(mark), f.bottom + 5);
  }
  c.fillStyle = colours.text;
  c.fillText(fitted(c, xName, f.right - f.left), (f.left + f.right) / 2, f.bottom + 21);
  c.textAlign = "right";
  c.textBaseline = "middle";
  c.fillStyle = colours.muted;
  for (const mark of y.marks) {
    line(c, f.left, y.to(mark), f.right, y.to(mark));
    c.fillText(formatNumber(mark, 4), f.left - 6, y.to(mark));
  }
  c.fillStyle = colours.text;
  c.textAlign = "left";
  c.textBaseline = "bottom";
  c.fillText(fitted(c, yName, f.right - 4), 4, f.top - 5);
}

export function line(c: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.stroke();
}

export interface Spot {
  x: number;
  y: number;
}

const LEAST_DRAG = 5;

/** Drags and taps on a canvas, in its own pixels. */
export function onDrag(canvas: HTMLCanvasElement, acts: { move(from: Spot, to: Spot): void; tap(at: Spot): void }): void {
  let from: Spot | null = null;
  let moved = false;
  const place = (e: PointerEvent): Spot => {
    const box = canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    from = place(e);
    moved = false;
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    if (!from) return;
    const to = place(e);
    moved ||= Math.hypot(to.x - from.x, to.y - from.y) > LEAST_DRAG;
    if (moved) acts.move(from, to);
  });
  canvas.addEventListener("pointerup", () => {
    if (from && !moved) acts.tap(from);
    from = null;
  });
  canvas.addEventListener("pointercancel", () => (from = null));
}
