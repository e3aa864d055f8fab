// Draws the parts of shapes (src/scene/shapes.inc) in the plane, on a canvas.
import type { Place, Point, Shape } from "./contract";
import type { DrawnArrow } from "./arrows";
import type { Camera2d } from "./camera2d";
import { conditions, endsIn, type Frame, frameOf, measured, placeIn } from "./frame";
import type { Palette } from "./palette";
import { passed, type Path } from "./path";
import { type Cursor, isDrawn, samplePlace } from "./sample";
import type { Measure, Part, PartKind } from "./shapes";
import { norm, type Vector } from "./vector";

export interface Pen {
  ctx: CanvasRenderingContext2D;
  camera: Camera2d;
  colours: Palette;
  /** Size of the machine, in its own lengths: thicknesses follow it. */
  size: number;
}

const HATCH = 9;
/** The outline of a bar, but no more of its thickness than that; of other solids. */
const [OUTLINE, THIN, EDGE] = [1.25, 0.15, 1.5];
/** Of a coil's length: where it begins, and how far out it may go. */
const [COIL_BEGIN, STEEPEST] = [0.1, 0.25];
/** More points than this in one part of a trail are thinned out: nobody sees them. */
const TRAIL_POINTS = 6000;
/** A trail fades over so many sizes of the machine, in so many parts, down to this much of its colour. */
const [FADE, FADE_PARTS, FAINT] = [6, 10, 0.3];

const between = (low: number, x: number, high: number): number => Math.min(high, Math.max(low, x));

function stroke(pen: Pen, colour: string, width: number, path: () => void): void {
  const { ctx } = pen;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = ctx.globalAlpha < 1 ? "butt" : "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  path();
  ctx.stroke();
}

/** Fills the path that there is, and goes round it. */
function fill(pen: Pen, colour: string): void {
  const { ctx } = pen;
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = pen.colours["beam-edge"];
  ctx.lineWidth = EDGE;
  ctx.stroke();
}

function line(pen: Pen, colour: string, width: number, a: [number, number], b: [number, number]): void {
  stroke(pen, colour, width, () => {
    pen.ctx.moveTo(...a);
    pen.ctx.lineTo(...b);
  });
}

/** A part of a shape, in its frame. */
interface Piece {
  part: Part;
  frame: Frame;
  colour: string;
}

const screen = (pen: Pen, [x, y, z]: Vector): [number, number] => pen.camera.toScreen({ x, y, z });
const pixels = (pen: Pen, { frame }: Piece, m: Measure): number => measured(m, frame.own, pen.size, pen.camera.scale);

function drawLine(pen: Pen, piece: Piece): void {
  const [from, to] = endsIn(piece.frame, piece.part, pen.size);
  line(pen, piece.colour, pixels(pen, piece, piece.part.thick), screen(pen, from), screen(pen, to));
}

function drawBar(pen: Pen, piece: Piece): void {
  const [from, to] = endsIn(piece.frame, piece.part, pen.size);
  const [a, b, width] = [screen(pen, from), screen(pen, to), pixels(pen, piece, piece.part.thick)];
  line(pen, pen.colours["beam-edge"], width, a, b);
  line(pen, piece.colour, width - 2 * Math.min(OUTLINE, THIN * width), a, b);
}

function drawCoil(pen: Pen, piece: Piece): void {
  const { part, frame } = piece;
  const [a, b] = [screen(pen, frame.at), screen(pen, placeIn(frame, [1, 0, 0]))];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const out = Math.min(pixels(pen, piece, part.reach) / length, STEEPEST);
  const at = (f: number, side: number): [number, number] => [a[0] + dx * f + dy * side * out, a[1] + dy * f - dx * side * out];
  const teeth = 2 * part.turns;
  stroke(pen, piece.colour, pixels(pen, piece, part.thick), () => {
    pen.ctx.moveTo(...a);
    pen.ctx.lineTo(...at(COIL_BEGIN, 0));
    for (let k = 0; k < teeth; k++) pen.ctx.lineTo(...at(COIL_BEGIN + ((1 - 2 * COIL_BEGIN) * (k + 0.5)) / teeth, k % 2 ? -1 : 1));
    pen.ctx.lineTo(...at(1 - COIL_BEGIN, 0));
    pen.ctx.lineTo(...b);
  });
}

