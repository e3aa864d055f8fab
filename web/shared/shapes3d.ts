// The shapes of space, as objects that follow the motion.
import { BoxGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshLambertMaterial, type Object3D, Quaternion, SphereGeometry, TorusGeometry, Vector3 } from "three";
import type { Attitude, Axes, Ball, Box, Place, Point, Motion, Segment, Wheel } from "./contract";
import { FatLine, makeTrail } from "./lines3d";
import type { Palette } from "./palette";
import { atFrame, type Cursor, isDrawn, sample, samplePlace } from "./sample";

/** What all shapes look at: colours, the machine's size, and the picture's in pixels. */
export interface Style3d {
  colours: Palette;
  size: number;
  width: number;
  height: number;
}

export interface Shape3d {
  object: Object3D;
  isTrail: boolean;
  update(c: Cursor): void;
  restyle(): void;
}


const UP = new Vector3(0, 1, 0);
const AXIS_COLOURS = ["#d1495b", "#3a9a5b", "#3d7dca"];
const COILS = 10;
const SPOKES = 6;

const vector = (p: Point): Vector3 => new Vector3(p.x, p.y, p.z);

/** Stretches an object of unit length along y between two points. */
function stretch(object: Object3D, from: Vector3, to: Vector3, radius: number): void {
  const along = to.clone().sub(from);
  const length = along.length();
  object.position.copy(from).addScaledVector(along, 0.5);
  object.scale.set(radius, Math.max(length, 1e-9), radius);
  if (length > 0) object.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
}

function makeBeam(shape: Segment, style: Style3d): Shape3d {
  const material = new MeshLambertMaterial();
  const bar = new Mesh(new CylinderGeometry(1, 1, 1, 20), material);
  const joints = [0, 1].map(() => new Mesh(new SphereGeometry(1.35, 20, 14), material));
  const object = new Group().add(bar, ...joints);
  const radius = 0.011 * style.size;
  return {
    object,
    isTrail: false,
    update(c) {
      const ends = [samplePlace(shape.from, c), samplePlace(shape.to, c)];
      object.visible = ends.every(isDrawn);
      const [from, to] = ends.map(vector) as [Vector3, Vector3];
      stretch(bar, from, to, radius);
      joints.forEach((joint, i) => joint.position.copy(i ? to : from) && joint.scale.setScalar(radius));
    },
    restyle: () => void material.color.set(style.colours.beam),
  };
}

/** Ropes and springs: a line of unit length, straight or wound, stretched between the ends. */
function makeLine(shape: Segment, style: Style3d): Shape3d {
  const isSpring = shape.kind === "spring";
  const line = new FatLine(isSpring ? helix() : [0, -0.5, 0, 0, 0.5, 0], isSpring ? 2 : 2.5);
  return {
    object: line.object,
    isTrail: false,
    update(c) {
      const [from, to] = [samplePlace(shape.from, c), samplePlace(shape.to, c)];
      line.object.visible = isDrawn(from) && isDrawn(to);
      stretch(line.object, vector(from), vector(to), isSpring ? 0.03 * style.size : 1);
    },
    restyle: () => line.restyle(style.colours[isSpring ? "spring" : "rope"], style),
  };
}

function helix(): number[] {
  const points: number[] = [0, -0.5, 0];
  const turns = 24 * COILS;
  for (let k = 0; k <= turns; k++) {
    const angle = (2 * Math.PI * k) / 24;
    points.push(Math.cos(angle), -0.4 + (0.8 * k) / turns, Math.sin(angle));
  }
  points.push(0, 0.5, 0);
  return points.flatMap((_, i) => (i % 3 === 0 && i + 5 < points.length ? points.slice(i, i + 6) : []));
}

/** To its place, and out of sight where it has none. */
function settle(object: Object3D, place: Place, c: Cursor): void {
  const at = samplePlace(place, c);
  object.visible = isDrawn(at);
  object.position.copy(vector(at));
}

