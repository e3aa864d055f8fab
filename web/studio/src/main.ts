// Puts the studio together: the engine in workers, the text, the picture, sliders and panels.
import { Client } from "../../engine/client.mjs";
import type { Answer } from "../../engine/service.mjs";
import type { Run } from "../../shared/contract";
import { el, find, reveal, say } from "../../shared/dom";
import { formatQuantity, titleOf } from "../../shared/format";
import { Later } from "../../shared/later";
import { startPrint } from "../../shared/print";
import { fillResults } from "../../shared/tables";
import { startTheme } from "../../shared/theme";
import { beginAhead, firstModel } from "./ahead";
import { Analysis } from "./analysis";
import { closeButtons } from "./dialogs";
import { keepDraft } from "./drafts";
import { Editor, type Note } from "./editor";
import { Equations } from "./equations";
import { startFiles } from "./files";
import { Grab } from "./grab";
import { beginWorker, engineModule, isOneFile, loadSpace, prepareWorkers, spaceOpener, theBegun } from "./held";
import type { Question } from "./language";
import type { Shared } from "./link";
import { type Ahead, isRun, Live } from "./live";
import type { Known } from "./mild";
import { Near } from "./near";
import { notice } from "./notice";
import { Optimum } from "./optimum";
import { Pins } from "./pins";
import { runOf } from "../../shared/answer";
import { Sensitivities } from "./sensitivities";
import { Session, type Values } from "./session";
import { Sliders } from "../../shared/sliders";
import { Stage } from "./stage";
import { Studies } from "./studies";
import { WhatIf } from "./whatif";

const INTERRUPTED = 130;
/** What is beside the picture waits until nothing has come for so long, but not longer than that (milliseconds). */
const [CALM, LATEST] = [100, 600];

declare global {
  interface Window {
    /** For tests and for those who tinker; `runs`: how many pictures have come; `opened`: the link that was followed last. */
    studio?: { session: Session; stage: Stage | null; live: Live; client: Client; studies: Studies; runs: number; opened: string };
  }
}


/** From SI units, as the engine tells a report, to the unit in which it is shown. */
const factorOf = (shown: number, si = NaN): number => (Number.isFinite(shown / si) && shown !== 0 ? shown / si : 1);

interface Parts {
  stage: Stage;
  equations: Equations;
  pins: Pins;
}

class Studio {
  readonly session = new Session();
  readonly client: Client;
  readonly studies: Studies;
  /** Answers the editor, whatever else is being computed. */
  private readonly words: Client;
  readonly live: Live;
  private readonly editor: Editor;
  private readonly sliders: Sliders;
  private readonly whatIf: WhatIf;
  private readonly optimum: Optimum;
  private readonly analysis: Analysis;
  private readonly sensitivities: Sensitivities;
  private parts: Parts | null = null;
  private isNew = true;
  /** Whether the model has only been seen as far as its run had come. */
  private isPart = false;
  /** What is shown, unless the model has become one that cannot be. */
  private shown: Answer | null = null;
  /** Whether the page says that there is no picture yet, and why. */
  private isRefused = false;
  private readonly later = new Later(() => undefined);
  private since = NaN;
  private first: Shared | null = null;
  private tellBegun: () => void = () => undefined;
  /** Once there is a picture, or a reason why there is none: what the editor asks waits for that. */
  private readonly begun = new Promise<void>((done) => (this.tellBegun = done)).then(() => document.body.classList.add("begun"));

  constructor(module: Promise<WebAssembly.Module>, client: Client, ahead: Ahead | null) {
    this.client = client;
    this.words = new Client(beginWorker, module);
    const behind = new Client(beginWorker, module);
    this.studies = new Studies(this.session, behind, () => (isOneFile() ? behind : new Client(beginWorker, engineModule("engine-export.wasm"))));
    this.editor = new Editor(find("editor"), (text, mild) => this.session.write(text, mild), (questions) => this.ask(questions));
    this.session.onChange((change) => {
      if (change === "model") {
        this.isNew = true;
        this.editor.load(this.session.text);
      }
      keepDraft(this.session);
    });
    this.sliders = new Sliders(this.session);
    this.whatIf = new WhatIf(this.sliders, this.studies);
    this.optimum = new Optimum(this.session, this.studies, this.sliders);
    this.analysis = new Analysis(this.studies);
    this.sensitivities = new Sensitivities(this.studies);
    this.live = new Live(this.session, this.client, new Near(module), ahead, {
      shown: (answer, isPresent) => this.show(answer, isPresent),
      refused: (answer) => this.refuse(answer),
      working: (part) => this.tellWork(part),
    });
    find("stop").addEventListener("click", () => this.live.stop());
    window.studio = { session: this.session, stage: null, live: this.live, client: this.client, studies: this.studies, runs: 0, opened: "" };
  }

  get stage(): Stage | null {
    return this.parts?.stage ?? null;
  }

  open(shared: Shared): void {
    this.first = shared;
    this.session.open(shared);
  }

