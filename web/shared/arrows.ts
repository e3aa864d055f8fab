// The arrows of forces: their scale, and what they say at an instant.
import type { Arrow, Point, Motion } from "./contract";
import { formatNumber, withUnit } from "./format";
import { roundUp } from "./nice";
import { atFrame, type Cursor, isDrawn, samplePlace } from "./sample";

/** The longest arrow, as a part of the machine's size. */
const LONGEST = 0.5;

export interface DrawnArrow {
  index: number;
  at: Point;
  /** The force over the scale: what is added to `at`, in the machine's lengths. */
  span: Point;
  label: string;
}

const magnitude = (p: Point): number => Math.hypot(p.x, p.y, p.z);

export const arrowTitle = (a: Arrow): string => (a.on ? `${a.name} on ${a.on}` : a.name);

export function forceText(a: Arrow, c: Cursor): string {
  const force = samplePlace(a.force, c);
  return isDrawn(force) ? withUnit(formatNumber(magnitude(force), 3), a.unit) : "–";
}

/** The force that one unit of length stands for: all arrows share it, so that they can be compared. */
export function forceScale(run: Motion, size: number): number {
  const typical = run.arrows.map((a) => {
    const found: number[] = [];
    for (let i = 0; i < run.time.length; i++) {
      const f = Math.hypot(atFrame(a.force.x, i), atFrame(a.force.y, i), atFrame(a.force.z, i));
      if (f > 0) found.push(f);
    }
    found.sort((x, y) => x - y);
    // A short blow must not shrink everything else to nothing.
    return found[Math.floor(found.length * 0.95)] ?? 0;
  });
  return roundUp(Math.max(0, ...typical) / (LONGEST * (size || 1)));
}

export function drawnArrows(run: Motion, chosen: Set<number>, scale: number, c: Cursor): DrawnArrow[] {
  const drawn: DrawnArrow[] = [];
  for (const index of chosen) {
    const arrow = run.arrows[index];
    if (!arrow) continue;
    const [at, force] = [samplePlace(arrow.at, c), samplePlace(arrow.force, c)];
    if (!isDrawn(at) || !isDrawn(force) || magnitude(force) === 0) continue;
    const span = { x: force.x / scale, y: force.y / scale, z: force.z / scale };
    drawn.push({ index, at, span, label: `${arrow.name} ${forceText(arrow, c)}` });
  }
  return drawn;
}
