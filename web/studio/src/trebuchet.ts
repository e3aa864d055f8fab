// The trebuchet form: a machine by its lengths and masses, without its text; the text is one press away.
import { Clock } from "../../shared/clock";
import type { Run } from "../../shared/contract";
import { el, find, say } from "../../shared/dom";
import { Extent } from "../../shared/extent";
import { formatRoundly, titleOf } from "../../shared/format";
import type { Look } from "../../shared/look";
import { Scene2d } from "../../shared/scene2d";
import { prefersCalm } from "../../shared/theme";
import { converted, type Field, fieldsOf, type Kind, KINDS, machineOf, PROJECTILES, type Throw, textOf, type Units, unitOf } from "./machines";
import { runOf } from "../../shared/answer";
import type { Studies } from "./studies";

type Open = (design: { name: string; text: string }) => void;

const KEY = "lagrangia-studio-trebuchet";
/** Reports that stand large; the others follow. */
const LARGE = 2;

class Picture {
  private readonly clock = new Clock(new Float64Array(0));
  private readonly look: Look = { framing: "whole", trails: true, names: false, arrows: new Set(), arrowFactor: 1 };
  private scene: Scene2d | null = null;
  private isClose = false;
  /** The frame of the instant before it lets go: the sling is there still. */
  private release = -1;

  constructor(private readonly place: HTMLElement) {
    this.clock.onChange(({ cursor }) => this.scene?.draw(cursor));
    new ResizeObserver(() => this.fit()).observe(place);
  }

  show(run: Run): void {
    const extent = new Extent(run);
    if (!this.scene) {
      this.scene = new Scene2d(run, this.look, extent, () => this.scene?.draw(this.clock.cursor), () => undefined);
      this.place.append(this.scene.element);
      this.fit();
    } else this.scene.show(run, extent);
    const isNew = this.clock.time.length === 0;
    this.clock.load(run.time);
    const at = run.events.find((event) => event.name === "release")?.t;
    this.release = run.time.findIndex((t) => t === at);
    this.clock.loop = true;
    if (isNew && !prefersCalm()) this.clock.play();
    else if (!this.clock.playing) this.still();
  }

  /** Of the machine when it lets go, unless it is moving; the end is as far from it as the stone lies. */
  framing(close: boolean): void {
    this.isClose = close;
    this.look.framing = close ? "moment" : "whole";
    if (!this.clock.playing) this.still();
    this.scene?.draw(this.clock.cursor);
  }

  private still(): void {
    if (this.isClose && this.release >= 0) this.clock.toFrame(this.release);
    else this.clock.seek(this.clock.end);
  }

  throwAgain(): void {
    this.clock.pause();
    this.clock.seek(this.clock.start);
    this.clock.play();
  }

  rest(): void {
    this.clock.pause();
  }

  private fit(): void {
    this.scene?.resize();
    this.scene?.draw(this.clock.cursor);
  }
}

class Form {
  private throw_: Throw = kept();
  private readonly kind = el("select", { "aria-label": "Kind of machine" });
  private readonly units = el("select", { "aria-label": "Units" }, new Option("metres, kilograms", "metric"), new Option("feet, pounds", "feet"));
  private readonly projectile = el("select", { "aria-label": "What it throws" });
  private readonly about = el("p", { class: "quiet" });
  private readonly fields = el("div", { class: "fields" });
  private readonly large = el("dl", { class: "large" });
  private readonly small = el("dl", { class: "small" });
  private readonly trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  private readonly told = el("p", { role: "status", class: "quiet" });
  private readonly best = el("button", { type: "button", class: "primary" }, "Find the best sling and release");
  private readonly picture: Picture;
  private turn = 0;

  constructor(host: HTMLElement, private readonly studies: Studies, open: Open, close: () => void) {
    for (const [value, { title }] of Object.entries(KINDS)) this.kind.add(new Option(title, value));
    for (const [value, title] of PROJECTILES) this.projectile.add(new Option(title, value));
    const show = el("button", { type: "button" }, "Show me the model"), again = el("button", { type: "button" }, "Throw");
    const near = el("input", { type: "checkbox" });
    const place = el("div", { class: "form-stage", role: "img", "aria-label": "The machine and the path of what it throws" });
    host.append(el("div", { class: "form" },
      el("div", { class: "form-left" }, el("div", { class: "form-choices" }, labelled("Machine", this.kind), labelled("Units", this.units), labelled("Throws", this.projectile)),
        this.about, this.fields),
      el("div", { class: "form-right" }, place, el("div", { class: "row wrap" }, again, el("label", { class: "switch" }, near, " Close up"), el("span", { class: "grow" }), this.best, show),
        this.told, this.trouble, this.large, this.small)));
    this.picture = new Picture(place);
    near.addEventListener("change", () => this.picture.framing(near.checked));
    again.addEventListener("click", () => this.picture.throwAgain());
    this.kind.addEventListener("change", () => this.choose({ kind: this.kind.value as Kind, values: {} }));
    this.projectile.addEventListener("change", () => this.choose({ projectile: this.projectile.value }));
    this.units.addEventListener("change", () => this.convert(this.units.value as Units));
    this.best.addEventListener("click", () => void this.search());
    show.addEventListener("click", () => {
      close();
      open({ name: `${this.throw_.kind}-trebuchet.lgr`, text: textOf(this.throw_) });
    });
    this.draw();
  }

