// What the viewer of the page chose to see, and what every scene offers.
import type { Ball, Box, Axes, Motion, Point, Wheel } from "./contract";
import type { Extent } from "./extent";
import type { Cursor } from "./sample";

export type Body = Ball | Box | Wheel | Axes;

/** The whole motion, what is there at the moment, or one body (its number among the bodies). */
export type Framing = "whole" | "moment" | number;

export interface Look {
  framing: Framing;
  trails: boolean;
  names: boolean;
  /** Numbers of the force arrows that are drawn. */
  arrows: Set<number>;
  /** Times the length that the page chose. */
  arrowFactor: number;
}

export interface Scene {
  readonly element: HTMLElement;
  /** Takes another motion; the view stays as it is. */
  show(motion: Motion, extent: Extent): void;
  draw(cursor: Cursor): void;
  zoom(factor: number): void;
  reset(): void;
  /** Fits into the room it has now. */
  resize(): void;
  /** Takes up the colours of the theme. */
  restyle(): void;
  /** Where a point of the machine is drawn, in CSS pixels from the upper left corner of the scene. */
  project(point: Point): { x: number; y: number };
}

/** Everything that can be followed, each name once. */
export function bodiesOf(motion: Motion): Body[] {
  const bodies = motion.shapes.filter((s): s is Body => ["ball", "box", "wheel", "frame"].includes(s.kind));
  return bodies.filter((b, i) => bodies.findIndex((other) => other.name === b.name) === i);
}
