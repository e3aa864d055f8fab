// Draws the shapes of the plane on a canvas.
import type { Arc, Ball, Box, Ground, Place, Point, Segment, Shape, Wheel } from "./contract";
import type { DrawnArrow } from "./arrows";
import type { Camera2d } from "./camera2d";
import type { Palette } from "./palette";
import { passed, type Path } from "./path";
import { type Cursor, isDrawn, sample, samplePlace } from "./sample";

export interface Pen {
  ctx: CanvasRenderingContext2D;
  camera: Camera2d;
  colours: Palette;
  /** Size of the machine, in its own lengths: thicknesses follow it. */
  size: number;
}

const HATCH = 9;
const SPOKES = 6;
const COILS = 9;
/** More points than this in one part of a trail are thinned out: nobody sees them. */
const TRAIL_POINTS = 6000;
/** A trail fades over so many sizes of the machine, in so many parts, down to this much of its colour. */
const [FADE, FADE_PARTS, FAINT] = [6, 10, 0.3];

const between = (low: number, x: number, high: number): number => Math.min(high, Math.max(low, x));
const thickness = (pen: Pen): number => between(3, 0.022 * pen.size * pen.camera.scale, 16);

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

function disc(pen: Pen, x: number, y: number, radius: number, fill: string, edge: string): void {
  const { ctx } = pen;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

function line(pen: Pen, colour: string, width: number, a: [number, number], b: [number, number]): void {
  stroke(pen, colour, width, () => {
    pen.ctx.moveTo(...a);
    pen.ctx.lineTo(...b);
  });
}

function drawBeam(pen: Pen, a: [number, number], b: [number, number]): void {
  const width = thickness(pen);
  line(pen, pen.colours["beam-edge"], width, a, b);
  line(pen, pen.colours.beam, Math.max(1, width - 2.5), a, b);
  if (width < 4) return;
  for (const end of [a, b]) disc(pen, ...end, between(1.5, width / 4.5, 3.5), pen.colours.surface, pen.colours["beam-edge"]);
}

function drawSpring(pen: Pen, a: [number, number], b: [number, number]): void {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const amplitude = between(3, 0.03 * pen.size * pen.camera.scale, 14);
  const at = (f: number, side: number): [number, number] =>
    [a[0] + dx * f - (dy / length) * side * amplitude, a[1] + dy * f + (dx / length) * side * amplitude];
  stroke(pen, pen.colours.spring, 1.8, () => {
    pen.ctx.moveTo(...a);
    pen.ctx.lineTo(...at(0.1, 0));
    for (let k = 0; k < 2 * COILS; k++) pen.ctx.lineTo(...at(0.1 + (0.8 * (k + 0.5)) / (2 * COILS), k % 2 ? -1 : 1));
    pen.ctx.lineTo(...at(0.9, 0));
    pen.ctx.lineTo(...b);
  });
  for (const end of [a, b]) disc(pen, ...end, 2, pen.colours.surface, pen.colours.spring);
}

function drawSegment(pen: Pen, shape: Segment, c: Cursor): void {
  const [from, to] = [samplePlace(shape.from, c), samplePlace(shape.to, c)];
  if (!isDrawn(from) || !isDrawn(to)) return;
  const [a, b] = [pen.camera.toScreen(from), pen.camera.toScreen(to)];
  if (shape.kind === "beam") drawBeam(pen, a, b);
  else if (shape.kind === "spring") drawSpring(pen, a, b);
  else line(pen, pen.colours.rope, 1.6, a, b);
}

function drawArc(pen: Pen, shape: Arc, c: Cursor): void {
  const at = samplePlace(shape.at, c);
  const [radius, angle, sweep] = [sample(shape.radius, c), sample(shape.angle, c), sample(shape.sweep, c)];
  if (!isDrawn(at) || !Number.isFinite(radius + angle + sweep) || sweep === 0) return;
  const [x, y] = pen.camera.toScreen(at);
  stroke(pen, pen.colours.rope, 1.6, () => pen.ctx.arc(x, y, radius * pen.camera.scale, -angle, -(angle + sweep), sweep > 0));
}

export function ballRadius(shape: Ball, c: Cursor, size: number, scale: number): number {
  const radius = sample(shape.radius, c);
  return Math.max(3.5, (Number.isFinite(radius) ? radius : 0.025 * size) * scale);
}

function drawBall(pen: Pen, shape: Ball, c: Cursor): void {
  const at = samplePlace(shape.at, c);
  if (!isDrawn(at)) return;
  disc(pen, ...pen.camera.toScreen(at), ballRadius(shape, c, pen.size, pen.camera.scale), pen.colours.ball, pen.colours["beam-edge"]);
}

function drawBox(pen: Pen, shape: Box, c: Cursor): void {
  const at = samplePlace(shape.at, c);
  const angle = sample(shape.angle, c);
  if (!isDrawn(at)) return;
  const { ctx, camera, colours } = pen;
  const [w, h] = [Math.max(4, shape.size[0] * camera.scale), Math.max(4, shape.size[1] * camera.scale)];
  ctx.save();
  ctx.translate(...camera.toScreen(at));
  ctx.rotate(Number.isFinite(angle) ? -angle : 0);
  ctx.beginPath();
  ctx.roundRect(-w / 2, -h / 2, w, h, Math.min(3, w / 8, h / 8));
  ctx.fillStyle = colours.box;
  ctx.fill();
  ctx.strokeStyle = colours["beam-edge"];
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.restore();
}

/** A rim with spokes, which show that it turns. */
function drawWheel(pen: Pen, shape: Wheel, c: Cursor): void {
  const at = samplePlace(shape.at, c);
  const radius = sample(shape.radius, c) * pen.camera.scale;
  const angle = sample(shape.angle, c) || 0;
  if (!isDrawn(at) || !(radius > 0)) return;
  const [x, y] = pen.camera.toScreen(at);
  const rim = Math.min(radius, between(2, radius / 10, 8));
  for (let k = 0; k < SPOKES; k++) {
    const turned = angle + (2 * Math.PI * k) / SPOKES;
    const end: [number, number] = [x + (radius - rim) * Math.cos(turned), y - (radius - rim) * Math.sin(turned)];
    line(pen, k ? pen.colours.ball : pen.colours.trail, Math.max(1.2, rim / 3), [x, y], end);
  }
  stroke(pen, pen.colours.ball, rim, () => pen.ctx.arc(x, y, radius - rim / 2, 0, 2 * Math.PI));
  disc(pen, x, y, Math.max(2, rim / 2), pen.colours.surface, pen.colours["beam-edge"]);
}

/** The way gone so far: the last part of it strong, the older the fainter, what is long ago faint throughout. */
export function drawTrail(pen: Pen, path: Path, time: Float64Array, of: Place, c: Cursor): void {
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
    stroke(pen, pen.colours.trail, 1.6, () => {
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

function drawGround(pen: Pen, shape: Ground, c: Cursor): void {
  const height = sample(shape.height, c);
  if (!Number.isFinite(height)) return;
  const { ctx, camera, colours } = pen;
  const y = Math.round(camera.toScreen({ x: 0, y: height, z: 0 })[1]) + 0.5;
  if (y < -1 || y > camera.height + 20) return;
  const left = camera.toScreen({ x: 0, y: 0, z: 0 })[0] % HATCH;
  stroke(pen, colours.ground, 1, () => {
    for (let x = left - 2 * HATCH; x < camera.width + HATCH; x += HATCH) {
      ctx.moveTo(x + HATCH, y);
      ctx.lineTo(x, y + HATCH);
    }
  });
  line(pen, colours.text, 1.5, [0, y], [camera.width, y]);
}

function drawAxes(pen: Pen, at: Point): void {
  if (!isDrawn(at)) return;
  const [x, y] = pen.camera.toScreen(at);
  disc(pen, x, y, 4, pen.colours.surface, pen.colours["beam-edge"]);
  disc(pen, x, y, 1, pen.colours["beam-edge"], pen.colours["beam-edge"]);
}

/** All but trails. */
export function drawShape(pen: Pen, shape: Shape, c: Cursor): void {
  switch (shape.kind) {
    case "ball":
      return drawBall(pen, shape, c);
    case "wheel":
      return drawWheel(pen, shape, c);
    case "box":
      return drawBox(pen, shape, c);
    case "arc":
      return drawArc(pen, shape, c);
    case "trail":
      return;
    case "ground":
      return drawGround(pen, shape, c);
    case "frame":
      return drawAxes(pen, samplePlace(shape.at, c));
    default:
      return drawSegment(pen, shape, c);
  }
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
