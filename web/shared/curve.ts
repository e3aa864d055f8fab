// A curve over the range of a slider, with a dot at the present value: a drawing of the page, which needs no layer of its own.
const NAMES = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, MARGIN] = [1000, 30, 4];
/** Of a curve, the least range beside its values; less is the error of the runs. */
const FLAT = 1e-6;

export interface Curve {
  at: Float64Array;
  values: Float64Array;
}

function drawn<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string>): SVGElementTagNameMap[K] {
  const made = document.createElementNS(NAMES, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Where the values stand in the drawing; null if there is nothing to see. */
function scaleOf({ at, values }: Curve): { x: (v: number) => number; y: (f: number) => number } | null {
  const finite = values.filter(Number.isFinite), [low, high] = [Math.min(...finite), Math.max(...finite)];
  const first = at[0]!, last = at[at.length - 1]!;
  if (!finite.length || !(high - low > FLAT * Math.max(Math.abs(low), Math.abs(high)))) return null;
  return { x: (v) => ((v - first) / (last - first)) * WIDTH, y: (f) => HEIGHT - MARGIN - ((f - low) / (high - low)) * (HEIGHT - 2 * MARGIN) };
}

const place = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(2)}`;

export class CurvePlace {
  private readonly title = drawn("title", {});
  private readonly line = drawn("path", { class: "curve-line" });
  private readonly dot = drawn("path", { class: "curve-dot" });
  readonly element = drawn("svg", { class: "curve", "aria-hidden": "true", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" });
  private curve: Curve | null = null;
  private scale: ReturnType<typeof scaleOf> = null;
  private marked = NaN;

  constructor() {
    this.element.append(this.title, this.line, this.dot);
  }

  draw(curve: Curve | null, words: string): void {
    this.curve = curve;
    const scale = (this.scale = curve && scaleOf(curve));
    const isThere = (i: number): boolean => Number.isFinite(curve?.values[i]);
    const steps = curve && scale ? [...curve.values.keys()].filter(isThere).map((i) => `${isThere(i - 1) ? "L" : "M"}${place(scale.x(curve.at[i]!), scale.y(curve.values[i]!))}`) : [];
    this.line.setAttribute("d", steps.join(""));
    this.title.textContent = words;
    this.marked = NaN;
  }

  /** Moves the dot to the present value. */
  mark(present: number): void {
    if (present === this.marked) return;
    this.marked = present;
    const f = this.valueAt(present);
    this.dot.setAttribute("d", this.scale && Number.isFinite(f) ? `M${place(this.scale.x(present), this.scale.y(f))}h0` : "");
  }

  private valueAt(present: number): number {
    if (!this.curve) return NaN;
    const { at, values } = this.curve, [first, last] = [at[0]!, at[at.length - 1]!];
    const k = Math.min(at.length - 2, Math.max(0, Math.floor(((present - first) / (last - first)) * (at.length - 1))));
    return values[k]! + ((present - at[k]!) / (at[k + 1]! - at[k]!)) * (values[k + 1]! - values[k]!);
  }
}
