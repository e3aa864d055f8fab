// What holds without a run: conserved quantities, equilibria, structure; the engine's own words.
import { el, find } from "../../shared/dom";
import type { Stage } from "./stage";
import type { Studies } from "./studies";

const PANEL = "panel-analysis";

export class Analysis {
  private isOld = true;
  private turn = 0;
  private timer = 0;
  private stage: Stage | null = null;

  constructor(private readonly studies: Studies) {}

  attach(stage: Stage): void {
    this.stage = stage;
    stage.onPanel(() => void this.update());
  }

  load(): void {
    this.isOld = true;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.update(), 250);
  }

  private async update(): Promise<void> {
    if (!this.isOld || this.stage?.shownPanel !== PANEL) return;
    this.isOld = false;
    const turn = ++this.turn, host = find("analysis");
    host.classList.add("waits");
    const answer = await this.studies.ask({ kind: "analyze", format: "text", seconds: 10 });
    if (turn !== this.turn) return;
    host.classList.remove("waits");
    if (!answer) this.isOld = true;
    else host.replaceChildren(el("pre", { tabindex: 0 }, answer.text ?? answer.usage ?? "There is nothing to analyse."));
  }
}
