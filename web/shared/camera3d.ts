// The eye in space: it looks at a target from a direction and a distance, upright as the model is.
import type { Point } from "./contract";
import { lookingAt, type Matrix4, minus, perspective, plus, product, stoodUp, times, type Vector } from "./vector";

const FIELD = (35 * Math.PI) / 180;
/** From in front, a little from the right and from above. */
const [AZIMUTH, ELEVATION] = [Math.atan2(-1, 0.55), Math.atan2(0.42, Math.hypot(0.55, 1))];
const STEEPEST = 0.49 * Math.PI;

export class Camera3d {
  width = 1;
  height = 1;
  target: Vector = [0, 0, 0];
  distance = 1;
  azimuth = AZIMUTH;
  elevation = ELEVATION;
  /** Upward; angles are about it and above what is level. */
  up: Vector = [0, 0, 1];

  get eye(): Vector {
    const flat = Math.cos(this.elevation);
    const from: Vector = [flat * Math.cos(this.azimuth), flat * Math.sin(this.azimuth), Math.sin(this.elevation)];
    return plus(this.target, times(stoodUp(from, this.up), this.distance));
  }

  /** From places less `origin` to the picture. */
  view(origin: Vector): Matrix4 {
    const { distance } = this;
    const seen = perspective(FIELD, this.width / this.height, distance / 200, distance * 50);
    return product(seen, lookingAt(minus(this.eye, origin), minus(this.target, origin), this.up));
  }

  /** Across and down, from -1 to 1. */
  seen(p: Point): { x: number; y: number } {
    const m = this.view(this.target);
    const [x, y, z] = minus([p.x, p.y, p.z], this.target);
    const row = (k: number): number => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
    return { x: row(0) / row(3), y: -row(1) / row(3) };
  }

  turn(dx: number, dy: number): void {
    this.azimuth -= (2 * Math.PI * dx) / this.height;
    this.elevation = Math.min(STEEPEST, Math.max(-STEEPEST, this.elevation + (2 * Math.PI * dy) / this.height));
  }

  /** Moves what is seen by so many pixels. */
  shift(dx: number, dy: number): void {
    const pixel = (2 * this.distance * Math.tan(FIELD / 2)) / this.height;
    const [ca, sa, ce, se] = [Math.cos(this.azimuth), Math.sin(this.azimuth), Math.cos(this.elevation), Math.sin(this.elevation)];
    const right = stoodUp([-sa, ca, 0], this.up);
    const up = stoodUp([-se * ca, -se * sa, ce], this.up);
    this.target = plus(this.target, plus(times(right, -dx * pixel), times(up, dy * pixel)));
  }

  zoom(factor: number): void {
    this.distance /= factor;
  }

  reset(): void {
    this.azimuth = AZIMUTH;
    this.elevation = ELEVATION;
  }
}
