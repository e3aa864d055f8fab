// Puts the page of equations together: the text to read, the machine, its equilibria, and sliders where the engine is in the page.
import type { Analysis, Law } from "../../shared/analysis";
import type { Parameter, Run } from "../../shared/contract";
import { readPage } from "../../shared/data";
import { el, find, reachable } from "../../shared/dom";
import { Equilibria } from "../../shared/equilibria";
import { formatFully, formatNumber } from "../../shared/format";
import { formulas } from "../../shared/markup";
import { Sliders } from "../../shared/sliders";
import { playMode } from "../../shared/swing";
import { startTheme } from "../../shared/theme";
import { type Notebook, notebookOf } from "./notebook/data";
import { isLive, Live } from "./notebook/live";
import { type Machine, startMachine } from "./notebook/machine";

declare global {
  interface Window {
    /** For tests and for those who tinker. */
    notebook?: { run: Run; book: Notebook; machine: Machine | null; live: Live | null; shown: number };
  }
}

/** So many equilibria are drawn at first. */
const FIRST = 4;

function fill(id: string, mathml: string, name: string): void {
  find(id).querySelector(".mathml")?.replaceWith(formulas(mathml, name));
}

function law(c: Law): HTMLElement {
  const drift = Number.isNaN(c.drift) ? "" : `drift ${formatNumber(c.drift, 2)}`;
  const value = Number.isNaN(c.value) ? "" : formatNumber(c.value, 6);
  const rest = [value && `value ${value}`, drift, c.symmetry && `symmetry ${c.symmetry}`, c.holds && `holds ${c.holds}`, c.proved ? "" : "by numbers alone"].filter(Boolean).join(" · ");
  const formula = formulas(`<div class="scroll">${c.mathml}</div>`, c.name);
  return el("div", { class: "law" }, el("div", {}, el("strong", {}, c.name), el("span", { class: "quiet" }, rest)), formula);
}

function fillConserved(analysis: Analysis | null): void {
  const all = analysis?.conserved ?? [];
  find("conserved-list").replaceChildren(...(all.length ? all.map(law) : [el("p", { class: "quiet" }, "None found.")]));
}

/** Chapters that have something to say, as links. */
function fillContents(): void {
  const chapters = [...document.querySelectorAll<HTMLElement>("article > section:not([hidden])")];
  find("contents").replaceChildren(...chapters.map((chapter) => el("a", { href: `#${chapter.id}` }, chapter.querySelector(".chapter")?.textContent ?? "")));
}

function fillText(run: Run, book: Notebook): void {
  document.title = book.title;
  find("title").textContent = book.title;
  find("error").hidden = !book.complaint;
  find("error").textContent = book.complaint;
  if (book.mode && book.mode !== "start") find("derivation-title").textContent = `Derivation, in the mode of ${book.mode}`;
  fill("derivation", book.derivation, "Formulas of the derivation");
  fill("linear", book.linear || "<p></p>", "Formulas of small motions");
  if (!book.linear) find("linear").querySelector("p")!.textContent = book.noLinear;
  find("linear").hidden = !book.linear && !book.noLinear;
  find("source").textContent = run.source;
  reachable(find("source"), "Text of the model");
  find("text").hidden = run.source === "";
  find("made-by").textContent = book.version ? `Made by lagrangia ${book.version}.` : "";
}

/** The values as they are in the model: nothing on this page can compute others. */
function valueRow(p: Parameter): HTMLElement {
  return el("div", { class: "as-written" }, el("span", { class: "slider-name" }, el("code", {}, p.name), p.label ? el("span", { class: "quiet" }, ` ${p.label}`) : null), el("span", {}, formatFully(p.value, p)));
}

function fillValues(run: Run): void {
  find("sliders").replaceChildren(...run.parameters.map(valueRow));
  find("no-sliders").hidden = run.parameters.length > 0;
  find("as-written").hidden = run.parameters.length === 0;
}

async function startLive(run: Run, book: Notebook, machine: Machine | null, equilibria: Equilibria): Promise<Live> {
  const live: Live = await Live.begin(run, book.values, {
    moved(next, parameters) {
      machine?.load(next);
      sliders?.load(next, parameters);
    },
    analysed(analysis) {
      equilibria.load(analysis);
      fillConserved(analysis);
      if (window.notebook) window.notebook.shown++;
    },
    told(trouble) {
      find("error").hidden = !trouble;
      find("error").textContent = trouble;
    },
  });
  const sliders = run.parameters.length ? new Sliders(live) : null;
  sliders?.load(run, book.whole.map((name) => ({ name, role: "structural" })));
  return live;
}

async function start(run: Run): Promise<void> {
  const book = await notebookOf(document, run);
  let live: Live | null = null;
  fillText(run, book);
  const machine = run.time.length > 0 && run.shapes.length > 0 ? startMachine(run) : null;
  find("machine").hidden = machine === null;
  find("help-open").hidden = machine === null;
  const canAsk = isLive() && run.source !== "";
  const equilibria = new Equilibria((ghosts) => machine?.haunt(ghosts), FIRST, machine && canAsk
    ? (e, mode, press) => void playMode(machine, run, e, mode, press, async () => live?.drawMode(e.number, mode)) : null);
  equilibria.load(book.analysis);
  fillConserved(book.analysis);
  fillContents();
  startTheme(() => machine?.restyle());
  if (!canAsk || !run.parameters.length) fillValues(run);
  live = canAsk ? await startLive(run, book, machine, equilibria) : null;
  window.notebook = { run, book, machine, live, shown: 0 };
}

void readPage(document).then(start);
