// The machine in the plane, on a canvas.
import { drawnArrows, forceScale } from "./arrows";
import { Camera2d } from "./camera2d";
import type { Motion, Place, Point, Shape } from "./contract";
import { el } from "./dom";
import { drawArrow, drawLabel, drawShape, drawTrail, type Pen, reachOf } from "./draw2d";
import type { Extent, Room } from "./extent";
import { drawGridLines, drawGridNumbers } from "./grid2d";
import { bodiesOf, type Body, farthest, type Ghost, type Hold, lastAt, LETTER, type Look, type Scene } from "./look";
import { palette } from "./palette";
import { Path } from "./path";
import { attachPointer } from "./pointer";
import { type Cursor, cursorOf, isDrawn, sample, samplePlace } from "./sample";
import { type Part, partOfKind } from "./shapes";

const NEAR = 24;
/** A body is taken by what is at most so far from it. */
const GRIP = 5;
/** Of the machine: how far the pieces of a trail may be from its curve. */
const TRAIL_ERROR = 5e-4;
const GHOST = 0.3;

/** What leaves a trail, and the part of it that says how it is drawn. */
interface Trail {
  of: Place;
  part: Part;
}

const trailsOf = (motion: Motion): Trail[] => motion.shapes.flatMap(({ row, at }) => {
  const part = partOfKind(row, "TRAIL");
  return part ? [{ of: at, part }] : [];
});
const isLevel = (shape: Shape): boolean => partOfKind(shape.row, "LEVEL") !== undefined;

export class Scene2d implements Scene {
  readonly element = el("canvas", { class: "scene" });
  hold: Hold | null = null;
  /** While something is held the view stays as it is. */
  private isHeld = false;
  private readonly camera = new Camera2d();
  private readonly pen: Pen;
  private motion: Motion;
  private extent: Extent;
  private bodies: Body[] = [];
  private trails: Trail[] = [];
  private paths: Path[] = [];
  /** The force that one unit of length stands for, once arrows are drawn. */
  private scale = NaN;
  private ghosts: { motion: Ghost; named: Body | null; trails: Trail[]; paths: Path[] }[] = [];
  private cursor: Cursor = cursorOf(new Float64Array(1), 0);

  constructor(motion: Motion, private readonly look: Look, extent: Extent, changed: () => void, choose: (body: number) => void) {
    const ctx = this.element.getContext("2d")!;
    this.pen = { ctx, camera: this.camera, colours: palette(), size: extent.size };
    [this.motion, this.extent] = [motion, extent];
    this.show(motion, extent);
    attachPointer(this.element, {
      pan: (dx, dy) => (this.camera.pan(dx, dy), changed()),
      zoom: (factor, x, y) => (this.camera.zoom(factor, x, y), changed()),
      press: (x, y) => this.press(x, y, choose),
      grab: (x, y) => this.grab(x, y),
      drag: (x, y) => this.hold?.move(this.camera.toPlane(x, y)),
      drop: () => {
        this.isHeld = false;
        this.hold?.drop();
        changed();
      },
    });
    this.element.addEventListener("pointermove", (e) => {
      if (this.isHeld) return;
      const box = this.element.getBoundingClientRect();
      this.element.style.cursor = this.bodyAt(e.clientX - box.left, e.clientY - box.top) ? "grab" : "";
    });
  }

  show(motion: Motion, extent: Extent): void {
    [this.motion, this.extent] = [motion, extent];
    this.pen.size = extent.size;
    this.bodies = bodiesOf(motion);
    this.scale = NaN;
    this.trails = trailsOf(motion);
    this.paths = this.trails.map((trail) => new Path(trail.of, motion.time, TRAIL_ERROR * extent.size));
  }

  haunt(ghosts: Ghost[]): void {
    this.ghosts = ghosts.map((motion) => {
      const trails = trailsOf(motion);
      const named = motion.letter ? farthest(motion) : null;
      return { motion, named, trails, paths: trails.map((trail) => new Path(trail.of, motion.time, TRAIL_ERROR * this.extent.size)) };
    });
  }

  private drawGhosts(time: number): void {
    const { ctx } = this.pen;
    ctx.save();
    ctx.globalAlpha = GHOST;
    for (const { motion, trails, paths } of this.ghosts) {
      const cursor = lastAt(motion, time);
      if (this.look.trails) paths.forEach((path, i) => drawTrail(this.pen, path, motion.time, trails[i]!, cursor));
      for (const shape of motion.shapes) if (!isLevel(shape)) drawShape(this.pen, shape, cursor);
    }
    ctx.restore();
  }

  private nameGhosts(time: number): void {
    this.ghosts.forEach(({ motion, named }, i) => {
      if (!named) return;
      const cursor = lastAt(motion, time), at = samplePlace(named.at, cursor);
      if (!isDrawn(at)) return;
      const [x, y] = this.camera.toScreen(at);
      drawLabel(this.pen, motion.letter!, x + reachOf(this.pen, named, cursor) + 4, y - 6 + LETTER * i, this.pen.colours.muted);
    });
  }

