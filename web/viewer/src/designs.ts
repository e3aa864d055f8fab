// Puts the page of a study together: its designs in four views that share what is chosen, and the motion of one of them.
import { Clock } from "../../shared/clock";
import type { Run } from "../../shared/contract";
import { readPage } from "../../shared/data";
import { find, onceAFrame, reachable, say } from "../../shared/dom";
import { Extent } from "../../shared/extent";
import { startKeyboard } from "../../shared/keyboard";
import { Scene2d } from "../../shared/scene2d";
import { openScene3d } from "../../shared/scene3d";
import { prefersCalm, startTheme } from "../../shared/theme";
import { startTimeline } from "../../shared/timeline";
import { firstLook, startToolbar } from "../../shared/toolbar";
import { startTransport } from "../../shared/transport";
import { headOf, shown } from "./designs/canvas";
import { type Designs, readDesignsOf } from "./designs/data";
import { FieldMap } from "./designs/map";
import { Parallel } from "./designs/parallel";
import { Scatter } from "./designs/scatter";
import { Selection } from "./designs/selection";
import { fillTable, startRanges } from "./designs/table";

declare global {
  interface Window {
    /** For tests and for those who tinker. */
    designs?: { data: Designs; selection: Selection };
  }
}

/** The motion of the drawn design; gives back what takes up the colours of the theme. */
function startMotion(run: Run): () => void {
  const unit = run.units ? "s" : "";
  const clock = new Clock(run.time);
  const extent = new Extent(run);
  const look = firstLook(run, extent);
  const stage = find("stage");
  const changed = onceAFrame(() => {
    scene.draw(clock.cursor);
    toolbar.update(clock.cursor);
  });
  startTransport(clock, unit);
  startTimeline(clock, run, unit);
  const scene = run.space === 3 ? openScene3d(run, look, extent, changed, (body) => toolbar.choose(body)) : new Scene2d(run, look, extent, changed, (body) => toolbar.choose(body));
  stage.append(scene.element);
  const toolbar = startToolbar(run, look, extent, () => scene, changed);
  startKeyboard(clock, toolbar.acts, () => run.events.map((event) => event.t));
  clock.onChange(changed);
  new ResizeObserver(() => {
    scene.resize();
    scene.draw(clock.cursor);
  }).observe(stage);
  clock.toFrame(0);
  if (!prefersCalm()) clock.play();
  return () => {
    scene.restyle();
    changed();
  };
}

/** A select of columns. */
function startSelect(id: string, data: Designs, which: (isReport: boolean) => boolean, first: number, choose: (k: number) => void): void {
  const select = find<HTMLSelectElement>(id);
  data.columns.forEach((column, k) => {
    if (which(column.isReport)) select.add(new Option(headOf(column), String(k), k === first, k === first));
  });
  select.addEventListener("change", () => choose(Number(select.value)));
}

function startGoal(data: Designs, selection: Selection): void {
  startSelect("goal", data, (isReport) => isReport, data.goal, (k) => {
    selection.goal = k;
    selection.change();
  });
  const sense = find<HTMLSelectElement>("sense");
  sense.value = data.minimize ? "least" : "greatest";
  sense.addEventListener("change", () => {
    selection.minimize = sense.value === "least";
    selection.change();
  });
  const front = find<HTMLInputElement>("front");
  find("front-label").hidden = data.front.size === 0;
  front.addEventListener("change", () => {
    selection.frontOnly = front.checked;
    selection.change();
  });
  find("clear").addEventListener("click", () => selection.clear());
}

/** What is chosen, in words; heard, too. */
function tell(data: Designs, selection: Selection): void {
  const [best] = selection.best(1);
  const column = data.columns[selection.goal];
  const words = `${selection.count} of ${data.count} designs${best === undefined || !column ? "" : `, best ${headOf(column)}: ${shown(column.values[best]!)} by design ${best + 1}`}`;
  say(find("chosen"), words);
}

function fillHead(data: Designs): void {
  document.title = data.title;
  find("title").textContent = data.title;
  const limits = data.limits.length ? `; limits: ${data.limits.join(", ")}` : "";
  find("subtitle").textContent = `${data.what || "designs"}: ${data.count} designs${limits}`;
  find("made-by").textContent = data.version ? `Made by Lagrangia ${data.version}.` : "";
  find("error").hidden = !data.complaint;
  find("error").textContent = data.complaint;
}

function startViews(data: Designs, selection: Selection): () => void {
  const parallel = new Parallel(find<HTMLCanvasElement>("axes"), selection);
  const scatter = new Scatter(find<HTMLCanvasElement>("scatter"), selection);
  const map = new FieldMap(find<HTMLCanvasElement>("map"), selection);
  const params = data.columns.flatMap((column, k) => (column.isReport ? [] : [k]));
  const draw = onceAFrame(() => {
    parallel.draw();
    scatter.draw();
    if (!find("map-card").hidden) map.draw();
  });
  [scatter.x, scatter.y] = data.other >= 0 ? [data.goal, data.other] : [params[0] ?? data.goal, data.goal];
  startSelect("scatter-x", data, () => true, scatter.x, (k) => ((scatter.x = k), draw()));
  startSelect("scatter-y", data, () => true, scatter.y, (k) => ((scatter.y = k), draw()));
  find("map-card").hidden = params.length < 2;
  [map.x, map.y] = [params[0] ?? 0, params[1] ?? 0];
  startSelect("map-x", data, (isReport) => !isReport, map.x, (k) => ((map.x = k), draw()));
  startSelect("map-y", data, (isReport) => !isReport, map.y, (k) => ((map.y = k), draw()));
  find("axes").style.minWidth = `${86 * data.columns.length}px`;
  reachable(find("axes-place"), "Parallel coordinates");
  reachable(find("best-place"), "Best designs");
  for (const id of ["axes", "scatter", "map"]) new ResizeObserver(draw).observe(find(id));
  return draw;
}

function start(data: Designs, run: Run): void {
  const selection = new Selection(data);
  fillHead(data);
  startGoal(data, selection);
  const draw = startViews(data, selection);
  const updateRanges = startRanges(selection);
  const update = (): void => {
    draw();
    fillTable(selection);
    updateRanges();
    tell(data, selection);
  };
  selection.onChange(update);
  const hasMotion = run.time.length > 1;
  find("motion-card").hidden = !hasMotion;
  find("help-open").hidden = !hasMotion;
  say(find("drawn"), data.drawn >= 0 ? `Design ${data.drawn + 1}` : "The best design");
  const restyle = hasMotion ? startMotion(run) : () => undefined;
  startTheme(() => {
    restyle();
    draw();
  });
  window.designs = { data, selection };
  update();
}

void Promise.all([readDesignsOf(document), readPage(document)]).then(([data, run]) => start(data, run));
