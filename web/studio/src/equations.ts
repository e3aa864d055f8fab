// The equations of motion in the mode that is in force at the time shown, or in one that is chosen.
import type { Clock } from "../../shared/clock";
import type { Run } from "../../shared/contract";
import { el, find, say } from "../../shared/dom";
import type { Stage } from "./stage";
import type { Studies } from "./studies";

const FORMS = [["lagrange", "Lagrange"], ["matrix", "matrix"], ["explicit", "solved"], ["first-order", "first order"]] as const;
const PANEL = "panel-equations";

/** The elements that equations are made of; anything else is shown as its text. */
const PLAIN = new Set(["h2", "h3", "h4", "p", "div", "section", "table", "tbody", "tr", "th", "td", "ol", "ul", "li", "code", "span", "em", "strong", "sub", "sup", "br"]);
const MATHML = "http://www.w3.org/1998/Math/MathML";
const KEPT = new Set(["display", "form", "accent", "width", "lspace", "rspace", "stretchy", "mathvariant", "columnalign", "colspan", "fence", "linethickness", "minsize", "maxsize"]);

/** A copy with known elements and attributes alone. */
function harmless(node: Node): Node {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? "");
  if (!(node instanceof Element)) return document.createTextNode("");
  const isMath = node.namespaceURI === MATHML, name = node.localName;
  if (!isMath && !PLAIN.has(name)) return document.createTextNode(node.textContent ?? "");
  const made = isMath ? document.createElementNS(MATHML, name) : document.createElement(name);
  for (const { name: key, value } of [...node.attributes]) if (KEPT.has(key)) made.setAttribute(key, value);
  if (node.classList.contains("scroll")) made.setAttribute("class", "scroll");
  for (const child of [...node.childNodes]) made.append(harmless(child));
  return made;
}

/** The body of a page of equations without its title. */
function bodyOf(html: string): Node[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.body.childNodes].filter((node) => !(node instanceof Element && node.localName === "h1")).map(harmless);
}

export class Equations {
  private readonly mode = find<HTMLSelectElement>("mode");
  private readonly form = find<HTMLSelectElement>("form");
  private readonly steps = find<HTMLInputElement>("steps");
  private shown = "";
  private text = 0;
  private timer = 0;

  constructor(private readonly stage: Stage, private readonly studies: Studies, private readonly present: () => string) {
    for (const [value, name] of FORMS) this.form.add(new Option(name, value));
    for (const control of [this.mode, this.form, this.steps]) control.addEventListener("change", () => void this.update());
    find("copy-latex").addEventListener("click", () => void this.copy());
    stage.onPanel(() => void this.update());
    stage.clock.onChange((clock) => this.follow(clock));
  }

  load(run: Run): void {
    const events = [...new Set(run.events.map((event) => event.name))];
    const options = ["now", "start", ...events];
    if (options.join() !== [...this.mode.options].map((option) => option.value).join()) {
      const before = this.mode.value;
      this.mode.replaceChildren(new Option("in force now", "now"), new Option("at the start", "start"), ...events.map((name) => new Option(`after ${name}`, name)));
      if (options.includes(before)) this.mode.value = before;
    }
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.update(), 200);
  }

  /** The event after which the mode of the time shown began. */
  private wanted(): string {
    if (this.mode.value !== "now") return this.mode.value;
    const { time } = this.stage.clock.cursor;
    const past = this.stage.run.events.filter((event) => event.t <= time);
    return past[past.length - 1]?.name ?? "start";
  }

  private follow(clock: Clock): void {
    if (this.mode.value === "now" && !clock.playing) void this.update();
    else if (this.mode.value === "now" && this.stage.shownPanel === PANEL && this.key() !== this.shown) void this.update();
  }

  private key(): string {
    return JSON.stringify([this.wanted(), this.form.value, this.steps.checked, this.present()]);
  }

  private async update(): Promise<void> {
    if (this.stage.shownPanel !== PANEL) return;
    const key = this.key();
    if (key === this.shown) return;
    this.shown = key;
    const turn = ++this.text, mode = this.wanted();
    const answer = await this.studies.ask({ kind: "derive", slot: "shown", format: "mathml",
      derive: { form: this.form.value, mode, steps: this.steps.checked } });
    if (turn !== this.text) return;
    if (!answer) {
      this.shown = "";
      return;
    }
    const head = el("p", { class: "quiet" }, mode === "start" ? "At the start" : `After ${mode}`);
    find("formulas").replaceChildren(head, ...(answer.text ? bodyOf(answer.text) : [el("p", {}, answer.usage ?? "There are no equations to show.")]));
  }

  private async copy(): Promise<void> {
    const answer = await this.studies.ask({ kind: "derive", slot: "latex", format: "latex-fragment",
      derive: { form: this.form.value, mode: this.wanted(), steps: this.steps.checked } });
    if (!answer?.text) return;
    await navigator.clipboard.writeText(answer.text);
    const press = find("copy-latex");
    say(press, "Copied");
    setTimeout(() => say(press, "Copy LaTeX"), 1500);
  }
}
