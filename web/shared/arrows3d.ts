// Force arrows in space: a shaft and a head for each force that is chosen.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { type DrawnArrow, drawnArrows, forceScale } from "./arrows";
import type { Motion } from "./contract";
import type { Look } from "./look";
import type { Cursor } from "./sample";
import type { Style3d } from "./shapes3d";

const UP = new Vector3(0, 1, 0);

export class Arrows3d {
  readonly object = new Group();
  private readonly material = new MeshBasicMaterial();
  private readonly arrows: { shaft: Mesh; head: Mesh }[];
  private readonly scale: number;

  constructor(private readonly run: Motion, private readonly size: number, private readonly style: Style3d) {
    this.scale = forceScale(run, size);
    const [shaft, head] = [new CylinderGeometry(1, 1, 1, 12), new ConeGeometry(1, 1, 20)];
    this.arrows = run.arrows.map(() => ({ shaft: new Mesh(shaft, this.material), head: new Mesh(head, this.material) }));
    for (const arrow of this.arrows) this.object.add(arrow.shaft, arrow.head);
  }

  restyle(): void {
    this.material.color.set(this.style.colours.force);
  }

  update(look: Look, c: Cursor): DrawnArrow[] {
    const drawn = drawnArrows(this.run, look.arrows, this.scale / look.arrowFactor, c);
    for (const { shaft, head } of this.arrows) shaft.visible = head.visible = false;
    for (const arrow of drawn) this.place(arrow);
    return drawn;
  }

  private place({ index, at, span }: DrawnArrow): void {
    const { shaft, head } = this.arrows[index]!;
    const along = new Vector3(span.x, span.y, span.z);
    const length = along.length();
    const tip = Math.min(0.06 * this.size, 0.5 * length);
    const direction = along.normalize();
    const turn = new Quaternion().setFromUnitVectors(UP, direction);
    const start = new Vector3(at.x, at.y, at.z);
    shaft.position.copy(start).addScaledVector(direction, (length - tip) / 2);
    shaft.scale.set(0.006 * this.size, Math.max(1e-9, length - tip), 0.006 * this.size);
    head.position.copy(start).addScaledVector(direction, length - tip / 2);
    head.scale.set(0.02 * this.size, tip, 0.02 * this.size);
    for (const part of [shaft, head]) {
      part.quaternion.copy(turn);
      part.visible = true;
    }
  }
}
