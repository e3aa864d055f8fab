// Puts the page together: data, clock, picture, plots and tables.
import { Clock } from "../../shared/clock";
import { readPage } from "../../shared/data";
import { find, onceAFrame } from "../../shared/dom";
import { Extent } from "../../shared/extent";
import { formatNumber, formatTime } from "../../shared/format";
import { startPrint } from "../../shared/print";
import { fillInstant, startDescription } from "../../shared/instant";
import { startKeyboard } from "../../shared/keyboard";
import type { Look, Scene } from "../../shared/look";
import type { Point, Run, Track } from "../../shared/contract";
import { startPicker } from "../../shared/picker";
import { PlotStack } from "../../shared/plots";
import { cursorAt, sample } from "../../shared/sample";
import { Scene2d } from "../../shared/scene2d";
import { openScene3d } from "../../shared/scene3d";
import { fillHead, fillTables } from "../../shared/tables";
import { startTabs } from "../../shared/tabs";
import { prefersCalm, startTheme } from "../../shared/theme";
import { startTimeline } from "../../shared/timeline";
import { firstLook, startToolbar } from "../../shared/toolbar";
import { startTransport } from "../../shared/transport";

declare global {
  interface Window {
    /** For tests and for those who tinker: where things are drawn, and the hands of the clock. */
    lagrangia?: { run: Run; clock: Clock; scene: Scene; project(point: Point): { x: number; y: number }; value(track: Track, t: number): number };
  }
}

function makeScene(run: Run, look: Look, extent: Extent, changed: () => void, choose: (body: number) => void): Scene {
  return run.space === 3 ? openScene3d(run, look, extent, changed, choose) : new Scene2d(run, look, extent, changed, choose);
}

/** The picture has the size of its place at once, not one picture later. */
function keepFitting(stage: HTMLElement, scene: Scene, clock: Clock): void {
  new ResizeObserver(() => {
    scene.resize();
    scene.draw(clock.cursor);
  }).observe(stage);
}

/** What stands around the picture. */
function frame(run: Run, clock: Clock, unit: string): void {
  fillHead(run, unit);
  fillTables(run, clock, unit);
  startTransport(clock, unit);
  startTimeline(clock, run, unit);
}

function start(run: Run): void {
  const unit = run.units ? "s" : "";
  const clock = new Clock(run.time);
  const extent = new Extent(run);
  const look = firstLook(run, extent);
  const stage = find("stage");
  frame(run, clock, unit);
  const changed = onceAFrame(() => {
    scene.draw(clock.cursor);
    toolbar.update(clock.cursor);
    plots.update(clock.cursor);
    if (isInstantShown) updateInstant(clock.cursor);
  });
  const scene = makeScene(run, look, extent, changed, (body) => toolbar.choose(body));
  stage.append(scene.element);
  const toolbar = startToolbar(run, look, extent, () => scene, changed);
  const plots = new PlotStack(find("plots"), run, clock, unit);
  const updateInstant = fillInstant(run);
  let isInstantShown = false;
  startPicker(run, (columns) => plots.show(columns));
  startTabs(find("tabs"), (id) => {
    isInstantShown = id === "panel-instant";
    changed();
  });
  startKeyboard(clock, toolbar.acts, () => run.events.map((event) => event.t));
  startDescription(() => run, clock, stage, unit);
  clock.onChange(changed);
  startTheme(() => {
    plots.restyle();
    scene.restyle();
    changed();
  });
  keepFitting(stage, scene, clock);
  startPrint({
    refresh() {
      find("panel-instant").dataset.title = `Values at ${unit ? formatTime(clock.cursor.time, unit, clock.span) : `t = ${formatNumber(clock.cursor.time)}`}`;
      updateInstant(clock.cursor);
      plots.resize();
      plots.restyle();
      scene.restyle();
      scene.resize();
      scene.draw(clock.cursor);
    },
  });
  window.lagrangia = { run, clock, scene, project: (point) => scene.project(point), value: (track, t) => sample(track, cursorAt(run.time, t)) };
  clock.toFrame(0);
  if (!prefersCalm()) clock.play();
}

void readPage(document).then(start);
