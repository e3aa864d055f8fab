// Something done when nothing has asked for it for a while. One timer waits; who asks again only moves the time, for to end timers and begin
// others at every step of a hand costs a browser as much as a drawing.
export class Later {
  private due = Infinity;
  private timer = 0;
  private wakes = Infinity;

  constructor(private act: () => void) {}

  /** In so many milliseconds from now, instead of whatever it waited for; `act`: this then. */
  in(wait: number, act = this.act): void {
    this.act = act;
    this.due = performance.now() + wait;
    if (this.timer && this.wakes <= this.due) return;
    window.clearTimeout(this.timer);
    this.wait(wait);
  }

  /** Not at all, until it is asked for again. */
  cancel(): void {
    this.due = Infinity;
  }

  private wait(time: number): void {
    this.wakes = performance.now() + time;
    this.timer = window.setTimeout(() => this.wake(), time);
  }

  private wake(): void {
    this.timer = 0;
    const left = this.due - performance.now();
    if (left === Infinity) return;
    if (left > 1) return this.wait(left);
    this.due = Infinity;
    this.act();
  }
}
