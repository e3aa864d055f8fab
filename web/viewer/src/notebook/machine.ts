// The machine as it moves, with those of its equilibria that are chosen faintly behind it; or in one of its modes.
import { Clock } from "../../../shared/clock";
import type { Motion, Run } from "../../../shared/contract";
import { find, onceAFrame } from "../../../shared/dom";
import { Extent } from "../../../shared/extent";
import { startDescription } from "../../../shared/instant";
import { startKeyboard } from "../../../shared/keyboard";
import { Scene2d } from "../../../shared/scene2d";
import { openScene3d } from "../../../shared/scene3d";
import { Swing } from "../../../shared/swing";
import { prefersCalm } from "../../../shared/theme";
import { startTimeline } from "../../../shared/timeline";
import { firstLook, startToolbar } from "../../../shared/toolbar";
import { startTransport } from "../../../shared/transport";

export interface Machine {
  readonly clock: Clock;
  /** How many stand behind it. */
  readonly ghosts: number;
  load(run: Run): void;
  haunt(ghosts: Motion[]): void;
  /** Shows it in a mode about a place of rest, until anything else is wanted: see Swing. */
  swingAbout(rest: Motion, motion: Motion, most: number, ended: () => void): void;
  endSwing(): void;
  restyle(): void;
}

/** Room for what stands behind the machine too. */
function extentOf(run: Run, ghosts: Motion[]): Extent {
  return new Extent({ ...run, shapes: [...run.shapes, ...ghosts.flatMap((ghost) => ghost.shapes)] });
}

export function startMachine(first: Run): Machine {
  let run = first, ghosts: Motion[] = [], swing: Swing | null = null;
  const unit = run.units ? "s" : "", stage = find("stage"), clock = new Clock(run.time), extent = extentOf(run, ghosts), look = firstLook(run, extent);
  const draw = (): void => scene.draw((swing?.clock ?? clock).cursor);
  const changed = onceAFrame(() => {
    draw();
    toolbar.update(clock.cursor);
  });
  const loadTransport = startTransport(clock, unit), loadTimeline = startTimeline(clock, run, unit);
  const open = run.space === 3 ? openScene3d : (...given: ConstructorParameters<typeof Scene2d>) => new Scene2d(...given);
  const scene = open(run, look, extent, changed, (body) => toolbar.choose(body));
  stage.append(scene.element);
  const toolbar = startToolbar(run, look, extent, () => scene, changed);
  const show = (): void => {
    const room = extentOf(run, ghosts);
    scene.show(run, room);
    scene.haunt?.(ghosts);
    toolbar.load(run, room);
    changed();
  };
  const endSwing = (): void => {
    const ending = swing;
    if (!ending) return;
    swing = null;
    ending.end();
    show();
    scene.reset();
  };
  startKeyboard(clock, toolbar.acts, () => run.events.map((event) => event.t));
  startDescription(() => run, clock, stage, unit);
  clock.onChange(() => (endSwing(), changed()));
  stage.addEventListener("pointerdown", (e) => swing && (e.stopPropagation(), endSwing()), true);
  document.addEventListener("keydown", (e) => e.key === "Escape" && endSwing());
  new ResizeObserver(() => {
    scene.resize();
    draw();
  }).observe(stage);
  clock.toFrame(0);
  if (!prefersCalm()) clock.play();
  return {
    clock,
    get ghosts() {
      return ghosts.length;
    },
    load(next) {
      endSwing();
      run = next;
      clock.load(next.time);
      loadTransport();
      loadTimeline(next);
      show();
    },
    swingAbout(rest, motion, most, ended) {
      clock.pause();
      endSwing();
      swing = new Swing(motion, rest, most, look, changed, ended);
      scene.show(motion, swing.extent);
      scene.haunt?.([rest]);
      scene.reset();
      changed();
    },
    endSwing,
    haunt(next) {
      endSwing();
      ghosts = next;
      show();
    },
    restyle() {
      scene.restyle();
      changed();
    },
  };
}
