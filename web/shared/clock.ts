// The time that the page shows, and how it passes.
import { type Cursor, cursorAt } from "./sample";

/** Real time suits most machines; one that is over in a blink or lasts for ages is shown in about ten seconds. */
function natural(duration: number): number {
  if (!(duration > 0) || (duration >= 0.5 && duration <= 300)) return 1;
  return Number((duration / 10).toPrecision(1));
}

export class Clock {
  playing = false;
  loop = false;
  speed = 1;
  cursor: Cursor;
  /** Seconds of the machine in one second of the watch, at speed 1. */
  pace = 1;
  private readonly listeners: ((clock: Clock) => void)[] = [];
  private lastTick = 0;
  private nextTick = 0;

  constructor(public time: Float64Array) {
    this.cursor = cursorAt(time, this.start);
    if (time.length) this.cursor.index = 0;
    this.pace = natural(this.span);
  }

  /** Goes on with the frames of another motion, at the same time as far as it reaches. */
  load(time: Float64Array): void {
    this.time = time;
    this.pace = natural(this.span);
    this.seek(this.cursor.time);
  }

  get start(): number {
    return this.time[0] ?? 0;
  }
  get end(): number {
    return this.time[this.time.length - 1] ?? 0;
  }
  get span(): number {
    return this.end - this.start;
  }

  onChange(listener: (clock: Clock) => void): void {
    this.listeners.push(listener);
  }

  seek(t: number): void {
    this.cursor = cursorAt(this.time, Math.min(this.end, Math.max(this.start, t)));
    this.tell();
  }

  /** To a frame of its own, so that both sides of an event can be looked at. */
  toFrame(index: number): void {
    const frame = Math.min(this.time.length - 1, Math.max(0, index));
    if (frame < 0) return;
    this.cursor = { index: frame, fraction: 0, time: this.time[frame]! };
    this.tell();
  }

  step(frames: number): void {
    this.pause();
    const between = frames < 0 && this.cursor.fraction > 0 ? 1 : 0;
    this.toFrame(this.cursor.index + frames + between);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing || this.time.length < 2) return;
    if (this.cursor.time >= this.end) this.seek(this.start);
    this.playing = true;
    this.lastTick = performance.now();
    this.nextTick = requestAnimationFrame(this.tick);
    this.tell();
  }

  pause(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.nextTick);
    this.playing = false;
    this.tell();
  }

  private readonly tick = (now: number): void => {
    // A tab that was asleep goes on where it was.
    const passed = Math.min(0.25, Math.max(0, now - this.lastTick) / 1000);
    this.lastTick = now;
    const next = this.cursor.time + passed * this.speed * this.pace;
    if (next < this.end) this.seek(next);
    else if (this.loop) this.seek(this.start);
    else {
      this.playing = false;
      this.seek(this.end);
      return;
    }
    this.nextTick = requestAnimationFrame(this.tick);
  };

  private tell(): void {
    for (const listener of this.listeners) listener(this);
  }
}
