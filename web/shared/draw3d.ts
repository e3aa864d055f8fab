// Paints the parts of shapes (src/scene/shapes.inc) in space at an instant.
import type { Shape } from "./contract";
import { conditions, endsIn, type Frame, frameOf, measured, placeIn } from "./frame";
import { type Colour, colourOf, type Lines, type Painter3d } from "./painter3d";
import type { Palette } from "./palette";
import type { Cursor } from "./sample";
import type { Part, PartKind } from "./shapes";
import { axesAlong, minus, norm, plus, times, upright, type Vector } from "./vector";

/** What all shapes look at. */
export interface Brush {
  painter: Painter3d;
  colours: Palette;
  /** Size of the machine: thicknesses follow it. */
  size: number;
  /** What is at the middle of the picture: numbers on the card are small, however far off the machine is. */
  origin: Vector;
  /** A line of unit length along y, straight, or wound so often. */
  wound(turns: number): Lines;
}

/** Pieces of a turn of a coil, of a whole circle; where a coil begins, as a part of its length. */
const [FINE, ROUND, COIL_BEGIN] = [24, 96, 0.1];

const segment = (a: Vector, b: Vector): number[] => [...a, 0, ...b, 0];

function helix(turns: number): number[] {
  const places: Vector[] = [[0, -0.5, 0]];
  const pieces = FINE * turns;
  for (let k = 0; k <= pieces && turns > 0; k++) {
    const angle = (2 * Math.PI * k) / FINE;
    places.push([Math.cos(angle), COIL_BEGIN - 0.5 + ((1 - 2 * COIL_BEGIN) * k) / pieces, Math.sin(angle)]);
  }
  places.push([0, 0.5, 0]);
  return places.slice(1).flatMap((p, i) => segment(places[i]!, p));
}

/** Makes each line once. */
export function winder(painter: Painter3d): (turns: number) => Lines {
  const made = new Map<number, Lines>();
  return (turns) => {
    if (!made.has(turns)) made.set(turns, painter.makeLines(helix(turns)));
    return made.get(turns)!;
  };
}

/** A part of a shape, in its frame about the middle of the picture. */
interface Piece {
  part: Part;
  frame: Frame;
  colour: Colour;
}

/** A bar between two places, or a line if it is as thick as so many pixels. */
function paintSegment(brush: Brush, { part, frame, colour }: Piece, from: Vector, to: Vector): void {
  const along = minus(to, from);
  const length = norm(along);
  if (!(length > 0)) return;
  const [thick, at] = [measured(part.thick, frame.own, brush.size), plus(from, times(along, 0.5))];
  if (thick > 0) brush.painter.solid("cylinder", axesAlong(along, thick / 2, length), at, colour);
  else {
    const straight = brush.wound(0);
    brush.painter.lines(straight, straight.count, { colour, width: part.thick.least, axes: axesAlong(along, 1, length), at });
  }
}

function paintLine(brush: Brush, piece: Piece): void {
  paintSegment(brush, piece, ...endsIn(piece.frame, piece.part, brush.size));
}

function paintCoil(brush: Brush, { part, frame, colour }: Piece): void {
  const lines = brush.wound(part.turns);
  const axes = axesAlong(frame.axes[0], measured(part.reach, frame.own, brush.size), frame.own);
  brush.painter.lines(lines, lines.count, { colour, width: part.thick.least, axes, at: placeIn(frame, [0.5, 0, 0]) });
}

function paintBall(brush: Brush, { part, frame, colour }: Piece): void {
  brush.painter.solid("sphere", upright(measured(part.reach, frame.own, brush.size)), placeIn(frame, part.from), colour);
}

function paintBox(brush: Brush, { part, frame, colour }: Piece): void {
  const least = measured(part.reach, frame.own, brush.size);
  const sides = frame.axes.map((axis) => {
    const half = norm(axis);
    return times(axis, half > 0 ? (2 * Math.max(half, least)) / half : 0);
  }) as Frame["axes"];
  brush.painter.solid("cube", sides, frame.at, colour);
}

function paintRing(brush: Brush, { part, frame, colour }: Piece): void {
  const thick = measured(part.thick, frame.own, brush.size);
  if (frame.own > 0) brush.painter.solid(`rim ${Number((thick / 2 / frame.own).toFixed(3))}`, frame.axes, frame.at, colour);
}

function paintArc(brush: Brush, piece: Piece): void {
  const { sweep } = piece.frame;
  const pieces = Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * ROUND);
  const at = (k: number): Vector => placeIn(piece.frame, [Math.cos((sweep * k) / pieces), Math.sin((sweep * k) / pieces), 0]);
  for (let k = 0; k < pieces; k++) paintSegment(brush, piece, at(k), at(k + 1));
}

/** Trails are Trail3d's, levels Grid3d's. */
const PAINTERS: Partial<Record<PartKind, (brush: Brush, piece: Piece) => void>> = { LINE: paintLine, BAR: paintLine, COIL: paintCoil, BALL: paintBall,
  BOX: paintBox, RING: paintRing, ARC: paintArc };

export function paintShape(brush: Brush, shape: Shape, c: Cursor): void {
  const frame = frameOf(shape, c, brush.size, 3);
  if (!frame) return;
  const moved = { ...frame, at: minus(frame.at, brush.origin) };
  const is = conditions(shape, frame, 3);
  for (const part of shape.row.parts) {
    if (part.when.every((word) => is.has(word))) PAINTERS[part.kind]?.(brush, { part, frame: moved, colour: colourOf(brush.colours.inks[part.ink]!) });
  }
}
