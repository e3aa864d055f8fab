// The machine in space: it stands upright, dragging turns it, the wheel zooms.
import { type DrawnArrow, drawnArrows, forceScale } from "./arrows";
import { Camera3d } from "./camera3d";
import type { Motion, Point } from "./contract";
import { el } from "./dom";
import { type Brush, paintShape, winder } from "./draw3d";
import { diagonal, type Extent } from "./extent";
import { Grid3d } from "./grid3d";
import { Labels } from "./labels3d";
import { bodiesOf, type Body, farthest, type Ghost, lastAt, LETTER, type Look, type Scene } from "./look";
import { colourOf, Painter3d } from "./painter3d";
import { palette } from "./palette";
import { attachPointer } from "./pointer";
import { type Cursor, cursorOf, isDrawn, samplePlace } from "./sample";
import { partOfKind } from "./shapes";
import { Trail3d } from "./trail3d";
import { axesAlong, minus, norm, plus, times, unit, type Vector, vector } from "./vector";

/** The part of the picture that is filled at first; the rest is for the numbers along the edges. */
const FILL = 0.86;
/** Steps towards it: each leaves about a tenth of the error. */
const TRIES = 4;
/** Thicknesses are those of a machine of at least this part of the whole motion: less could not be seen. */
const VISIBLE = 0.3;
/** Times the size of a machine that travels: from so far it is looked at. */
const NEARBY = 2.6;
const NEAR = 28;
const GHOST = 0.3;
/** Of the machine: how far the pieces of a trail may be from its curve. */
const TRAIL_ERROR = 1e-3;

class Scene3d implements Scene {
  readonly element = el("div", { class: "scene" });
  private readonly canvas = el("canvas");
  private readonly camera = new Camera3d();
  private readonly labels = new Labels();
  private readonly painter: Painter3d;
  private brush!: Brush;
  private grid!: Grid3d;
  private trails: Trail3d[] = [];
  private bodies: Body[] = [];
  private scale = 1;
  private ghosts: { motion: Ghost; named: Body | null; cursor: Cursor }[] = [];
  private cursor: Cursor = cursorOf(new Float64Array(1), 0);
  /** Whether the user has turned or zoomed: then a change of size leaves the view alone. */
  private isTouched = false;
  /** Whether what is there at the moment was looked at last. */
  private wasNear = false;

  constructor(private motion: Motion, private readonly look: Look, private extent: Extent, private readonly changed: () => void,
    choose: (body: number) => void) {
    this.painter = new Painter3d(this.canvas);
    this.element.append(this.canvas, this.labels.element);
    this.show(motion, extent);
    attachPointer(this.element, {
      pan: (dx, dy, isShift) => this.touch(() => (isShift ? this.camera.shift(dx, dy) : this.camera.turn(dx, dy))),
      zoom: (factor) => this.touch(() => this.camera.zoom(factor)),
      press: (x, y) => this.press(x, y, choose),
    });
    this.canvas.addEventListener("webglcontextlost", (e) => e.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => (this.painter.prepare(), this.show(this.motion, this.extent), changed()));
  }

  show(motion: Motion, extent: Extent): void {
    const { painter } = this;
    for (const trail of this.trails) trail.free();
    (this.grid as Grid3d | undefined)?.free();
    [this.motion, this.extent] = [motion, extent];
    const { low, high } = extent.whole;
    const origin = low.map((x, k) => (x + high[k]!) / 2) as Vector;
    this.wasNear = this.isNear;
    const size = Math.max(extent.size, this.isNear ? 0 : VISIBLE * diagonal(extent.whole));
    this.camera.up = motion.up;
    this.brush = { painter, colours: palette(), size, origin, wound: winder(painter) };
    this.bodies = bodiesOf(motion);
    this.scale = forceScale(motion, extent.size);
    this.grid = new Grid3d(motion, extent, this.brush);
    this.trails = motion.shapes.flatMap(({ row, at }) => {
      const part = partOfKind(row, "TRAIL");
      return part ? [new Trail3d(this.brush, { of: at, part }, motion.time, TRAIL_ERROR * size)] : [];
    });
    this.restyle();
  }

  draw(cursor: Cursor): void {
    this.cursor = cursor;
    if (this.isNear !== this.wasNear) this.turnTo();
    this.follow(cursor);
    const { brush, camera, painter } = this;
    painter.begin(camera.width, camera.height, colourOf(brush.colours.surface), camera.view(brush.origin));
    for (const shape of this.motion.shapes) paintShape(brush, shape, cursor);
    this.paintGhosts(cursor.time);
    this.grid.paint(cursor);
    if (this.look.trails) for (const trail of this.trails) trail.paint(cursor);
    const arrows = drawnArrows(this.motion, this.look.arrows, this.scale / this.look.arrowFactor, cursor);
    for (const arrow of arrows) this.paintArrow(arrow);
    this.grid.paintFloor();
    this.labels.begin(brush.colours);
    this.grid.label(this.labels, (p) => this.project(p), camera.eye);
    this.ghosts.forEach(({ motion, named, cursor }, i) => named && this.nameBody(motion.letter!, named, cursor, LETTER * i, brush.colours.muted));
    if (this.look.names) for (const body of this.bodies) this.nameBody(body.name, body, cursor, 0, brush.colours.text);
    for (const arrow of arrows) this.nameArrow(arrow);
  }

