// Where a point of the plane is on the screen: a base view, given by what is framed, and the user's own zoom and shift.
import type { Point } from "./contract";
import type { Room } from "./extent";

const MARGIN = 44;

export interface View {
  cx: number;
  cy: number;
  /** Pixels for one unit of length. */
  scale: number;
}

export class Camera2d {
  width = 1;
  height = 1;
  private base: View = { cx: 0, cy: 0, scale: 1 };
  private factor = 1;
  private shiftX = 0;
  private shiftY = 0;

  get scale(): number {
    return this.base.scale * this.factor;
  }

  toScreen(p: Point): [number, number] {
    return [
      this.width / 2 + this.shiftX + (p.x - this.base.cx) * this.scale,
      this.height / 2 + this.shiftY - (p.y - this.base.cy) * this.scale,
    ];
  }

  toPlane(x: number, y: number): { x: number; y: number } {
    return {
      x: this.base.cx + (x - this.width / 2 - this.shiftX) / this.scale,
      y: this.base.cy - (y - this.height / 2 - this.shiftY) / this.scale,
    };
  }

  /** `onGround`: what is left of the height goes above, not below the ground. */
  fit(room: Room, onGround = false): void {
    const width = Math.max(20, this.width - 2 * MARGIN) / (room.high[0] - room.low[0]);
    const height = Math.max(20, this.height - 2 * MARGIN) / (room.high[1] - room.low[1]);
    const fitting = Math.min(width, height);
    const scale = Number.isFinite(fitting) ? fitting : 100;
    const lift = onGround ? Math.max(0, this.height / 2 - MARGIN - ((room.high[1] - room.low[1]) / 2) * scale) : 0;
    this.base = {
      cx: (room.low[0] + room.high[0]) / 2,
      cy: (room.low[1] + room.high[1]) / 2 + lift / scale,
      scale,
    };
  }

  /** Keeps a point in the middle and a circle of the given diameter in view. */
  centre(p: Point, diameter: number): void {
    this.base = { cx: p.x, cy: p.y, scale: Math.max(20, Math.min(this.width, this.height) - 2 * MARGIN) / (diameter || 1) };
  }

  /** Zooms so that what is under the pixel stays there. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const wanted = Math.min(1e5, Math.max(1e-4, this.factor * factor));
    const f = wanted / this.factor;
    this.shiftX = x - this.width / 2 - (x - this.width / 2 - this.shiftX) * f;
    this.shiftY = y - this.height / 2 - (y - this.height / 2 - this.shiftY) * f;
    this.factor = wanted;
  }

  pan(dx: number, dy: number): void {
    this.shiftX += dx;
    this.shiftY += dy;
  }

  reset(): void {
    this.factor = 1;
    this.shiftX = 0;
    this.shiftY = 0;
  }
}
