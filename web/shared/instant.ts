// The instant in numbers and words: a table of every quantity, and a sentence for those who cannot see the picture.
import type { Clock } from "./clock";
import type { Column, Motion } from "./contract";
import { el, find, say } from "./dom";
import { formatNumber, formatQuantity, formatTime, prettyUnit, shownFactor, shownUnit, withUnit } from "./format";
import { Later } from "./later";
import { bodiesOf } from "./look";
import { type Cursor, isDrawn, sample, samplePlace } from "./sample";
import { cell, headRow } from "./tables";

const GROUPS = ["coordinate", "velocity", "state", "multiplier", "output", "energy"];
const TITLES: Record<string, string> = { coordinate: "Coordinates", velocity: "Velocities", state: "States",
  multiplier: "Multipliers", output: "Outputs", energy: "Energy" };
/** While the motion runs, the sentence changes this seldom (milliseconds). */
const CALM = 1000;
const SPOKEN = 6;

export const groupTitle = (group: string): string => TITLES[group] ?? group;

/** The groups that the run has, the known ones first. */
export function groupsOf(columns: Column[]): string[] {
  const there = [...new Set(columns.map((c) => c.group))];
  const rank = (g: string): number => (GROUPS.includes(g) ? GROUPS.indexOf(g) : GROUPS.length);
  return there.sort((a, b) => rank(a) - rank(b));
}

/** Fills the table of values; says how to bring it up to date. */
export function fillInstant(motion: Motion): (c: Cursor) => void {
  const updates: ((c: Cursor) => void)[] = [];
  const table = find("instant");
  table.replaceChildren(headRow(["quantity", "value", "unit", "meaning"]));
  for (const group of groupsOf(motion.columns)) {
    const columns = motion.columns.filter((c) => c.group === group);
    const title = el("tr", { class: "group" }, el("th", { colspan: 4, scope: "rowgroup" }, groupTitle(group)));
    const rows = columns.map((column) => {
      const value = cell("td", "", "number");
      updates.push((c) => say(value, formatNumber(sample(column.values, c) * shownFactor(column), 7)));
      return el("tr", {}, cell("th", column.name, "code"), value, cell("td", prettyUnit(shownUnit(column))), cell("td", column.label));
    });
    table.append(el("tbody", {}, title, ...rows));
  }
  return (c) => updates.forEach((update) => update(c));
}

/** What is shown where, in one sentence. */
function describe(run: Motion, c: Cursor, timeUnit: string, span: number): string {
  const length = run.length;
  const places = bodiesOf(run).flatMap((body) => {
    const p = samplePlace(body.at, c);
    if (!isDrawn(p)) return [];
    const numbers = (run.space === 3 ? [p.x, p.y, p.z] : [p.x, p.y]).map((n) => formatNumber(n, 4));
    return [`${body.name} at (${numbers.join(", ")})${length && ` ${length}`}`];
  });
  const values = run.columns.filter((q) => q.group === "coordinate" && !Number.isNaN(sample(q.values, c)))
    .map((q) => `${q.label || q.name} ${formatQuantity(sample(q.values, c), q, 4)}`);
  const said = [...places, ...values].slice(0, SPOKEN);
  return `At ${withUnitTime(c.time, timeUnit, span)}: ${said.join("; ") || "nothing is drawn"}.`;
}

const withUnitTime = (t: number, unit: string, span: number): string => (unit ? formatTime(t, unit, span) : `t = ${withUnit(formatNumber(t), "")}`);

/** Keeps the picture's text alternative true, and speaks it when the motion rests; `motion` is asked for what is shown now. */
export function startDescription(motion: () => Motion, clock: Clock, picture: HTMLElement, timeUnit: string): void {
  let last = -Infinity;
  const spoken = find("spoken");
  const update = (): void => {
    last = performance.now();
    const words = describe(motion(), clock.cursor, timeUnit, clock.span);
    picture.setAttribute("aria-label", `${motion().title}. ${words}`);
    if (!clock.playing) say(spoken, words);
  };
  const later = new Later(update);
  clock.onChange(() => {
    if (!clock.playing) return later.in(150);
    later.cancel();
    if (performance.now() - last >= CALM) update();
  });
  update();
}
