// Vectors and matrices of space, as plain lists of numbers; matrices column by column, as WebGL takes them.
import type { Point } from "./contract";

export type Vector = [number, number, number];
/** Three columns: where the axes of a solid point, as long as it is wide along them. */
export type Axes3 = [Vector, Vector, Vector];

export const vector = (p: Point): Vector => [p.x, p.y, p.z];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, f: number): Vector => [a[0] * f, a[1] * f, a[2] * f];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a: Vector): number => Math.hypot(...a);
export const unit = (a: Vector): Vector => times(a, 1 / (norm(a) || 1));

/** Axes of which the second points along a direction. */
export function axesAlong(direction: Vector, radius: number, length: number): Axes3 {
  const y = unit(direction);
  const side: Vector = Math.abs(y[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const x = unit(cross(y, side));
  return [times(x, radius), times(y, length), times(cross(x, y), radius)];
}

export const scaled = (axes: Axes3, x: number, y: number, z: number): Axes3 => [times(axes[0], x), times(axes[1], y), times(axes[2], z)];
export const upright = (size: number): Axes3 => [[size, 0, 0], [0, size, 0], [0, 0, size]];

/** The nearest axes that are perpendicular and of unit length. */
export function straightened([x, y]: Axes3): Axes3 {
  const first = unit(x);
  const second = unit(minus(y, times(first, dot(first, y))));
  return [first, second, cross(first, second)];
}

export type Matrix4 = Float32Array;

export function product(a: Matrix4, b: Matrix4): Matrix4 {
  const c = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) c[4 * column + row]! += a[4 * k + row]! * b[4 * column + k]!;
    }
  }
  return c;
}

export function perspective(field: number, aspect: number, near: number, far: number): Matrix4 {
  const f = 1 / Math.tan(field / 2);
  const m = new Float32Array(16);
  m[0] = f / aspect;
  m[5] = f;
  m[10] = (far + near) / (near - far);
  m[11] = -1;
  m[14] = (2 * far * near) / (near - far);
  return m;
}

/** A direction turned as the shortest way turns z to `up`; half a turn goes about x. */
export function stoodUp(p: Vector, up: Vector): Vector {
  if (up[2] <= -1 + 1e-9) return [p[0], -p[1], -p[2]];
  const along = up[0] * p[0] + up[1] * p[1], f = p[2] - along / (1 + up[2]);
  return [p[0] + up[0] * f, p[1] + up[1] * f, up[2] * p[2] - along];
}

/** From space to what the eye sees: x to the right, y as far up as it can be, z towards it. */
export function lookingAt(eye: Vector, target: Vector, up: Vector): Matrix4 {
  const z = unit(minus(eye, target));
  const x = unit(cross(up, z));
  const y = cross(z, x);
  return Float32Array.from([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1]);
}
