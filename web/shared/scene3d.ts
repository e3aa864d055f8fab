// The machine in space: z points up, dragging turns it, the wheel zooms.
import { Box3, Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene as World, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Arrows3d } from "./arrows3d";
import type { Motion, Point } from "./contract";
import { el } from "./dom";
import { diagonal, type Extent } from "./extent";
import { Grid3d } from "./grid3d";
import { Labels } from "./labels3d";
import { bodiesOf, type Body, type Look, type Scene } from "./look";
import { palette } from "./palette";
import { type Cursor, isDrawn, samplePlace } from "./sample";
import { makeShapes, type Shape3d, type Style3d } from "./shapes3d";

const FIELD = 35;
const FROM = new Vector3(0.55, -1, 0.42).normalize();
/** The part of the picture that is filled at first; the rest is for the numbers along the edges. */
const FILL = 0.86;
/** Steps towards it: each leaves about a tenth of the error. */
const TRIES = 4;
/** Thicknesses are those of a machine of at least this part of the whole motion: less could not be seen. */
const VISIBLE = 0.3;
const NEAR = 28;
const PRESS_DISTANCE = 4;

class Scene3d implements Scene {
  readonly element = el("div", { class: "scene" });
  private readonly world = new World();
  private readonly camera = new PerspectiveCamera(FIELD, 1, 0.01, 1000);
  private readonly controls: OrbitControls;
  private readonly labels = new Labels();
  private shapes: Shape3d[] = [];
  private grid!: Grid3d;
  private arrows!: Arrows3d;
  private bodies: Body[] = [];
  private readonly style: Style3d;
  private middle = new Vector3();
  private extent: Extent;
  private cursor: Cursor = { index: 0, fraction: 0, time: 0 };
  /** Whether the user has turned or zoomed: then a change of size leaves the view alone. */
  private isTouched = false;

