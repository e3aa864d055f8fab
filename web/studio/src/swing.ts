// A motion that is shown over and over instead of the run: the machine in one of its modes, about a place where it rests.
import { Clock } from "../../shared/clock";
import type { Motion } from "../../shared/contract";
import { Extent } from "../../shared/extent";
import type { Look } from "../../shared/look";
import { prefersCalm } from "../../shared/theme";

/** Seconds of the watch for one swing. */
const SWING = 1.6;

export class Swing {
  readonly clock: Clock;
  readonly extent: Extent;
  private readonly before: Look;

  /** `rest`: the machine at rest, faintly behind. `most`: the frame that is farthest from it. `look`: how things are seen, for the run again afterwards. */
  constructor(readonly motion: Motion, readonly rest: Motion, most: number, private readonly look: Look, changed: () => void, private readonly ended: () => void) {
    this.before = { ...look };
    Object.assign(look, { framing: "whole", trails: false, arrows: new Set() });
    this.extent = new Extent(motion);
    this.clock = new Clock(motion.time);
    this.clock.loop = true;
    this.clock.pace = 1 / SWING;
    this.clock.onChange(changed);
    this.clock.toFrame(most);
    if (!prefersCalm()) {
      this.clock.toFrame(0);
      this.clock.play();
    }
  }

  end(): void {
    this.clock.pause();
    Object.assign(this.look, this.before);
    this.ended();
  }
}