function drawBall(pen: Pen, piece: Piece): void {
  const { part, frame } = piece;
  const isSmall = part.reach.part > 0 && measured(part.reach, frame.own, pen.size) * pen.camera.scale < part.reach.least;
  if (isSmall && part.when.includes("DETAIL")) return;
  pen.ctx.beginPath();
  pen.ctx.arc(...screen(pen, placeIn(frame, part.from)), pixels(pen, piece, part.reach), 0, 2 * Math.PI);
  fill(pen, piece.colour);
}

function drawBox(pen: Pen, piece: Piece): void {
  const { frame, part, colour } = piece;
  const { ctx, camera } = pen;
  const least = pixels(pen, piece, part.reach);
  const [w, h] = [0, 1].map((k) => 2 * Math.max(least, norm(frame.axes[k as 0 | 1]) * camera.scale)) as [number, number];
  ctx.save();
  ctx.translate(...screen(pen, frame.at));
  ctx.rotate(-Math.atan2(frame.axes[0][1], frame.axes[0][0]));
  ctx.beginPath();
  ctx.roundRect(-w / 2, -h / 2, w, h, Math.min(3, w / 8, h / 8));
  fill(pen, colour);
  ctx.restore();
}

function round(pen: Pen, { frame, colour }: Piece, radius: number, sweep: number, width: number): void {
  const begin = Math.atan2(frame.axes[0][1], frame.axes[0][0]);
  stroke(pen, colour, width, () => pen.ctx.arc(...screen(pen, frame.at), Math.max(0, radius), -begin, -(begin + sweep), sweep > 0));
}

function drawRing(pen: Pen, piece: Piece): void {
  const [width, radius] = [pixels(pen, piece, piece.part.thick), piece.frame.own * pen.camera.scale];
  const rim = Math.min(radius, width);
  round(pen, piece, radius - rim / 2, 2 * Math.PI, rim);
}

function drawArc(pen: Pen, piece: Piece): void {
  const { frame, part } = piece;
  if (frame.sweep) round(pen, piece, frame.own * pen.camera.scale, frame.sweep, pixels(pen, piece, part.thick));
}

/** Across the whole picture. */
function drawLevel(pen: Pen, piece: Piece): void {
  const { camera, colours, ctx } = pen;
  const y = Math.round(screen(pen, piece.frame.at)[1]) + 0.5;
  if (y < -1 || y > camera.height + 20) return;
  const left = camera.toScreen({ x: 0, y: 0, z: 0 })[0] % HATCH;
  stroke(pen, colours.inks[piece.part.other]!, 1, () => {
    for (let x = left - 2 * HATCH; x < camera.width + HATCH; x += HATCH) {
      ctx.moveTo(x + HATCH, y);
      ctx.lineTo(x, y + HATCH);
    }
  });
  line(pen, piece.colour, pixels(pen, piece, piece.part.thick), [0, y], [camera.width, y]);
}

/** Trails are drawTrail's, arrows drawArrow's. */
const DRAWERS: Partial<Record<PartKind, (pen: Pen, piece: Piece) => void>> = { LINE: drawLine, BAR: drawBar, COIL: drawCoil, BALL: drawBall, BOX: drawBox,
  RING: drawRing, ARC: drawArc, LEVEL: drawLevel };

/** All but trails. */
export function drawShape(pen: Pen, shape: Shape, c: Cursor): void {
  const frame = frameOf(shape, c, pen.size, 2, pen.camera.scale);
  if (!frame) return;
  const is = conditions(shape, frame, 2);
  for (const part of shape.row.parts) {
    if (part.when.every((word) => is.has(word))) DRAWERS[part.kind]?.(pen, { part, frame, colour: pen.colours.inks[part.ink]! });
  }
}

