// Which designs are chosen: a range for each column that has one; and the design that is picked out.
import type { Designs } from "./data";

export type Range = [number, number];

export class Selection {
  readonly ranges: (Range | null)[];
  readonly isOn: Uint8Array;
  frontOnly = false;
  goal: number;
  minimize: boolean;
  picked: number;
  count = 0;
  private readonly listeners: (() => void)[] = [];

  constructor(readonly data: Designs) {
    this.ranges = data.columns.map(() => null);
    this.isOn = new Uint8Array(data.count);
    this.goal = data.goal;
    this.minimize = data.minimize;
    this.picked = data.drawn;
    this.look();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** null: every value, and designs without one. */
  setRange(column: number, range: Range | null): void {
    this.ranges[column] = range && [Math.min(...range), Math.max(...range)];
    this.change();
  }

  clear(): void {
    this.ranges.fill(null);
    this.change();
  }

  change(): void {
    this.look();
    for (const listener of this.listeners) listener();
  }

  pick(design: number): void {
    this.picked = design;
    this.change();
  }

  private look(): void {
    const { data, ranges } = this;
    this.count = 0;
    for (let i = 0; i < data.count; i++) {
      let on = !this.frontOnly || data.front.has(i);
      for (let k = 0; on && k < ranges.length; k++) {
        const range = ranges[k];
        const x = data.columns[k]!.values[i]!;
        if (range && !(x >= range[0] && x <= range[1])) on = false;
      }
      this.isOn[i] = on ? 1 : 0;
      this.count += on ? 1 : 0;
    }
  }

  /** 0 for the worst value of the goal, 1 for the best; NaN without one. */
  worth(design: number): number {
    const c = this.data.columns[this.goal];
    if (!c) return NaN;
    const part = c.high > c.low ? (c.values[design]! - c.low) / (c.high - c.low) : 0.5;
    return this.minimize ? 1 - part : part;
  }

  /** The chosen designs that have a value, the best first: a front before all others, what keeps the limits before the rest. */
  best(most: number): number[] {
    const all: number[] = [];
    for (let i = 0; i < this.data.count; i++) if (this.isOn[i] && !Number.isNaN(this.worth(i))) all.push(i);
    const { kept, front } = this.data;
    all.sort((a, b) => Number(front.has(b)) - Number(front.has(a)) || kept[b]! - kept[a]! || this.worth(b) - this.worth(a) || a - b);
    return all.slice(0, most);
  }
}
