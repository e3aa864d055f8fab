// What the run found, in words and numbers: reports, events, parameters, checks, equations, the model's text.
import type { Clock } from "./clock";
import type { Check, Figure, Parameter, Run, Work } from "./contract";
import { el, find, reachable, reveal } from "./dom";
import { story } from "./story";
import { formulas } from "./markup";
import { formatFully, formatNumber, formatQuantity, formatTime, titleOf } from "./format";

/** A table of more rows would only slow the page down. */
const MOST_EVENTS = 1000;

export function cell(tag: "td" | "th", words: string, kind = ""): HTMLTableCellElement {
  return el(tag, { class: kind || null, scope: tag === "th" ? "row" : null }, words);
}

export function headRow(names: string[]): HTMLTableSectionElement {
  return el("thead", {}, el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name))));
}

/** Hides a section that has nothing to say; what stands there already stays. */
function fill(id: string, isFilled: boolean, ...content: Node[]): void {
  const place = find(id), there = place.childNodes;
  if (content.length !== there.length || content.some((node, i) => !node.isEqualNode(there[i]!))) place.replaceChildren(...content);
  const section = place.closest("section");
  if (section) reveal(section, isFilled);
}

function figure(r: Figure): HTMLElement {
  return el("div", { class: "figure" }, el("dt", { title: r.name }, titleOf(r)), el("dd", {}, formatQuantity(r.value, r, 6)));
}

function parameterRow(p: Parameter): HTMLElement {
  const bounds = Number.isNaN(p.low) && Number.isNaN(p.high) ? "" : `${formatQuantity(p.low, p)} … ${formatQuantity(p.high, p)}`;
  return el("tr", {}, cell("th", p.name, "code"), cell("td", formatFully(p.value, p), "number"), cell("td", bounds, "quiet"),
    cell("td", p.label));
}

function eventRow(name: string, t: number, clock: Clock, unit: string): HTMLElement {
  const go = el("button", { type: "button", class: "link", title: "Show this moment" }, name);
  go.addEventListener("click", () => {
    clock.pause();
    clock.seek(t);
  });
  return el("tr", {}, el("td", {}, go), cell("td", `${formatNumber(t, 8)}${unit ? ` ${unit}` : ""}`, "number"));
}

function checkLines(check: Check): string[] {
  const digits = Math.floor(-Math.log10(check.energyDrift));
  const kept = Number.isFinite(digits) && digits > 0 ? `, so the balance holds to ${digits} digits` : "";
  const lines: string[] = [];
  if (!Number.isNaN(check.energyDrift)) lines.push(`The energy drifts by ${formatNumber(check.energyDrift, 2)}, relative to its size${kept}.`);
  if (!Number.isNaN(check.positionResidual)) {
    lines.push(`The largest constraint residual is ${formatNumber(check.positionResidual, 2)}, that of the rates ${formatNumber(check.velocityResidual, 2)}.`);
  }
  if (check.lambdaUnique === false) lines.push("The constraint forces are not unique; only their resultant is.");
  return lines;
}

function workLine(work: Work): string {
  const tolerance = Number.isNaN(work.tolerance) ? "" : ` at tolerance ${formatNumber(work.tolerance, 2)}`;
  return `${formatNumber(work.steps, 9)} ${work.steps === 1 ? "step" : "steps"} of ${work.method}${tolerance}.`;
}

function fillChecks(run: Run): void {
  const lines = [...(run.check ? checkLines(run.check) : []), ...(run.work ? [workLine(run.work)] : [])];
  const items = lines.map((line) => el("li", {}, line));
  const expects = run.expects.map((e) =>
    el("li", { class: e.ok ? "met" : "missed" }, el("strong", {}, e.ok ? "holds" : "does not hold"), " ", el("code", {}, e.text)));
  fill("checks", items.length + expects.length > 0, el("ul", {}, ...items), el("ul", { class: "expects" }, ...expects));
}

function fillEquations(run: Run): void {
  find("equations").replaceChildren();
  for (const { title, mathml } of run.equations) {
    const open = el("details", { open: run.equations.length === 1 || title === run.equations[0]!.title }, el("summary", {}, title), formulas(mathml, `Equations, ${title}`));
    find("equations").append(open);
  }
  find("tab-equations").hidden = run.equations.length === 0;
}

function fillModel(run: Run): void {
  find("source").textContent = run.source;
  reachable(find("source"), "Text of the model");
  find("tab-model").hidden = run.source === "" && run.parameters.length === 0;
  find("source").hidden = !run.source;
}

/** What was found: reports, events, accuracy. */
export function fillResults(run: Run, clock: Clock, unit: string): void {
  fill("reports", run.reports.length > 0, ...run.reports.map(figure));
  const events = run.events.slice(0, MOST_EVENTS).map((e) => eventRow(e.name, e.t, clock, unit));
  const left = run.events.length - events.length;
  if (left > 0) events.push(el("tr", {}, el("td", { colspan: 2 }, `and ${left} more, shown on the time line`)));
  fill("events", events.length > 0, headRow(["event", "time"]), el("tbody", {}, ...events));
  fillChecks(run);
}

export function fillTables(run: Run, clock: Clock, unit: string): void {
  fillResults(run, clock, unit);
  fill("parameters", run.parameters.length > 0, headRow(["name", "value", "bounds", "meaning"]),
    el("tbody", {}, ...run.parameters.map(parameterRow)));
  fill("story", run.time.length > 0, ...story(run).map((sentence) => el("li", {}, sentence)));
  fillEquations(run);
  fillModel(run);
}

/** "event landing" and "until", as a sentence goes on. */
const ending = (reason: string): string =>
  reason === "until" ? "runs until" : reason.startsWith("event ") ? `ends with ${reason.slice(6)} at` : `ends (${reason}) at`;

/** The banner of a failed run, the warnings, and the line under the title. */
export function fillHead(run: Run, unit: string): void {
  document.title = run.title;
  find("title").textContent = run.title;
  const span = (run.time[run.time.length - 1] ?? 0) - (run.time[0] ?? 0);
  const end = run.end && Number.isFinite(run.end.t) ? `${ending(run.end.reason)} ${formatTime(run.end.t, unit, span)}` : "";
  find("subtitle").textContent = [run.model, end].filter(Boolean).join(" · ");
  find("error").hidden = run.error === null;
  if (run.error) {
    const at = Number.isNaN(run.error.t) ? "" : ` at ${formatTime(run.error.t, unit, span)}`;
    find("error").replaceChildren(el("strong", {}, `The run failed${at} (${run.error.code || "no code"}). `), run.error.message);
  }
  const warnings = [...run.warnings, ...run.complaints];
  find("warnings").hidden = warnings.length === 0;
  find("warning-list").replaceChildren(...warnings.map((w) => el("li", {}, w)));
  find("warning-count").textContent = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
  find("made-by").textContent = `Made by lagrangia ${run.version}.`;
  fillRows(run);
}

function fillRows(run: Run): void {
  const frames = run.time.length;
  const shown = run.rows > frames ? `The page holds ${frames} of the ${run.rows} instants computed.` : `The page holds ${frames} instants.`;
  find("rows").textContent = `${shown} `;
  if (!run.csv) return;
  const file = run.csv.split(/[\\/]/).pop() ?? "";
  find("rows").append("All of them are in ", el("a", { href: `./${encodeURIComponent(file)}` }, file), " beside it. ");
}
