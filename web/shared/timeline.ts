// The time line: a slider over the run, with marks and labels of the events.
import type { Clock } from "./clock";
import type { Happening, Motion } from "./contract";
import { el, find } from "./dom";
import { formatTime } from "./format";

/** Marks closer than this many pixels are one mark. */
const MERGE = 4;
const LABEL_GAP = 8;
/** Of the labels, in rem (controls.css). */
const LABEL_SIZE = 0.75;
const ROW_HEIGHT = 14;
/** Where the rows of labels begin, in pixels under the line. */
const ROWS = [3, 3 + ROW_HEIGHT];
/** More marks than this get one row of labels only. */
const CROWD = 12;

/** Gives back what takes another motion, whose times the clock has already. */
export function startTimeline(clock: Clock, motion: Motion, timeUnit: string): (motion: Motion) => void {
  const slider = find<HTMLInputElement>("slider");
  const marks = find("marks");
  slider.addEventListener("input", () => {
    clock.pause();
    clock.seek(Number(slider.value));
  });
  let shown = "";
  const show = (): void => {
    const { time } = clock.cursor, part = String(clock.span > 0 ? (time - clock.start) / clock.span : 0);
    const told = `${formatTime(time, timeUnit, clock.span)}${lastEvent(motion, time)}`, key = [time, part, told].join();
    if (key === shown) return; // the browser would lay it out again
    shown = key;
    slider.value = String(time);
    slider.style.setProperty("--part", part);
    slider.setAttribute("aria-valuetext", told);
  };
  clock.onChange(show);
  let width = 0, placed = "";
  const place = (): void => {
    const key = JSON.stringify([width, clock.start, clock.end, motion.events]);
    if (key !== placed) placeMarks(marks, width, clock, motion.events, timeUnit);
    placed = key;
  };
  const load = (next: Motion): void => {
    motion = next;
    if (slider.min !== String(clock.start)) slider.min = String(clock.start);
    if (slider.max !== String(clock.end)) slider.max = String(clock.end);
    slider.disabled = clock.time.length < 2;
    shown = "";
    show();
    place();
  };
  load(motion);
  new ResizeObserver(() => {
    width = marks.clientWidth;
    place();
  }).observe(marks);
  return load;
}

function lastEvent(motion: Motion, t: number): string {
  const past = motion.events.filter((e) => e.t <= t);
  return past.length ? `, after ${past[past.length - 1]!.name}` : "";
}

/** Events that fall on almost the same pixel. */
function gathered(events: Happening[], toPixel: (t: number) => number): Happening[][] {
  const groups: Happening[][] = [];
  for (const event of [...events].sort((a, b) => a.t - b.t)) {
    const group = groups[groups.length - 1];
    if (group && toPixel(event.t) - toPixel(group[0]!.t) < MERGE) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** How wide words are, without asking for a layout of the page. */
const measure = document.createElement("canvas").getContext("2d");
function widthOf(words: string, marks: HTMLElement): number {
  if (!measure) return 0;
  const style = getComputedStyle(marks);
  measure.font = `${LABEL_SIZE * parseFloat(getComputedStyle(document.documentElement).fontSize)}px ${style.fontFamily}`;
  return measure.measureText(words).width;
}

function placeMarks(marks: HTMLElement, width: number, clock: Clock, events: Happening[], timeUnit: string): void {
  const toPixel = (t: number): number => (clock.span > 0 ? ((t - clock.start) / clock.span) * width : 0);
  marks.replaceChildren();
  const groups = gathered(events, toPixel);
  const rows = groups.length > CROWD ? ROWS.slice(0, 1) : ROWS;
  const free = rows.map(() => -Infinity);
  for (const group of groups) {
    const first = group[0]!;
    const name = group.length > 1 ? `${first.name} +${group.length - 1}` : first.name;
    const title = group.slice(0, 12).map((e) => `${e.name} at ${formatTime(e.t, timeUnit, clock.span)}`).join("\n");
    const label = el("span", { class: "mark-label" }, name);
    const mark = el("button", { type: "button", class: "mark", title, tabindex: -1, "aria-hidden": "true" }, label);
    mark.style.left = `${toPixel(first.t)}px`;
    mark.addEventListener("click", () => {
      clock.pause();
      clock.seek(first.t);
    });
    marks.append(mark);
    settleLabel(label, widthOf(name, marks), toPixel(first.t), width, free);
  }
  const used = free.filter((from) => from > -Infinity).length;
  marks.style.height = `${ROWS[0]! + used * ROW_HEIGHT}px`;
}

/** Shows a label in the first row that has room for it, within the line; `free` says from where each row is. */
function settleLabel(label: HTMLElement, size: number, at: number, width: number, free: number[]): void {
  const left = Math.min(width - size, Math.max(0, at - size / 2));
  const row = free.findIndex((from) => left >= from);
  label.hidden = row < 0;
  if (row < 0) return;
  free[row] = left + size + LABEL_GAP;
  label.style.left = `${left - at}px`;
  label.style.top = `${ROWS[row]}px`;
}
