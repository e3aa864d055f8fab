// Trails in space: the pieces of a path on the card, of which as many are painted as have been passed.
import type { Place } from "./contract";
import type { Brush } from "./draw3d";
import { colourOf, type Lines } from "./painter3d";
import { passed, Path } from "./path";
import { type Cursor, isDrawn, samplePlace } from "./sample";
import type { Part } from "./shapes";
import { minus, type Vector, vector } from "./vector";

/** A trail fades over so many sizes of the machine. */
const FADE = 6;

export class Trail3d {
  private readonly path: Path;
  /** One segment for each place, from the one before; nothing where there is none before. */
  private readonly lines: Lines;
  private readonly tip: Lines;

  constructor(private readonly brush: Brush, private readonly shape: { of: Place; part: Part }, private readonly time: Float64Array, error: number) {
    this.path = new Path(shape.of, time, error);
    this.path.reach(time.length - 1);
    const { at, way } = this.path;
    const place = (k: number): Vector => minus([at[3 * k]!, at[3 * k + 1]!, at[3 * k + 2]!], brush.origin);
    const numbers = new Float32Array(8 * way.length);
    for (let k = 0; k < way.length; k++) {
      const here = place(k);
      if (Number.isNaN(here[0])) continue;
      const before = k > 0 && !Number.isNaN(place(k - 1)[0]) ? place(k - 1) : here;
      numbers.set([...before, way[Math.max(0, k - 1)]!, ...here, way[k]!], 8 * k);
    }
    this.lines = brush.painter.makeLines(numbers);
    this.tip = brush.painter.makeLines(new Float32Array(8));
  }

  paint(c: Cursor): void {
    const { brush, path } = this;
    const count = passed(path, this.time, c);
    const gone = path.way[count - 1] ?? 0;
    const stroke = { colour: colourOf(brush.colours.inks[this.shape.part.ink]!), width: this.shape.part.thick.least, gone, reach: FADE * brush.size };
    brush.painter.lines(this.lines, count, stroke);
    const now = samplePlace(this.shape.of, c);
    const last: Vector = [path.at[3 * count - 3]!, path.at[3 * count - 2]!, path.at[3 * count - 1]!];
    if (count < 1 || !isDrawn(now) || Number.isNaN(last[0])) return;
    brush.painter.change(this.tip, 0, [...minus(last, brush.origin), gone, ...minus(vector(now), brush.origin), gone]);
    brush.painter.lines(this.tip, 1, stroke);
  }

  free(): void {
    this.brush.painter.freeLines(this.lines);
    this.brush.painter.freeLines(this.tip);
  }
}
