// What holds without a run: conserved quantities, equilibria, structure; in the engine's own words, and equilibria and their modes on the stage.
import { type Equilibrium, readAnalysis } from "../../shared/analysis";
import type { Motion } from "../../shared/contract";
import { el, find, reveal } from "../../shared/dom";
import { Equilibria } from "../../shared/equilibria";
import { playMode } from "../../shared/swing";
import type { Stage } from "./stage";
import type { Studies } from "./studies";

const PANEL = "panel-analysis", SECONDS = 10;

export class Analysis {
  private isOld = true;
  private turn = 0;
  private timer = 0;
  private stage: Stage | null = null;
  private readonly equilibria = new Equilibria((ghosts: Motion[]) => this.stage?.haunt("equilibria", ghosts), 0, (e, mode, press) => void this.swing(e, mode, press));

  constructor(private readonly studies: Studies) {}

  attach(stage: Stage): void {
    this.stage = stage;
    stage.onPanel(() => void this.update());
  }

  /** `isNew`: it is another model, of which nothing was chosen yet. */
  load(isNew: boolean): void {
    this.isOld = true;
    if (isNew) {
      this.equilibria.forget();
      reveal(find("equilibria-title"), false);
    }
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.update(), 250);
  }

  private async update(): Promise<void> {
    if (!this.isOld || (this.stage?.shownPanel !== PANEL && !this.equilibria.areDrawn)) return;
    this.isOld = false;
    const turn = ++this.turn, host = find("analysis");
    host.classList.add("waits");
    const answer = await this.studies.ask({ kind: "analyze", format: "text", seconds: SECONDS });
    if (turn !== this.turn) return;
    host.classList.remove("waits");
    if (!answer) return void (this.isOld = true);
    host.replaceChildren(el("pre", { tabindex: 0 }, answer.text ?? answer.usage ?? "There is nothing to analyse."));
    if (answer.text) await this.drawn(turn);
  }

  /** The same equilibria with what is drawn of them. */
  private async drawn(turn: number): Promise<void> {
    const answer = await this.studies.ask({ kind: "analyze", format: "json-scenes", slot: "scenes", seconds: SECONDS });
    if (turn !== this.turn) return;
    if (!answer || !this.stage) return void (this.isOld = true);
    this.equilibria.load(answer.text ? readAnalysis(JSON.parse(answer.text), this.stage.run) : null, "");
    reveal(find("equilibria-title"), find("equilibria-list").childElementCount > 0);
  }

  private async swing(e: Equilibrium, number: number, press: HTMLButtonElement): Promise<void> {
    const { stage } = this, ask = async (): Promise<string | undefined> => (await this.studies.ask({ kind: "analyze", mode: [e.number, number], slot: "mode", seconds: SECONDS }))?.text;
    if (stage) await playMode(stage, stage.run, e, number, press, ask);
  }
}