/** How far a body reaches around its place, in pixels. */
export function reachOf(pen: Pen, body: Shape, c: Cursor): number {
  const frame = frameOf(body, c, pen.size, 2, pen.camera.scale);
  return Math.max(4, frame ? Math.max(norm(frame.axes[0]), norm(frame.axes[1])) * pen.camera.scale : 0);
}

/** The way gone so far: the last part of it strong, the older the fainter, what is long ago faint throughout. */
export function drawTrail(pen: Pen, path: Path, time: Float64Array, { part: look, of }: { part: Part; of: Place }, c: Cursor): void {
  const { ctx, camera } = pen;
  const whole = ctx.globalAlpha;
  const count = passed(path, time, c);
  const now = samplePlace(of, c);
  const gone = path.way[count - 1] ?? 0;
  const from = gone - FADE * pen.size;
  let start = 0;
  for (let part = 0; part <= FADE_PARTS; part++) {
    const until = part === FADE_PARTS ? Infinity : from + ((gone - from) * part) / FADE_PARTS;
    let end = start;
    while (end < count && path.way[end]! < until) end++;
    const stride = Math.ceil((end - start) / TRAIL_POINTS) || 1;
    ctx.globalAlpha = whole * (FAINT + (1 - FAINT) * (part / FADE_PARTS) ** 2);
    stroke(pen, pen.colours.inks[look.ink]!, look.thick.least, () => {
      let down = false;
      const visit = (p: Point): void => {
        if (!isDrawn(p)) down = false;
        else if (down) ctx.lineTo(...camera.toScreen(p));
        else {
          ctx.moveTo(...camera.toScreen(p));
          down = true;
        }
      };
      for (let k = start; k < end; k += stride) visit({ x: path.at[3 * k]!, y: path.at[3 * k + 1]!, z: 0 });
      // Where this part ends the next one begins: nothing is drawn twice.
      if (end > start && end < count) visit({ x: path.at[3 * end]!, y: path.at[3 * end + 1]!, z: 0 });
      if (part === FADE_PARTS && start < count) visit(now);
    });
    start = end;
  }
  ctx.globalAlpha = whole;
}

export function drawLabel(pen: Pen, words: string, x: number, y: number, colour: string): void {
  const { ctx, colours, camera } = pen;
  ctx.font = "600 12px system-ui, sans-serif";
  const width = ctx.measureText(words).width;
  const left = between(4, x, Math.max(4, camera.width - width - 4));
  const top = between(14, y, camera.height - 6);
  ctx.lineWidth = 4;
  ctx.lineJoin = "round";
  ctx.strokeStyle = colours.surface;
  ctx.strokeText(words, left, top);
  ctx.fillStyle = colour;
  ctx.fillText(words, left, top);
}

export function drawArrow(pen: Pen, arrow: DrawnArrow): void {
  const { ctx, camera, colours } = pen;
  const [x0, y0] = camera.toScreen(arrow.at);
  const [x1, y1] = camera.toScreen({ x: arrow.at.x + arrow.span.x, y: arrow.at.y + arrow.span.y, z: 0 });
  const length = Math.hypot(x1 - x0, y1 - y0);
  const head = Math.min(11, length * 0.6);
  const [ux, uy] = length > 0 ? [(x1 - x0) / length, (y1 - y0) / length] : [0, 0];
  line(pen, colours.force, 2.5, [x0, y0], [x1 - ux * head, y1 - uy * head]);
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x1 - ux * head - uy * head * 0.45, y1 - uy * head + ux * head * 0.45);
  ctx.lineTo(x1 - ux * head + uy * head * 0.45, y1 - uy * head - ux * head * 0.45);
  ctx.fillStyle = colours.force;
  ctx.fill();
  drawLabel(pen, arrow.label, x1 + 8, y1 + (uy > 0 ? 14 : -4), colours.force);
}
