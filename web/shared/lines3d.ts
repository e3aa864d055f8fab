// Lines in space with a width in pixels, and trails made of them.
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Trail } from "./contract";
import { atFrame, isDrawn, samplePlace } from "./sample";
import type { Shape3d, Style3d } from "./shapes3d";

/** Segments between pairs of points, six numbers each. */
export class FatLine {
  readonly object: LineSegments2;
  private readonly material: LineMaterial;
  private readonly geometry = new LineSegmentsGeometry();

  constructor(pairs: ArrayLike<number>, width: number) {
    this.geometry.setPositions(Float32Array.from(pairs));
    this.material = new LineMaterial({ linewidth: width });
    this.object = new LineSegments2(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  restyle(colour: string, style: Style3d): void {
    this.material.color.set(colour);
    this.material.resolution.set(style.width, style.height);
  }

  /** Draws only the first segments. */
  limit(count: number): void {
    this.geometry.instanceCount = count;
  }

  /** Moves the end of one segment. */
  setEnd(segment: number, x: number, y: number, z: number): void {
    const ends = this.geometry.attributes.instanceEnd as unknown as { data: { array: Float32Array; needsUpdate: boolean } };
    ends.data.array.set([x, y, z], 6 * segment + 3);
    ends.data.needsUpdate = true;
  }
}

/** The path up to now: whole segments, and a last one that ends where the body is. */
export function makeTrail(shape: Trail, frames: number, style: Style3d): Shape3d {
  const { pairs, before } = segmentsOf(shape, frames);
  const line = new FatLine(pairs.length ? pairs : [0, 0, 0, 0, 0, 0], 2);
  let mended = -1;
  return {
    object: line.object,
    isTrail: true,
    update(c) {
      if (mended >= 0) line.setEnd(mended, pairs[6 * mended + 3]!, pairs[6 * mended + 4]!, pairs[6 * mended + 5]!);
      const whole = before[c.index] ?? 0;
      const now = samplePlace(shape.of, c);
      const isPartial = c.fraction > 0 && isDrawn(now) && (before[c.index + 1] ?? whole) > whole;
      mended = isPartial ? whole : -1;
      if (isPartial) line.setEnd(whole, now.x, now.y, now.z);
      line.limit(whole + (isPartial ? 1 : 0));
      line.object.visible = whole > 0 || isPartial;
    },
    restyle: () => line.restyle(style.colours.trail, style),
  };
}

/** All segments of a path, and how many of them lie before each frame. */
function segmentsOf(shape: Trail, frames: number): { pairs: number[]; before: number[] } {
  const pairs: number[] = [];
  const before: number[] = [];
  const at = (i: number): number[] => [shape.of.x, shape.of.y, shape.of.z].map((track) => atFrame(track, i));
  let last: number[] | null = null;
  for (let i = 0; i < frames; i++) {
    const here = at(i);
    const isThere = here.every(Number.isFinite);
    if (isThere && last) pairs.push(...last, ...here);
    before.push(pairs.length / 6);
    last = isThere ? here : null;
  }
  return { pairs, before };
}