  /** What the editor asks about the text as it is. */
  private async ask(questions: Question[]): Promise<unknown[] | null> {
    await this.begun;
    const text = this.editor?.view.state.doc.toString() ?? this.session.text, { name, files } = this.session;
    const slot = questions.map((question) => question.what).join();
    const answer = await this.words.ask({ kind: "language", slot, text, name, files, questions });
    return answer.answers ?? null;
  }

  private show(answer: Answer, isPresent: boolean): void {
    this.tellBegun();
    if (answer === this.shown && isPresent && this.stage && !this.isNew) return this.showAgain(this.stage);
    const run = runOf(answer);
    if (!run) return this.refuse(answer);
    if (isPresent) {
      run.source = this.session.text; // also where only a number of it was sent
      this.session.isCalled(run.model);
    }
    if (run.space === 3 && !spaceOpener()) return void loadSpace().then(() => this.show(answer, isPresent));
    const isNew = this.isNew && isPresent;
    if (!this.parts) this.parts = this.makeParts(run);
    else this.parts.stage.load(run, isNew ? "new" : this.isPart && isPresent ? "more" : "changed");
    if (isPresent) [this.isNew, this.isPart] = [false, (isNew || this.isPart) && answer.status === INTERRUPTED];
    this.shown = answer;
    window.studio!.runs++;
    this.sliders.load(run, answer.parameters ?? []);
    if (isPresent) this.editor.parameters = this.declared(answer, run);
    this.glance(run);
    this.follow(answer, run, isPresent, isNew);
    if (isPresent) {
      this.editor.find(answer.findings ?? []);
      reveal(find("stale"), false);
      say(find("verdict"), this.verdict(answer, run));
      if (isNew) this.begin();
    }
  }

  /** The text means what it meant: a space, a comment. */
  private showAgain(stage: Stage): void {
    stage.run.source = this.session.text;
    window.studio!.runs++;
  }

  /** What is beside the picture follows less often than the picture. */
  private follow(answer: Answer, run: Run, isPresent: boolean, isNew: boolean): void {
    this.whatIf.pause();
    const now = performance.now();
    if (Number.isNaN(this.since)) this.since = now;
    const wait = isNew ? 0 : Math.max(0, Math.min(CALM, this.since + LATEST - now));
    this.later.in(wait, () => this.tellAll(answer, run, isPresent, isNew));
  }

  private tellAll(answer: Answer, run: Run, isPresent: boolean, isNew: boolean): void {
    this.since = NaN;
    this.tellResults(run);
    this.parts?.equations.load(run);
    this.parts?.pins.load(run);
    if (isPresent) {
      this.editor.note(this.notes(answer, run));
      const factors = new Map(run.reports.map(({ name, value }) => [name, factorOf(value, answer.reports?.[name])]));
      this.whatIf.load(run, factors);
      this.optimum.load(run, factors);
      this.sensitivities.load(run, factors, answer.parameters ?? []);
      this.analysis.load(isNew);
    }
  }

  /** A link says where to look. */
  private begin(): void {
    const first = this.first;
    this.first = null;
    if (!first || !this.stage) return;
    if (first.view) this.stage.setView(first.view);
    if (Number.isFinite(first.time)) {
      this.stage.clock.pause();
      this.stage.clock.seek(first.time);
    }
  }

  private makeParts(run: Run): Parts {
    const stage = new Stage(run);
    window.studio!.stage = stage;
    const present = (): string => JSON.stringify([this.session.text, this.session.values]);
    this.analysis.attach(stage);
    this.sensitivities.attach(stage);
    stage.holdBy(new Grab(stage, this.session, this.editor, this.words));
    return { stage, equations: new Equations(stage, this.studies, present), pins: new Pins(stage, this.session) };
  }

  private refuse(answer: Answer): void {
    this.shown = null;
    this.tellBegun();
    const findings = answer.findings ?? [];
    this.editor.find(findings);
    const errors = findings.filter((finding) => finding.severity === "error");
    const first = errors[0];
    say(find("verdict"), first ? `line ${first.line}: ${first.text}` : answer.usage ?? answer.broken ?? "");
    find("verdict").classList.add("bad");
    find("verdict").title = find("verdict").textContent; // it may be cut off
    reveal(find("stale"), this.parts !== null);
    if (this.parts || isRun(answer)) return;
    this.isRefused = true;
    notice(first ? `The model has an error in line ${first.line}: ${first.text}` : "");
  }

  private verdict(answer: Answer, run: Run): string {
    if (find("verdict").classList.contains("bad")) find("verdict").title = "";
    find("verdict").classList.remove("bad");
    if (this.isRefused) notice(""); // what a link said stays
    this.isRefused = false;
    if (run.error) return `failed at t = ${run.error.t.toPrecision(4)}: ${run.error.message}`;
    if (answer.status === INTERRUPTED) return "still running";
    // What the text expects holds for the values that are written in it.
    const missed = Object.keys(this.session.values).length ? 0 : run.expects.filter((expect) => !expect.ok).length;
    if (missed) return `${missed} of ${run.expects.length} expectations do not hold`;
    const warnings = (answer.findings ?? []).length;
    return warnings ? `${warnings} ${warnings === 1 ? "warning" : "warnings"}` : "";
  }

