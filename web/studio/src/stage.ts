// The picture and what belongs to it: clock, time line, toolbar, plots, values; takes run after run.
import { Clock } from "../../shared/clock";
import type { Motion, Point, Run } from "../../shared/contract";
import { find, onceAFrame } from "../../shared/dom";
import { Extent } from "../../shared/extent";
import { fillInstant, startDescription } from "../../shared/instant";
import { startKeyboard } from "../../shared/keyboard";
import type { Ghost, Hold, Look, Scene } from "../../shared/look";
import type { PhasePlanes, PlotStack } from "./plots";
import type { Cursor } from "../../shared/sample";
import { Scene2d } from "../../shared/scene2d";
import { startTabs } from "../../shared/tabs";
import { prefersCalm } from "../../shared/theme";
import { startTimeline } from "../../shared/timeline";
import { firstLook, startToolbar, type Toolbar } from "../../shared/toolbar";
import { startTransport } from "../../shared/transport";
import { spaceOpener } from "./held";
import { Swing } from "../../shared/swing";

/** Plots and tables follow a slider less often than the picture (milliseconds). */
const CALM = 250;

/** What stands behind the machine: designs that were pinned, and places where it rests. */
type Ghosts = "pins" | "equilibria";

export class Stage {
  readonly clock: Clock;
  run: Run;
  private readonly look: Look;
  private readonly place = find("stage");
  private scene: Scene;
  private space: 2 | 3;
  private readonly toolbar: Toolbar;
  /** Loaded when plots are first looked at. */
  private plots: PlotStack | null = null;
  private planes: PhasePlanes | null = null;
  private readonly loadTransport: () => void;
  private readonly loadTimeline: (motion: Motion) => void;
  private updateInstant: (c: Cursor) => void = () => undefined;
  private panel = "";
  private isOld = { plots: true, instant: true, timeline: false };
  private loadPicker: (motion: Motion) => void = () => undefined;
  private timer = 0;
  private readonly ghosts: Record<Ghosts, Ghost[]> = { pins: [], equilibria: [] };
  private hold: Hold | null = null;
  private extent: Extent;
  /** What is shown instead of the run. */
  private swing: Swing | null = null;
  readonly changed = onceAFrame(() => this.draw());
  private readonly panelListeners: ((id: string) => void)[] = [];

  constructor(run: Run) {
    this.run = run;
    this.space = run.space;
    this.clock = new Clock(run.time);
    const extent = this.extent = new Extent(run);
    this.look = firstLook(run, extent);
    this.scene = this.makeScene(run, extent);
    this.place.append(this.scene.element);
    const unit = run.units ? "s" : "";
    this.toolbar = startToolbar(run, this.look, extent, () => this.scene, this.changed);
    const loadTransport = startTransport(this.clock, unit);
    const loadTimeline = startTimeline(this.clock, run, unit);
    [this.loadTransport, this.loadTimeline] = [loadTransport, loadTimeline];
    startKeyboard(this.clock, this.toolbar.acts, () => this.run.events.map((event) => event.t));
    startDescription(() => this.run, this.clock, this.place, unit);
    startTabs(find("tabs"), (id) => this.show(id));
    this.clock.onChange(() => (this.endSwing(), this.changed()));
    this.place.addEventListener("pointerdown", (e) => this.swing && (e.stopPropagation(), this.endSwing()), true);
    document.addEventListener("keydown", (e) => e.key === "Escape" && this.endSwing());
    new ResizeObserver(() => this.fit()).observe(this.place);
    this.clock.toFrame(0);
    if (!prefersCalm()) this.clock.play();
  }

