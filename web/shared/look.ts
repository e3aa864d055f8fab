// What the viewer of the page chose to see, and what every scene offers.
import type { Motion, Place, Point, Shape, Track } from "./contract";
import type { Extent } from "./extent";
import { atFrame, type Cursor, cursorAt } from "./sample";

/** What has a place that can be followed. */
export type Body = Shape;

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

/** Takes hold of bodies; what has them changes the motion so that they come to the hand. */
export interface Hold {
  /** Whether bodies can be taken now. */
  isOffered(): boolean;
  take(body: Body): void;
  move(to: { x: number; y: number }): void;
  drop(): void;
}

/** Another motion that stands behind, faintly, and the letter by which it is known. */
export type Ghost = Motion & { letter?: string };

export interface Scene {
  /** Scenes in the plane let bodies be dragged. */
  hold?: Hold | null;
  readonly element: HTMLElement;
  /** Takes another motion; the view stays as it is. */
  show(motion: Motion, extent: Extent): void;
  /** Other motions that stand behind this one, faintly; not every scene can. */
  haunt?(ghosts: Ghost[]): void;
  draw(cursor: Cursor): void;
  zoom(factor: number): void;
  reset(): void;
  /** Once the motion is known farther: fills the picture with it again, unless the user has chosen another view. */
  refit?(): void;
  /** Fits into the room it has now. */
  resize(): void;
  /** Takes up the colours of the theme. */
  restyle(): void;
  /** Where a point of the machine is drawn, in CSS pixels from the upper left corner of the scene. */
  project(point: Point): { x: number; y: number };
}

const isSame = (a: Track, b: Track): boolean =>
  typeof a === "number" || typeof b === "number" ? a === b : a === b || (a.length === b.length && a.every((x, i) => Object.is(x, b[i])));
const sharePlace = (a: Place, b: Place): boolean => isSame(a.x, b.x) && isSame(a.y, b.y) && isSame(a.z, b.z);

/** Everything that can be followed: each place once, each name once; what shares a name gets a number. */
export function bodiesOf(motion: Motion): Body[] {
  const all = motion.shapes.filter((s) => s.row.isBody);
  const bodies = all.filter((b, i) => !all.slice(0, i).some((other) => other.name === b.name && sharePlace(other.at, b.at)));
  return bodies.map((body) => {
    const alike = bodies.filter((other) => other.name === body.name);
    return alike.length > 1 ? { ...body, name: `${body.name} ${alike.indexOf(body) + 1}` } : body;
  });
}

/** Letters of ghosts at one place stand under each other (pixels). */
export const LETTER = 13;
/** A ghost whose motion is over stays where it ended. */
export const lastAt = (motion: Motion, time: number): Cursor => cursorAt(motion.time, Math.min(time, motion.time[motion.time.length - 1] ?? 0));

/** The body that comes farthest from where it begins: beside it the letter of a ghost stands. */
export function farthest({ shapes, time }: Motion): Body | null {
  let found: Body | null = null, most = -1;
  for (const body of shapes) {
    if (!body.row.isBody) continue;
    const along = (track: Track, frame: number): number => atFrame(track, frame) - atFrame(track, 0), { x, y, z } = body.at;
    for (let frame = 0; frame < time.length; frame++) {
      const way = Math.hypot(along(x, frame), along(y, frame), along(z, frame));
      if (way > most) [found, most] = [body, way];
    }
  }
  return found;
}