  constructor(private readonly renderer: WebGLRenderer, motion: Motion, private readonly look: Look,
    extent: Extent, changed: () => void, choose: (body: number) => void) {
    this.element.append(renderer.domElement, this.labels.element);
    this.extent = extent;
    this.style = { colours: palette(), size: 1, width: 1, height: 1 };
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, renderer.domElement);
    this.controls.addEventListener("change", changed);
    this.controls.addEventListener("start", () => (this.isTouched = true));
    this.show(motion, extent);
    this.listen(choose);
  }

  show(motion: Motion, extent: Extent): void {
    this.extent = extent;
    this.style.size = Math.max(extent.size, VISIBLE * diagonal(extent.whole));
    this.bodies = bodiesOf(motion);
    this.shapes = makeShapes(motion, this.style);
    this.grid = new Grid3d(motion, extent, this.style);
    this.middle = new Box3().setFromPoints(this.grid.corners()).getCenter(new Vector3());
    this.arrows = new Arrows3d(motion, extent.size, this.style);
    this.world.clear();
    this.world.add(new HemisphereLight(0xffffff, 0xb4bac2, 2.7), this.sun(), this.grid.object, this.arrows.object);
    for (const shape of this.shapes) this.world.add(shape.object);
    this.restyle();
  }

  draw(cursor: Cursor): void {
    this.cursor = cursor;
    this.follow(cursor);
    for (const shape of this.shapes) {
      shape.update(cursor);
      if (shape.isTrail && !this.look.trails) shape.object.visible = false;
    }
    this.grid.update(cursor);
    const drawn = this.arrows.update(this.look, cursor);
    this.renderer.render(this.world, this.camera);
    this.labels.begin(this.style.colours);
    this.grid.label(this.labels, (p) => this.project(p), this.camera.position);
    if (this.look.names) this.nameBodies(cursor);
    for (const arrow of drawn) {
      const tip = this.project({ x: arrow.at.x + arrow.span.x, y: arrow.at.y + arrow.span.y, z: arrow.at.z + arrow.span.z });
      this.labels.strong(arrow.label, tip.x + 8, tip.y, this.style.colours.force);
    }
  }

  zoom(factor: number): void {
    this.isTouched = true;
    const arm = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).addScaledVector(arm, 1 / factor);
    this.controls.update();
  }

  reset(): void {
    this.isTouched = false;
    let distance = 2 * diagonal(this.extent.whole);
    for (let turn = 0; turn < TRIES; turn++) {
      this.stand(distance);
      distance *= this.filled() / FILL;
    }
    this.controls.update();
  }

  /** Looks at the middle from a distance. */
  private stand(distance: number): void {
    this.camera.near = distance / 200;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(this.middle);
    this.camera.position.copy(this.middle).addScaledVector(FROM, distance);
    this.camera.lookAt(this.middle);
    this.camera.updateMatrixWorld();
  }

  /** The part of the picture's half width or height that grid and motion reach. */
  private filled(): number {
    const reach = this.grid.corners().map((corner) => corner.project(this.camera));
    return Math.max(...reach.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y))));
  }

  restyle(): void {
    this.style.colours = palette();
    this.world.background = new Color(this.style.colours.surface);
    for (const shape of this.shapes) shape.restyle();
    this.grid.restyle();
    this.arrows.restyle();
  }

  resize(): void {
    const width = Math.max(1, this.element.clientWidth);
    const height = Math.max(1, this.element.clientHeight);
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.labels.resize(width, height);
    Object.assign(this.style, { width, height });
    for (const shape of this.shapes) shape.restyle();
    if (!this.isTouched) this.reset();
  }

  project(point: Point): { x: number; y: number } {
    this.camera.updateMatrixWorld();
    const at = new Vector3(point.x, point.y, point.z).project(this.camera);
    return { x: ((at.x + 1) / 2) * this.element.clientWidth, y: ((1 - at.y) / 2) * this.element.clientHeight };
  }

  private sun(): DirectionalLight {
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(1, -2, 3);
    return sun;
  }

  /** Camera and target move along with the body; the direction of view stays the user's. */
  private follow(cursor: Cursor): void {
    if (typeof this.look.framing !== "number") return;
    const at = samplePlace(this.bodies[this.look.framing]!.at, cursor);
    if (!isDrawn(at)) return;
    const step = new Vector3(at.x, at.y, at.z).sub(this.controls.target);
    if (step.lengthSq() === 0) return;
    this.controls.target.add(step);
    this.camera.position.add(step);
    this.camera.lookAt(this.controls.target);
  }

  private nameBodies(cursor: Cursor): void {
    for (const body of this.bodies) {
      const at = samplePlace(body.at, cursor);
      if (!isDrawn(at)) continue;
      const { x, y } = this.project(at);
      this.labels.strong(body.name, x + 12, y - 8, this.style.colours.text);
    }
  }

  /** A press that is no drag chooses the body under it. */
  private listen(choose: (body: number) => void): void {
    let [x, y] = [0, 0];
    this.element.addEventListener("pointerdown", (e) => ([x, y] = [e.clientX, e.clientY]), true);
    this.element.addEventListener("pointerup", (e) => {
      if (Math.hypot(e.clientX - x, e.clientY - y) > PRESS_DISTANCE) return;
      const box = this.element.getBoundingClientRect();
      const distances = this.bodies.map((body) => {
        const at = this.project(samplePlace(body.at, this.cursor));
        return Math.hypot(at.x + box.left - e.clientX, at.y + box.top - e.clientY);
      });
      const nearest = distances.findIndex((d) => d < NEAR && d === Math.min(...distances.filter(Number.isFinite)));
      if (nearest >= 0) choose(nearest);
    }, true);
  }
}

/** A browser without WebGL still shows everything but the picture. */
class NoScene implements Scene {
  readonly element = el("p", { class: "scene-missing" }, "This browser cannot draw in space (it offers no WebGL). The plots and tables hold the whole motion.");
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
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ antialias: true });
  } catch {
    return new NoScene();
  }
  return new Scene3d(renderer, motion, look, extent, changed, choose);
}
