// The time that the page shows, and how it passes.
import { roundUp } from "./nice";
import { type Cursor, cursorAt, cursorOf } from "./sample";

/** Real time suits most machines; one that is over in a blink or lasts for ages is shown in about ten seconds. */
function natural(duration: number): number {
  if (!(duration > 0) || (duration >= 0.5 && duration <= 1200)) return 1;
  return Number((duration / 10).toPrecision(1));
}

/** A run has about this many steps by key. */
const STEPS = 400;

export class Clock {
  playing = false;
  loop = false;
  /** Times the pace. */
  speed = 1;
  cursor: Cursor;
  /** Seconds of the machine in one second of the watch, at speed 1. */
  pace = 1;
  private readonly listeners: ((clock: Clock) => void)[] = [];
  private lastTick = 0;
  private nextTick = 0;

  constructor(public time: Float64Array) {
    this.cursor = cursorOf(time, 0);
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
    this.cursor = cursorOf(this.time, frame);
    this.tell();
  }

  /** So many even steps of time on or back; but no step passes over a jump, of which both sides can be looked at. */
  step(count: number): void {
    this.pause();
    const even = roundUp(this.span / STEPS);
    const { time, index, fraction } = this.cursor;
    const place = (time - this.start) / even;
    const target = this.start + even * (count > 0 ? Math.floor(place + count + 1e-6) : Math.ceil(place + count - 1e-6));
    const jumps = (i: number): boolean => this.time[i] === this.time[i + 1];
    if (count > 0) {
      for (let i = index; i + 1 < this.time.length && this.time[i]! <= target; i++) {
        if (!jumps(i)) continue;
        const isHere = i === index && fraction === 0;
        this.toFrame(isHere ? i + 1 : i);
        return;
      }
    } else {
      for (let i = fraction > 0 ? index : index - 1; i >= 0 && this.time[i]! >= target; i--) {
        if (!jumps(i)) continue;
        this.toFrame(i === index - 1 && fraction === 0 ? i : i + 1);
        return;
      }
    }
    this.seek(target);
  }

  /** To the next of some times, or back to the last one before; to the end or the start where there is none. */
  toNext(times: number[], isBack: boolean): void {
    this.pause();
    const little = 1e-9 * this.span;
    const now = this.cursor.time;
    const sorted = [...times].sort((a, b) => a - b);
    const found = isBack ? sorted.reverse().find((t) => t < now - little) : sorted.find((t) => t > now + little);
    this.seek(found ?? (isBack ? this.start : this.end));
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
