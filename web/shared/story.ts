// The motion in words, for those who cannot see the pictures, and for print: what happens when, and how far things go.
import type { Column, Motion, Place, Run, Track } from "./contract";
import { formatNumber, formatQuantity, formatTime, titleOf, withUnit } from "./format";
import { bodiesOf } from "./look";
import { atFrame } from "./sample";

/** More would be read by nobody. */
const [MOST_EVENTS, MOST_COLUMNS, MOST_BODIES] = [12, 10, 8];

interface Course {
  first: number;
  last: number;
  low: number;
  high: number;
  lowAt: number;
  highAt: number;
}

/** How a series goes; null where it has no value at all. */
function courseOf(track: Track, time: Float64Array): Course | null {
  let course: Course | null = null;
  for (let i = 0; i < time.length; i++) {
    const x = atFrame(track, i);
    if (!Number.isFinite(x)) continue;
    course ??= { first: x, last: x, low: x, high: x, lowAt: time[i]!, highAt: time[i]! };
    course.last = x;
    if (x < course.low) [course.low, course.lowAt] = [x, time[i]!];
    if (x > course.high) [course.high, course.highAt] = [x, time[i]!];
  }
  return course;
}

/** "arm goes from 50.6° to −85.1°, between −141° (at 2.43 s) and 50.6° (at 0 s)" */
export function storyOf(column: Column, motion: Motion): string {
  const course = courseOf(column.values, motion.time);
  const name = titleOf(column);
  if (!course) return `${name} has no value`;
  const say = (x: number): string => formatQuantity(x, column, 3);
  const little = 1e-6 * Math.max(Math.abs(course.low), Math.abs(course.high));
  if (course.high - course.low <= little) return `${name} stays ${say(course.first)}`;
  const at = (t: number): string => withUnit(formatNumber(t, 4), motion.units ? "s" : "");
  return `${name} goes from ${say(course.first)} to ${say(course.last)}, between ${say(course.low)} (at ${at(course.lowAt)}) and ${say(course.high)} (at ${at(course.highAt)})`;
}

const spanOf = (motion: Motion): number => (motion.time[motion.time.length - 1] ?? 0) - (motion.time[0] ?? 0);

function wayOf(name: string, place: Place, motion: Motion): string {
  const axes = (motion.space === 3 ? ["x", "y", "z"] : ["x", "y"]) as ("x" | "y" | "z")[];
  const parts = axes.flatMap((axis) => {
    const course = courseOf(place[axis], motion.time);
    if (!course) return [];
    const [low, high] = [formatNumber(course.low, 3), formatNumber(course.high, 3)];
    return [low === high ? `${axis} stays ${withUnit(low, motion.length)}` : `${axis} between ${low} and ${withUnit(high, motion.length)}`];
  });
  return parts.length ? `${name}: ${parts.join(", ")}.` : `${name} is never drawn.`;
}

function eventsOf(motion: Motion): string[] {
  if (motion.events.length === 0) return [];
  const unit = motion.units ? "s" : "";
  const told = motion.events.slice(0, MOST_EVENTS).map((e) => `${e.name} at ${formatTime(e.t, unit, spanOf(motion))}`);
  const more = motion.events.length - told.length;
  return [`Events: ${told.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`];
}

/** One sentence after the other. */
export function story(run: Run): string[] {
  const unit = run.units ? "s" : "";
  const ofGroups = (...groups: string[]): Column[] => run.columns.filter((c) => groups.includes(c.group));
  const columns = [...ofGroups("coordinate", "state"), ...ofGroups("output")].slice(0, MOST_COLUMNS);
  return [
    ...(run.time.length ? [`The motion lasts ${formatTime(spanOf(run), unit, spanOf(run))}.`] : ["Nothing moves."]),
    ...eventsOf(run),
    ...columns.map((column) => `${storyOf(column, run)}.`),
    ...bodiesOf(run).slice(0, MOST_BODIES).map((body) => wayOf(body.name, body.at, run)),
  ];
}
