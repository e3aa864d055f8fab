// Paints the shapes of space at an instant.
import type { Attitude, Axes, Ball, Box, Place, Segment, Shape, Wheel } from "./contract";
import { type Colour, colourOf, type Lines, type Painter3d } from "./painter3d";
import type { Palette } from "./palette";
import { type Cursor, isDrawn, sample, samplePlace } from "./sample";
import { type Axes3, axesAlong, minus, norm, plus, scaled, straightened, times, upright, type Vector, vector } from "./vector";

/** What all shapes look at. */
export interface Brush {
  painter: Painter3d;
  colours: Palette;
  trail: Colour;
  /** Size of the machine: thicknesses follow it. */
  size: number;
  /** What is at the middle of the picture: numbers on the card are small, however far off the machine is. */
  origin: Vector;
  /** A line of unit length along y, straight, and wound to a spring. */
  straight: Lines;
  wound: Lines;
}

const AXIS_COLOURS = ["#d1495b", "#3a9a5b", "#3d7dca"].map(colourOf);
const [COILS, FINE, SPOKES] = [10, 24, 6];

const segment = (a: Vector, b: Vector): number[] => [...a, 0, ...b, 0];

export const straightLine = (): number[] => segment([0, -0.5, 0], [0, 0.5, 0]);

export function helix(): number[] {
  const places: Vector[] = [[0, -0.5, 0]];
  const turns = FINE * COILS;
  for (let k = 0; k <= turns; k++) {
    const angle = (2 * Math.PI * k) / FINE;
    places.push([Math.cos(angle), -0.4 + (0.8 * k) / turns, Math.sin(angle)]);
  }
  places.push([0, 0.5, 0]);
  return places.slice(1).flatMap((p, i) => segment(places[i]!, p));
}

/** Where something is, from the middle of the picture; null where it is not. */
function placeOf(brush: Brush, place: Place, c: Cursor): Vector | null {
  const at = samplePlace(place, c);
  return isDrawn(at) ? minus(vector(at), brush.origin) : null;
}

/** A bar between two places. */
function paintBar(brush: Brush, from: Vector, to: Vector, radius: number, colour: Colour): void {
  const along = minus(to, from);
  const length = norm(along);
  if (length > 0) brush.painter.solid("cylinder", axesAlong(along, radius, length), plus(from, times(along, 0.5)), colour);
}

function paintSegment(brush: Brush, shape: Segment, c: Cursor): void {
  const [from, to] = [placeOf(brush, shape.from, c), placeOf(brush, shape.to, c)];
  if (!from || !to) return;
  const colour = colourOf(brush.colours[shape.kind]);
  if (shape.kind === "beam") {
    const radius = 0.011 * brush.size;
    paintBar(brush, from, to, radius, colour);
    for (const end of [from, to]) brush.painter.solid("sphere", upright(1.35 * radius), end, colour);
    return;
  }
  const isSpring = shape.kind === "spring";
  const along = minus(to, from);
  const axes = axesAlong(along, isSpring ? 0.03 * brush.size : 1, norm(along));
  const lines = isSpring ? brush.wound : brush.straight;
  brush.painter.lines(lines, lines.count, { colour, width: isSpring ? 2 : 2.5, axes, at: plus(from, times(along, 0.5)) });
}

function paintBall(brush: Brush, shape: Ball, c: Cursor): void {
  const at = placeOf(brush, shape.at, c);
  const radius = sample(shape.radius, c) || 0.03 * brush.size;
  if (at) brush.painter.solid("sphere", upright(radius), at, colourOf(brush.colours.ball));
}

/** The axes of a body: between frames its matrix is on curves, and straightened. */
function axesAt(attitude: Attitude | null, angle: number, c: Cursor): Axes3 {
  if (!attitude) {
    const [cos, sin] = [Math.cos(angle || 0), Math.sin(angle || 0)];
    return [[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]];
  }
  const m = attitude.map((track) => sample(track, c));
  return straightened([[m[0]!, m[3]!, m[6]!], [m[1]!, m[4]!, m[7]!], [m[2]!, m[5]!, m[8]!]]);
}

function paintBox(brush: Brush, shape: Box, c: Cursor): void {
  const at = placeOf(brush, shape.at, c);
  if (!at) return;
  const [w, h, d] = shape.size.map((side) => side || 0.02 * brush.size) as Vector;
  brush.painter.solid("cube", scaled(axesAt(shape.attitude, sample(shape.angle, c), c), w, h, d), at, colourOf(brush.colours.box));
}

/** A rim about its third axis, and spokes, which show that it turns. */
function paintWheel(brush: Brush, shape: Wheel, c: Cursor): void {
  const at = placeOf(brush, shape.at, c);
  const radius = sample(shape.radius, c);
  if (!at || !(radius > 0)) return;
  const axes = axesAt(shape.attitude, sample(shape.angle, c), c);
  const [plain, first] = [colourOf(brush.colours.ball), colourOf(brush.colours.trail)];
  brush.painter.solid("rim", scaled(axes, radius, radius, radius), at, plain);
  for (let k = 0; k < SPOKES; k++) {
    const angle = (2 * Math.PI * k) / SPOKES;
    const out = plus(times(axes[0], 0.93 * radius * Math.cos(angle)), times(axes[1], 0.93 * radius * Math.sin(angle)));
    paintBar(brush, at, plus(at, out), 0.018 * radius, k ? plain : first);
  }
}

function paintAxes(brush: Brush, shape: Axes, c: Cursor): void {
  const at = placeOf(brush, shape.at, c);
  if (!at) return;
  const axes = axesAt(shape.attitude, 0, c);
  const sides = shape.size?.map((side) => Math.max(side, 0.01 * brush.size)) as Vector | undefined;
  if (sides) brush.painter.solid("cube", scaled(axes, ...sides), at, colourOf(brush.colours.box));
  else brush.painter.solid("sphere", upright(0.03 * brush.size), at, colourOf(brush.colours.ball));
  axes.forEach((axis, k) => {
    const length = Math.max(0.14 * brush.size, 0.75 * (sides?.[k] ?? 0));
    paintBar(brush, at, plus(at, times(axis, length)), 0.006 * brush.size, AXIS_COLOURS[k]!);
  });
}

/** All but trails and grounds; arcs belong to the plane. */
export function paintShape(brush: Brush, shape: Shape, c: Cursor): void {
  switch (shape.kind) {
    case "beam":
    case "rope":
    case "spring":
      return paintSegment(brush, shape, c);
    case "ball":
      return paintBall(brush, shape, c);
    case "box":
      return paintBox(brush, shape, c);
    case "wheel":
      return paintWheel(brush, shape, c);
    case "frame":
      return paintAxes(brush, shape, c);
  }
}