  private declared(answer: Answer, run: Run): Map<string, Known> {
    const lines = new Map((answer.parameters ?? []).map((info) => [info.name, info.line]));
    return new Map(run.parameters.map(({ name, value, unit }) => [name, { line: lines.get(name) ?? 0, value, unit }]));
  }

  /** Values that differ from the text stand behind their declarations. */
  private notes(answer: Answer, run: Run): Note[] {
    const lines = new Map((answer.parameters ?? []).map((info) => [info.name, info.line]));
    const changed = run.parameters.filter((p) => p.name in this.session.values);
    const byLine = new Map<number, string[]>();
    for (const p of changed) {
      const line = lines.get(p.name) ?? 0;
      byLine.set(line, [...(byLine.get(line) ?? []), `${p.name} = ${formatQuantity(p.value, p, 6)}`]);
    }
    return [...byLine].map(([line, texts]) => ({ line, text: `now ${texts.join(", ")}` }));
  }

  /** The first reports, whose numbers change at each step of a slider. */
  private glance(run: Run): void {
    const host = find("glance"), shown = run.reports.slice(0, 4), titles = shown.map(titleOf).join();
    if (host.dataset.titles !== titles) {
      host.dataset.titles = titles;
      host.replaceChildren(...shown.map((report) => el("div", { class: "figure" }, el("dt", { title: report.name }, titleOf(report)), el("dd"))));
    }
    host.querySelectorAll<HTMLElement>("dd").forEach((place, i) => say(place, formatQuantity(shown[i]!.value, shown[i]!, 5)));
  }

  private tellResults(run: Run): void {
    say(find("title"), run.title || run.model || "Lagrangia studio");
    say(find("subtitle"), this.session.fileName);
    document.title = `${run.title || run.model || "A model"} · Lagrangia studio`;
    if (this.stage) fillResults(run, this.stage.clock, run.units ? "s" : "");
  }

  private tellWork(part: number | null): void {
    reveal(find("working"), part !== null);
    if (part === null) return;
    const bar = find<HTMLProgressElement>("progress");
    if (Number.isFinite(part)) bar.value = part;
    else bar.removeAttribute("value");
    say(find("working-text"), Number.isFinite(part) ? `${Math.floor(100 * part)} %` : "computing");
  }
}

/** Once the page has been drawn; a tab that is not seen does not wait for that. */
const painted = (): Promise<unknown> =>
  document.hidden ? Promise.resolve() : new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** What few people open is loaded when they do: it then hears of the press itself. */
function whenPressed(id: string, begin: () => Promise<void>): void {
  const press = find(id);
  press.addEventListener("click", () => void begin().then(() => press.click()), { once: true });
}

async function start(): Promise<void> {
  await prepareWorkers();
  const { module, client, files, shared, ahead } = await (theBegun.lagrangiaBegun ?? beginAhead());
  await painted();
  const studio = new Studio(module, client, await ahead);
  const { session, studies } = studio;
  const open = (design: { name: string; text: string; values?: Values; isFile?: boolean }): void => {
    notice("");
    history.replaceState(null, "", location.pathname + location.search);
    studio.open({ values: {}, time: NaN, view: "", ...design });
  };
  startFiles(session, studio.client, studies, () => studio.stage, open);
  whenPressed("open-gallery", async () => (await import("./gallery")).startGallery(files, studies, open));
  whenPressed("open-tour", async () => (await import("./tour")).startTour(session, open));
  whenPressed("open-trebuchet", async () => (await import("./trebuchet")).startTrebuchet(studies, open));
  closeButtons();
  whenPressed("share", async () => (await import("./share")).startShare(session, () => studio.stage));
  window.addEventListener("hashchange", () => void follow());
  async function follow(): Promise<void> {
    const { hash } = location, next = await firstModel(files);
    if (!hash.startsWith("#m=") || hash !== location.hash) return;
    studio.open(next);
    window.studio!.opened = hash;
  }
  const tables = Object.fromEntries(Object.entries(await files).filter(([path]) => path.endsWith(".csv")).map(([path, text]) => [path.split("/").pop()!, text]));
  session.tables = tables;
  startTheme(() => studio.stage?.restyle());
  startPrint({ refresh: () => studio.stage?.restyle() });
  for (const part of document.querySelectorAll("[inert]")) part.removeAttribute("inert");
  studio.open(await shared);
  await module;
  if (!isOneFile() && "serviceWorker" in navigator) await navigator.serviceWorker.register("offline.js").catch(() => undefined);
}

start().catch((error: unknown) => notice(`The studio could not start: ${error instanceof Error ? error.message : String(error)}`));