  /** When the form is opened, and when it is closed. */
  begin(): void {
    void this.run();
  }
  rest(): void {
    this.picture.rest();
  }

  private choose(part: Partial<Throw>): void {
    this.throw_ = { ...this.throw_, ...part };
    say(this.told, "");
    this.draw();
    void this.run();
  }

  private convert(units: Units): void {
    // A machine that nobody has changed gets round numbers; another one stays as it is.
    const { units: before } = this.throw_, fields = fieldsOf(this.throw_);
    const isChanged = fields.some((field) => this.valueOf(field.name) !== usual(field, before));
    this.choose({ units, values: isChanged ? Object.fromEntries(fields.map((field) => [field.name, converted(this.valueOf(field.name), field, before, units)])) : {} });
  }

  private valueOf(name: string): number {
    const field = fieldsOf(this.throw_).find((one) => one.name === name)!;
    return this.throw_.values[name] ?? usual(field, this.throw_.units);
  }

  private draw(): void {
    this.kind.value = this.throw_.kind;
    this.units.value = this.throw_.units;
    this.projectile.value = this.throw_.projectile;
    say(this.about, machineOf(this.throw_.kind).about);
    this.fields.replaceChildren(...fieldsOf(this.throw_).map((field) => {
      const unit = unitOf(field, this.throw_.units);
      const input = el("input", { type: "number", step: "any", value: this.valueOf(field.name), name: field.name, inputmode: "decimal" });
      input.addEventListener("input", () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        this.throw_.values = { ...this.throw_.values, [field.name]: input.valueAsNumber };
        void this.run();
      });
      return el("label", { class: "field" }, el("span", {}, field.title), input, el("span", { class: "unit" }, unit === "deg" ? "°" : unit));
    }));
  }

  private request(): { text: string; name: string } {
    // All values as they are shown, so that the text is that of this machine.
    const values = Object.fromEntries(fieldsOf(this.throw_).map((field) => [field.name, this.valueOf(field.name)]));
    this.throw_ = { ...this.throw_, values };
    return { text: textOf(this.throw_), name: "trebuchet.lgr" };
  }

  private async run(): Promise<void> {
    const turn = ++this.turn, request = this.request();
    keep(this.throw_);
    const answer = await this.studies.askFor({ kind: "run", slot: "form", ...request, run: { frames: true }, seconds: 5 });
    if (turn !== this.turn || answer.superseded) return;
    const run = runOf(answer), error = answer.findings?.find((finding) => finding.severity === "error");
    const reason = error?.text ?? run?.error?.message ?? answer.usage ?? (run?.end?.reason === "event landing" ? "" : "The stone is not thrown: the sling does not let go. Change the release, the sling or the weight.");
    this.trouble.hidden = reason === "";
    say(this.trouble, reason);
    if (!run) return;
    this.picture.show(run);
    const figures = run.reports.map((report) => el("div", { class: "figure" }, el("dt", {}, titleOf(report)), el("dd", {}, formatRoundly(report.value, report))));
    this.large.replaceChildren(...figures.slice(0, LARGE));
    this.small.replaceChildren(...figures.slice(LARGE));
  }

  private async search(): Promise<void> {
    const { free } = machineOf(this.throw_.kind), request = this.request(), { units } = this.throw_;
    const over = fieldsOf(this.throw_).filter((field) => free.includes(field.name)).map((field) => ({ name: field.name, unit: unitOf(field, units),
      low: converted(field.low, field, "metric", units), high: converted(field.high, field, "metric", units) }));
    this.best.disabled = true;
    say(this.told, "Searching …");
    const answer = await this.studies.askFor({ kind: "optimize", slot: "form", ...request, seconds: 15, optimize: { report: "range", over, runs: 400 } });
    this.best.disabled = false;
    const found = answer.optimum;
    if (!found || !Number.isFinite(found.value)) return say(this.told, answer.usage ?? "No sling and release within the ranges throws the stone.");
    over.forEach((range, i) => (this.throw_.values[range.name] = Number(found.values[i]!.toPrecision(5))));
    this.draw();
    await this.run();
    say(this.told, `The best of ${found.runs} throws.`);
  }
}

/** What a field has at first: round in its units. */
const usual = (field: Field, units: Units): number => Number(converted(field.usual, field, "metric", units).toPrecision(units === "feet" ? 2 : 4));

const labelled = (words: string, control: HTMLElement): HTMLElement => el("label", { class: "field" }, el("span", {}, words), control);

function keep(t: Throw): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(t));
  } catch {
    // a browser may refuse: then nothing is kept
  }
}

function kept(): Throw {
  const first: Throw = { kind: "hinged", units: /^en-US/.test(navigator.language) ? "feet" : "metric", projectile: "own", values: {} };
  try {
    const data = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Throw>;
    const known = data.kind && data.kind in KINDS && (data.units === "metric" || data.units === "feet") && PROJECTILES.some(([name]) => name === data.projectile);
    const values = Object.entries(data.values ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1]));
    return known ? { ...first, ...data, values: Object.fromEntries(values) } as Throw : first;
  } catch {
    return first;
  }
}

export function startTrebuchet(studies: Studies, open: Open): void {
  const dialog = find<HTMLDialogElement>("trebuchet");
  let form: Form | null = null;
  find("open-trebuchet").addEventListener("click", () => {
    dialog.showModal();
    form ??= new Form(find("trebuchet-body"), studies, open, () => dialog.close());
    form.begin();
  });
  dialog.addEventListener("close", () => form?.rest());
}