  haunt(ghosts: Ghost[]): void {
    this.ghosts = ghosts.filter((motion) => motion.space === 3)
      .map((motion) => ({ motion, named: motion.letter ? farthest(motion) : null, cursor: cursorOf(motion.time, 0) }));
  }

  /** After what is solid, through which they are not seen. */
  private paintGhosts(time: number): void {
    this.painter.opacity = GHOST;
    for (const ghost of this.ghosts) {
      const { motion } = ghost;
      ghost.cursor = lastAt(motion, time);
      for (const shape of motion.shapes) paintShape(this.brush, shape, ghost.cursor);
    }
    this.painter.opacity = 1;
  }

  zoom(factor: number): void {
    this.touch(() => this.camera.zoom(factor));
  }

  private get isNear(): boolean {
    return this.look.framing === "moment";
  }

  /** A machine that travels is looked at near by, or all of its way is. */
  private turnTo(): void {
    this.show(this.motion, this.extent); // thicknesses are others
    this.reset();
  }

  /** Looks at the middle, from so far that grid and motion fill the picture. */
  reset(): void {
    const corners = this.grid.corners();
    const middle = (axis: "x" | "y" | "z"): number => (Math.min(...corners.map((p) => p[axis])) + Math.max(...corners.map((p) => p[axis]))) / 2;
    const { camera } = this;
    this.isTouched = false;
    camera.reset();
    camera.target = [middle("x"), middle("y"), middle("z")];
    camera.distance = 2 * diagonal(this.extent.whole);
    for (let turn = 0; turn < TRIES; turn++) {
      const reach = corners.map((p) => camera.seen(p));
      camera.distance *= Math.max(...reach.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y)))) / FILL;
    }
    if (this.isNear) camera.distance = NEARBY * this.extent.size * Math.max(1, camera.height / camera.width);
  }

  refit(): void {
    if (!this.isTouched) this.reset();
  }

  restyle(): void {
    this.brush.colours = palette();
  }

  resize(): void {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const width = Math.max(1, this.element.clientWidth);
    const height = Math.max(1, this.element.clientHeight);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    Object.assign(this.camera, { width, height });
    this.labels.resize(width, height);
    if (!this.isTouched) this.reset();
  }

  project(point: Point): { x: number; y: number } {
    const { x, y } = this.camera.seen(point);
    return { x: ((x + 1) / 2) * this.camera.width, y: ((y + 1) / 2) * this.camera.height };
  }

  private touch(act: () => void): void {
    this.isTouched = true;
    act();
    this.changed();
  }

  /** Target and eye move along with the body, or with all that is there; the direction of view stays the user's. */
  private follow(cursor: Cursor): void {
    if (this.isNear) {
      const { low, high } = this.extent.around(cursor.time);
      this.camera.target = low.map((x, k) => (x + high[k]!) / 2) as Vector;
    }
    if (typeof this.look.framing !== "number") return;
    const at = samplePlace(this.bodies[this.look.framing]!.at, cursor);
    if (isDrawn(at)) this.camera.target = vector(at);
  }

  private paintArrow({ at, span }: DrawnArrow): void {
    const { painter, size } = { painter: this.painter, size: this.extent.size };
    const colour = colourOf(this.brush.colours.force);
    const start = minus(vector(at), this.brush.origin);
    const along = vector(span);
    const length = norm(along);
    if (!(length > 0)) return;
    const tip = Math.min(0.06 * size, 0.5 * length);
    const shaft = length - tip;
    painter.solid("cylinder", axesAlong(along, 0.006 * size, shaft), plus(start, times(unit(along), shaft / 2)), colour);
    painter.solid("cone", axesAlong(along, 0.02 * size, tip), plus(start, times(unit(along), shaft + tip / 2)), colour);
  }

  private nameArrow({ at, span, label }: DrawnArrow): void {
    const tip = this.project({ x: at.x + span.x, y: at.y + span.y, z: at.z + span.z });
    this.labels.strong(label, tip.x + 8, tip.y, this.brush.colours.force);
  }

  private nameBody(name: string, { at }: Body, cursor: Cursor, down: number, colour: string): void {
    const place = samplePlace(at, cursor);
    if (!isDrawn(place)) return;
    const { x, y } = this.project(place);
    this.labels.strong(name, x + 12, y - 8 + down, colour);
  }

  /** A press chooses the body under it. */
  private press(x: number, y: number, choose: (body: number) => void): void {
    const distances = this.bodies.map((body) => {
      const at = this.project(samplePlace(body.at, this.cursor));
      return Math.hypot(at.x - x, at.y - y);
    });
    const nearest = distances.findIndex((d) => d < NEAR && d === Math.min(...distances.filter(Number.isFinite)));
    if (nearest >= 0) choose(nearest);
  }
}

/** A browser without WebGL still shows everything but the picture. */
class NoScene implements Scene {
  readonly element = el("p", { class: "scene-missing" }, "This browser cannot draw in space (it offers no WebGL 2). The plots and tables hold the whole motion.");
  show(): void {}
  draw(): void {}
  zoom(): void {}
  reset(): void {}
  resize(): void {}
  restyle(): void {}
  project(): { x: number; y: number } {
    return { x: NaN, y: NaN };
  }
}

export function openScene3d(motion: Motion, look: Look, extent: Extent, changed: () => void, choose: (body: number) => void): Scene {
  try {
    return new Scene3d(motion, look, extent, changed, choose);
  } catch {
    return new NoScene();
  }
}