  /** Takes another run; "new": of another model, which is seen from its beginning; "more": the same, run farther. */
  load(run: Run, how: "new" | "more" | "changed" = "changed"): void {
    this.endSwing();
    this.run = run;
    const extent = this.extent = this.extentOf(run);
    if (run.space !== this.space) this.changeSpace(run, extent);
    else this.scene.show(run, extent);
    if (how !== "changed") Object.assign(this.look, firstLook(run, extent));
    this.clock.load(run.time);
    this.toolbar.load(run, extent);
    this.loadTransport();
    this.isOld = { plots: true, instant: true, timeline: true };
    if (how === "more") this.scene.refit?.();
    if (how === "new") {
      this.scene.reset();
      this.clock.toFrame(0);
      if (!prefersCalm()) this.clock.play();
    }
    this.changed();
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      this.refresh();
    }, how === "new" ? 0 : CALM);
  }

  /** What stands as a ghost behind the machine; for those that rest there is room, wherever it moves. */
  haunt(what: Ghosts, ghosts: Ghost[]): void {
    if (!ghosts.length && !this.ghosts[what].length) return;
    this.ghosts[what] = ghosts;
    if (what === "equilibria") {
      this.endSwing();
      this.extent = this.extentOf(this.run);
      this.scene.show(this.run, this.extent);
      this.toolbar.load(this.run, this.extent);
    }
    this.scene.haunt?.(this.allGhosts);
    this.changed();
  }

  /** Shows the machine in one of its modes about a place of rest, until something else is wanted: see Swing. */
  swingAbout(rest: Motion, motion: Motion, most: number, ended: () => void): void {
    this.clock.pause();
    this.endSwing();
    this.scene.hold = null;
    this.swing = new Swing(motion, rest, most, this.look, this.changed, ended);
    this.showSwing(motion, this.swing.extent);
  }

  endSwing(): void {
    const { swing } = this;
    if (!swing) return;
    this.swing = null;
    swing.end();
    this.scene.hold = this.hold;
    this.showSwing(this.run, this.extent);
  }

  private showSwing(motion: Motion, extent: Extent): void {
    this.scene.show(motion, extent);
    this.scene.haunt?.(this.allGhosts);
    this.scene.reset();
    this.changed();
  }

  private get allGhosts(): Ghost[] {
    return this.swing ? [this.swing.rest] : [...this.ghosts.pins, ...this.ghosts.equilibria];
  }

  private extentOf(run: Run): Extent {
    return new Extent({ ...run, shapes: [...run.shapes, ...this.ghosts.equilibria.flatMap((ghost) => ghost.shapes)] });
  }

  /** What lets bodies be dragged. */
  holdBy(hold: Hold): void {
    this.hold = hold;
    this.scene.hold = hold;
  }

  /** Of the machine, whatever it throws away. */
  get size(): number {
    return this.extent.size;
  }

  onPanel(listener: (id: string) => void): void {
    this.panelListeners.push(listener);
    listener(this.panel);
  }

  get shownPanel(): string {
    return this.panel;
  }

  project(point: Point): { x: number; y: number } {
    return this.scene.project(point);
  }

  /** The view, for a link: what is framed, trails, names. */
  view(): string {
    return [String(this.look.framing), this.look.trails ? "t" : "", this.look.names ? "n" : ""].join(",");
  }

  setView(view: string): void {
    const [framing = "whole", trails, names] = view.split(",");
    const number = Number(framing);
    if (framing === "whole" || framing === "moment") this.toolbar.choose(framing);
    else if (Number.isInteger(number) && number >= 0 && number < 100 && framing !== "") this.toolbar.choose(number);
    if (this.look.trails !== (trails === "t")) this.toolbar.acts.trails();
    if (this.look.names !== (names === "n")) this.toolbar.acts.names();
  }

  private makeScene(run: Run, extent: Extent): Scene {
    const choose = (body: number): void => this.toolbar.choose(body);
    const openSpace = run.space === 3 ? spaceOpener() : undefined;
    return openSpace ? openSpace(run, this.look, extent, this.changed, choose) : new Scene2d(run, this.look, extent, this.changed, choose);
  }

  private changeSpace(run: Run, extent: Extent): void {
    this.space = run.space;
    const scene = this.makeScene(run, extent);
    this.scene.element.replaceWith(scene.element);
    this.scene = scene;
    this.scene.haunt?.(this.allGhosts);
    this.scene.hold = this.hold;
    this.fit();
  }

  private show(id: string): void {
    this.panel = id;
    this.refresh();
    this.changed();
    for (const listener of this.panelListeners) listener(id);
  }

  /** Brings the time line up to date, and plots and values where they are seen. */
  private refresh(): void {
    if (this.isOld.timeline) {
      this.isOld.timeline = false;
      this.loadTimeline(this.run);
    }
    if (this.panel === "panel-plots" && this.isOld.plots) {
      this.isOld.plots = false;
      this.plots?.load(this.run);
      this.planes?.load(this.run);
      this.loadPicker(this.run);
      if (!this.plots) void this.beginPlots();
    }
    if (this.panel === "panel-instant" && this.isOld.instant) {
      this.isOld.instant = false;
      this.updateInstant = fillInstant(this.run);
    }
    this.changed();
  }

  private async beginPlots(): Promise<void> {
    const { PhasePlanes, PlotStack, startPicker } = await import("./plots");
    if (this.plots) return;
    const planes = (this.planes = new PhasePlanes(this.run, this.clock));
    const plots = (this.plots = new PlotStack(find("plots"), this.run, this.clock, this.run.units ? "s" : ""));
    this.loadPicker = startPicker(this.run, (columns) => (plots.show(columns), planes.show(columns)));
  }

  private draw(): void {
    const { cursor } = this.clock;
    this.scene.draw((this.swing ?? this).clock.cursor);
    this.toolbar.update(cursor);
    if (this.panel === "panel-plots") {
      this.plots?.update(cursor);
      this.planes?.update(cursor);
    }
    if (this.panel === "panel-instant") this.updateInstant(cursor);
  }

  drawNow(): void {
    this.draw();
  }

  get canvas(): HTMLCanvasElement {
    const { element } = this.scene;
    return element instanceof HTMLCanvasElement ? element : element.querySelector("canvas")!;
  }

  private fit(): void {
    this.scene.resize();
    this.scene.draw((this.swing ?? this).clock.cursor);
  }

  restyle(): void {
    this.plots?.restyle();
    this.planes?.drawAll();
    this.scene.restyle();
    this.changed();
  }
}