  draw(cursor: Cursor): void {
    this.cursor = cursor;
    if (!this.isHeld) this.aim(cursor);
    const { ctx, camera } = this.pen;
    ctx.clearRect(0, 0, camera.width, camera.height);
    ctx.textAlign = "left";
    drawGridLines(this.pen);
    this.drawGhosts(cursor.time);
    if (this.look.trails) {
      this.paths.forEach((path, i) => drawTrail(this.pen, path, this.motion.time, this.trails[i]!, cursor));
    }
    for (const shape of this.motion.shapes) if (!isLevel(shape)) drawShape(this.pen, shape, cursor);
    // A body that reaches below a ground does not hide it.
    for (const shape of this.motion.shapes) if (isLevel(shape)) drawShape(this.pen, shape, cursor);
    drawGridNumbers(this.pen, this.motion.length);
    ctx.textAlign = "left";
    if (!this.motion.shapes.length) this.tellNothing();
    this.nameGhosts(cursor.time);
    if (this.look.names) this.drawNames(cursor);
    if (!this.look.arrows.size) return;
    this.scale ||= forceScale(this.motion, this.extent.size);
    for (const arrow of drawnArrows(this.motion, this.look.arrows, this.scale / this.look.arrowFactor, cursor)) drawArrow(this.pen, arrow);
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }
  reset(): void {
    this.camera.reset();
  }
  restyle(): void {
    this.pen.colours = palette();
  }

  resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.element;
    this.camera.width = Math.max(1, clientWidth);
    this.camera.height = Math.max(1, clientHeight);
    this.element.width = Math.round(this.camera.width * ratio);
    this.element.height = Math.round(this.camera.height * ratio);
    this.pen.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  project(point: Point): { x: number; y: number } {
    const [x, y] = this.camera.toScreen(point);
    return { x, y };
  }

  /** Turns the base of the view to what is framed. */
  private aim(cursor: Cursor): void {
    const { framing } = this.look;
    if (framing === "whole") this.fit(this.extent.whole, cursor);
    else if (framing === "moment") this.fit(this.extent.around(cursor.time), cursor);
    else this.follow(samplePlace(this.bodies[framing]!.at, cursor));
  }

  private follow(at: Point): void {
    if (isDrawn(at)) this.camera.centre(at, 2 * this.extent.size);
  }

  /** A ground that is near belongs to the picture. */
  private fit(room: Room, cursor: Cursor): void {
    const [low, high] = [[...room.low], [...room.high]] as [Room["low"], Room["high"]];
    let onGround = false;
    const reach = 0.6 * Math.max(high[0] - low[0], high[1] - low[1], this.extent.size);
    for (const shape of this.motion.shapes) {
      const y = isLevel(shape) ? sample(shape.at.y, cursor) : NaN;
      if (y > room.low[1] - reach && y < room.high[1] + reach) {
        low[1] = Math.min(low[1], y);
        high[1] = Math.max(high[1], y);
        onGround ||= low[1] > y - 0.08 * reach;
      }
    }
    this.camera.fit({ low, high }, onGround);
  }

  private tellNothing(): void {
    const { ctx, camera, colours } = this.pen;
    ctx.font = "13px system-ui, sans-serif";
    ctx.fillStyle = colours.muted;
    ctx.textAlign = "center";
    ctx.fillText("The model draws nothing. Its plots show the motion.", camera.width / 2, camera.height / 2 - 12);
    ctx.textAlign = "left";
  }

  private drawNames(cursor: Cursor): void {
    for (const body of this.bodies) {
      const at = samplePlace(body.at, cursor);
      if (!isDrawn(at)) continue;
      const [x, y] = this.camera.toScreen(at);
      drawLabel(this.pen, body.name, x + reachOf(this.pen, body, cursor) + 5, y - 6, this.pen.colours.text);
    }
  }

  /** The number of the nearest body, and how far its edge is. */
  private nearest(x: number, y: number): { body: number; distance: number } {
    const distances = this.bodies.map((body) => {
      const [bx, by] = this.camera.toScreen(samplePlace(body.at, this.cursor));
      return Math.hypot(bx - x, by - y) - reachOf(this.pen, body, this.cursor);
    });
    const body = distances.reduce((best, d, i) => (d < (distances[best] ?? Infinity) ? i : best), 0);
    return { body, distance: distances[body] ?? Infinity };
  }

  private press(x: number, y: number, choose: (body: number) => void): void {
    const { body, distance } = this.nearest(x, y);
    if (distance < NEAR) choose(body);
  }

  /** What can be taken there. */
  private bodyAt(x: number, y: number): Body | null {
    if (!this.hold?.isOffered()) return null;
    const { body, distance } = this.nearest(x, y);
    return distance < GRIP ? this.bodies[body]! : null;
  }

  private grab(x: number, y: number): boolean {
    const body = this.bodyAt(x, y);
    if (body) this.hold?.take(body);
    return (this.isHeld = body !== null);
  }
}