function makeBall(shape: Ball, style: Style3d): Shape3d {
  const material = new MeshLambertMaterial();
  const object = new Mesh(new SphereGeometry(1, 40, 28), material);
  return {
    object,
    isTrail: false,
    update(c) {
      settle(object, shape.at, c);
      object.scale.setScalar(sample(shape.radius, c) || 0.03 * style.size);
    },
    restyle: () => void material.color.set(style.colours.ball),
  };
}

function attitudeAt(attitude: Attitude, frame: number): Quaternion {
  const [a, b, c, d, e, f, g, h, i] = attitude.map((track) => atFrame(track, frame)) as [number, number, number, number, number, number, number, number, number];
  return new Quaternion().setFromRotationMatrix(new Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
}

/** Between two frames a body turns the shortest way. */
function turn(object: Object3D, attitude: Attitude | null, angle: number, c: Cursor): void {
  if (!attitude) {
    object.rotation.set(0, 0, angle || 0);
    return;
  }
  object.quaternion.copy(attitudeAt(attitude, c.index));
  const next = attitudeAt(attitude, c.index + 1);
  // What ends with the next frame keeps its attitude until then.
  if (c.fraction > 0 && Number.isFinite(next.w)) object.quaternion.slerp(next, c.fraction);
}

function makeBox(shape: Box, style: Style3d): Shape3d {
  const material = new MeshLambertMaterial();
  const least = 0.02 * style.size;
  const object = new Mesh(new BoxGeometry(...shape.size.map((s) => s || least)), material);
  return {
    object,
    isTrail: false,
    update(c) {
      settle(object, shape.at, c);
      turn(object, shape.attitude, sample(shape.angle, c), c);
    },
    restyle: () => void material.color.set(style.colours.box),
  };
}

/** A rim about its third axis, and spokes, which show that it turns. */
function makeWheel(shape: Wheel, style: Style3d): Shape3d {
  const material = new MeshLambertMaterial();
  const first = new MeshLambertMaterial();
  const object = new Group().add(new Mesh(new TorusGeometry(0.95, 0.05, 14, 72), material));
  for (let k = 0; k < SPOKES; k++) {
    const bar = new Mesh(new CylinderGeometry(1, 1, 1, 10), k ? material : first);
    const angle = (2 * Math.PI * k) / SPOKES;
    stretch(bar, new Vector3(), new Vector3(0.93 * Math.cos(angle), 0.93 * Math.sin(angle), 0), 0.018);
    object.add(bar);
  }
  return {
    object,
    isTrail: false,
    update(c) {
      const radius = sample(shape.radius, c);
      settle(object, shape.at, c);
      object.visible &&= radius > 0;
      object.scale.setScalar(radius || 1);
      turn(object, shape.attitude, sample(shape.angle, c), c);
    },
    restyle() {
      material.color.set(style.colours.ball);
      first.color.set(style.colours.trail);
    },
  };
}

function makeAxes(shape: Axes, style: Style3d): Shape3d {
  const material = new MeshLambertMaterial();
  const object = new Group().add(new Mesh(new SphereGeometry(0.03 * style.size, 28, 20), material));
  AXIS_COLOURS.forEach((colour, axis) => {
    const bar = new Mesh(new CylinderGeometry(1, 1, 1, 12), new MeshLambertMaterial({ color: colour }));
    const end = new Vector3().setComponent(axis, 0.14 * style.size);
    stretch(bar, new Vector3(), end, 0.006 * style.size);
    object.add(bar);
  });
  return {
    object,
    isTrail: false,
    update(c) {
      settle(object, shape.at, c);
      turn(object, shape.attitude, 0, c);
    },
    restyle: () => void material.color.set(style.colours.ball),
  };
}

export function makeShapes(run: Motion, style: Style3d): Shape3d[] {
  return run.shapes.flatMap((shape) => {
    switch (shape.kind) {
      case "beam":
        return [makeBeam(shape, style)];
      case "rope":
      case "spring":
        return [makeLine(shape, style)];
      case "ball":
        return [makeBall(shape, style)];
      case "box":
        return [makeBox(shape, style)];
      case "wheel":
        return [makeWheel(shape, style)];
      case "frame":
        return [makeAxes(shape, style)];
      case "trail":
        return [makeTrail(shape, run.time.length, style)];
      case "arc":
      case "ground":
        return [];
    }
  });
}

