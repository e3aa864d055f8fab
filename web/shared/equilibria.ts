// Equilibria and steady motions in words and numbers, each with a switch that puts it behind the machine.
import type { Analysis, Equilibrium, Mode } from "./analysis";
import type { Motion } from "./contract";
import { button, el, find, reachable } from "./dom";
import { formatFully, formatNumber, withUnit } from "./format";
import { cell, headRow } from "./tables";

/** Of a shape: what is less than this is not told. */
const SEEN = 1e-6, IN_PHASE = 0.005;

function shapeWords(mode: Mode): string {
  const parts = mode.shape.filter(({ re, im }) => Math.hypot(re, im) >= SEEN);
  return parts.map(({ name, re, im }) => {
    const size = Math.hypot(re, im);
    if (Math.abs(im) <= IN_PHASE * size) return `${name} ${formatNumber(re, 4)}`;
    return `${name} ${formatNumber(size, 4)} at ${formatNumber((Math.atan2(im, re) * 180) / Math.PI, 4)}°`;
  }).join(", ");
}

/** The mode in words: "0.5 Hz, damping 0.02". */
export function modeWords(mode: Mode): string {
  if (mode.im > 0) return `${withUnit(formatNumber(mode.frequency), "Hz")}, ${mode.damping === 0 ? "undamped" : `damping ${formatNumber(mode.damping, 3)}`}`;
  return mode.re === 0 ? "neutral" : `${mode.re < 0 ? "decays" : "grows"} as exp(${formatNumber(mode.re, 4)} t)`;
}

/** Shows a mode on the machine, or no longer if it is shown. */
export type Play = (e: Equilibrium, mode: number, press: HTMLButtonElement) => void;

function playButton(e: Equilibrium, k: number, name: string, play: Play): HTMLElement {
  const label = `Show mode ${k + 1} of ${name}`;
  const press = button(label, "", () => play(e, k, press), { class: "icon play-mode", "aria-pressed": "false" });
  return el("td", {}, press);
}

function modeRow(mode: Mode): HTMLElement {
  const goes = mode.re === 0 ? "neutral" : mode.re < 0 ? "decays" : "grows";
  const numbers = mode.im > 0
    ? [withUnit(formatNumber(mode.frequency), "Hz"), withUnit(formatNumber(Math.hypot(mode.re, mode.im)), "rad/s"), formatNumber(mode.damping, 4)]
    : ["", withUnit(formatNumber(mode.re), "1/s"), goes];
  return el("tr", {}, ...numbers.map((words) => cell("td", words, "number")));
}

function modesOf(e: Equilibrium, name: string, play: Play | null): HTMLElement | null {
  if (e.modes.length === 0) return null;
  const rows = e.modes.map(modeRow), isDrawn = play !== null && e.machine.shapes.length > 0;
  if (isDrawn) rows.forEach((row, k) => row.prepend(playButton(e, k, name, play!)));
  const head = headRow([...(isDrawn ? ["show"] : []), "frequency", "rate", "damping"]);
  // What moves is a line of its own: it may be long.
  const bodies = e.modes.map((mode, k) => el("tbody", {}, rows[k]!, el("tr", { class: "shape" }, el("td", { colspan: 4 }, shapeWords(mode)))));
  const place = el("div", { class: "scroll" }, el("table", {}, head, ...bodies));
  reachable(place, `Modes of ${name}`);
  return place;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function card(e: Equilibrium, number: number, isDrawn: boolean, choose: (isDrawn: boolean) => void, play: Play | null): HTMLElement {
  const name = `${number}. ${capital(e.kind)}`, box = el("input", { type: "checkbox", checked: isDrawn, "aria-label": `Draw ${name}` });
  box.addEventListener("change", () => choose(box.checked));
  const family = e.degenerate ? ", one of a family" : "";
  return el("li", { class: "equilibrium" },
    el("h3", {}, name, el("span", { class: e.stability === "unstable" ? "unstable" : e.stability.endsWith("stable") ? "stable" : "quiet" }, e.stability + family),
      e.machine.shapes.length > 0 ? el("label", { class: "switch" }, box, "Draw") : null),
    el("p", { class: "quiet" }, capital(e.why)),
    el("p", { class: "place" }, ...e.place.map((x) => el("span", {}, el("code", {}, x.name), ` = ${formatFully(x.value, x)}`))),
    modesOf(e, `${e.kind} ${number}`, play));
}

export class Equilibria {
  /** What is drawn, by its number; null: nothing was chosen yet. */
  private chosen: Set<number> | null = null;
  private all: Equilibrium[] = [];

  /** `first`: how many are drawn before anything was chosen. `play`: where modes can be shown. */
  constructor(private readonly draw: (ghosts: Motion[]) => void, private readonly first: number, private readonly play: Play | null = null) {}

  /** Another model has others. */
  forget(): void {
    this.chosen = null;
    this.load(null, "");
  }

  /** Whether any stands behind the machine. */
  get areDrawn(): boolean {
    return this.all.some((_, i) => this.chosen?.has(i));
  }

  /** After other values of the parameters those with the same numbers are drawn. */
  load(analysis: Analysis | null, trouble = "The model could not be analysed."): void {
    this.all = analysis?.equilibria ?? [];
    if (!this.chosen && this.all.length > 0) this.chosen = new Set([...this.all.keys()].slice(0, this.first));
    const chosen = this.chosen ?? new Set<number>();
    find("equilibria-list").replaceChildren(...this.all.map((e, i) => card(e, i + 1, chosen.has(i), (isDrawn) => {
      if (isDrawn) chosen.add(i);
      else chosen.delete(i);
      this.show();
    }, this.play)));
    const left = (analysis?.found ?? 0) - this.all.length;
    const none = analysis ? analysis.none : trouble;
    const note = [left > 0 ? `There are ${left} more: lagrangia analyze prints all.` : "", analysis?.note ?? ""].filter(Boolean).join(" ");
    for (const [id, words] of [["equilibria-none", none], ["equilibria-note", note]] as const) {
      find(id).textContent = capital(words);
      find(id).hidden = !words;
    }
    find("equilibria-hint").hidden = !this.all.some((e) => e.machine.shapes.length > 0);
    this.show();
  }

  private show(): void {
    this.draw(this.all.filter((_, i) => this.chosen?.has(i)).map((e) => e.machine));
  }
}
