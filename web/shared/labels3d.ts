// Words over the picture in space: a flat canvas above the drawn one.
import { el } from "./dom";
import type { Palette } from "./palette";

const EDGE = 3;

export class Labels {
  readonly element = el("canvas", { class: "labels" });
  private readonly ctx = this.element.getContext("2d")!;
  private width = 1;
  private height = 1;
  private colours: Palette | null = null;

  resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    [this.width, this.height] = [width, height];
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    this.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  begin(colours: Palette): void {
    this.colours = colours;
    this.ctx.clearRect(0, 0, this.width, this.height);
  }

  faint(words: string, x: number, y: number): void {
    this.write(words, x, y, "11px system-ui, sans-serif", this.colours!.muted);
  }

  strong(words: string, x: number, y: number, colour: string): void {
    this.write(words, x, y, "600 12px system-ui, sans-serif", colour);
  }

  private write(words: string, x: number, y: number, font: string, colour: string): void {
    if (!(x > -50 && y > -20 && x < this.width + 20 && y < this.height + 20)) return;
    const { ctx } = this;
    ctx.font = font;
    ctx.textBaseline = "middle";
    const left = Math.max(EDGE, Math.min(x, this.width - ctx.measureText(words).width - EDGE)); // no word is cut off
    ctx.lineWidth = 4;
    ctx.lineJoin = "round";
    ctx.strokeStyle = this.colours!.surface;
    ctx.strokeText(words, left, y);
    ctx.fillStyle = colour;
    ctx.fillText(words, left, y);
  }
}
