// A motion that is shown over and over instead of the run: the machine in one of its modes, about a place where it rests.
import { type Equilibrium, readCourse } from "./analysis";
import { Clock } from "./clock";
import type { Motion, Run } from "./contract";
import { find, reveal, say } from "./dom";
import { modeWords } from "./equilibria";
import { Extent } from "./extent";
import type { Look } from "./look";
import { prefersCalm } from "./theme";

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

/** Where a mode is shown instead of the run. */
export interface Swinging {
  swingAbout(rest: Motion, motion: Motion, most: number, ended: () => void): void;
  endSwing(): void;
}

/** The machine in a mode, until the picture or the button is pressed or anything else is shown; `ask` has the engine draw its course. */
export async function playMode(on: Swinging, of: Run, e: Equilibrium, number: number, press: HTMLButtonElement, ask: () => Promise<string | undefined>): Promise<void> {
  const mode = e.modes[number];
  if (!mode) return;
  if (press.getAttribute("aria-pressed") === "true") return on.endSwing();
  const course = await ask();
  if (!course || !press.isConnected) return;
  const motion = readCourse(JSON.parse(course), of), tell = (words: string): void => {
    press.setAttribute("aria-pressed", String(words !== ""));
    reveal(find("swinging"), words !== "");
    say(find("swinging"), words);
  };
  find("stage").scrollIntoView({ block: "nearest" }); // on a phone it may be far above the button
  on.swingAbout(e.machine, motion, mode.re > 0 ? motion.time.length - 1 : 0, () => tell(""));
  tell(`${press.title.replace("Show mode", "Mode")}: ${modeWords(mode)}`);
}
