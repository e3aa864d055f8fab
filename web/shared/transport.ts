// Play, pause, speed and loop, and the time in words.
import type { Clock } from "./clock";
import { find, say } from "./dom";
import { formatNumber, formatTime, withUnit } from "./format";

const SPEEDS = [-4, -3, -2, -1, 0, 1, 2, 3].map((power) => 2 ** power);
const NAMES: Record<string, string> = { "0.0625": "1⁄16", "0.125": "1⁄8", "0.25": "1⁄4", "0.5": "1⁄2" };

/** Speeds around the one that suits the run, and real time with what is near it; as multiples of the pace. */
function speedsOf(pace: number): number[] {
  const all = pace === 1 ? SPEEDS : [...SPEEDS, 0.1 / pace, 1 / pace, 10 / pace];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Gives back what is to be told when the clock has another motion. */
export function startTransport(clock: Clock, timeUnit: string): () => void {
  const play = find<HTMLButtonElement>("play");
  const speed = find<HTMLSelectElement>("speed");
  const loop = find<HTMLInputElement>("loop");
  speed.addEventListener("change", () => (clock.speed = Number(speed.value)));
  loop.addEventListener("change", () => (clock.loop = loop.checked));
  play.addEventListener("click", () => clock.toggle());
  let shown = NaN;
  const load = (): void => {
    play.disabled = clock.time.length < 2;
    const name = (value: number): string => {
      const real = value * clock.pace;
      return real === 1 && timeUnit ? "real time" : `${NAMES[String(real)] ?? formatNumber(real, 3)}×`;
    };
    if (clock.pace === shown) return;
    shown = clock.pace;
    if (!speedsOf(clock.pace).includes(clock.speed)) clock.speed = 1;
    speed.replaceChildren(...speedsOf(clock.pace).map((value) => new Option(name(value), String(value), value === 1, value === clock.speed)));
    find("pace").textContent = clock.pace === 1 ? "" : `${formatNumber(clock.pace, 3)}× shows ${withUnit(formatNumber(clock.pace), timeUnit)} in a second`;
  };
  load();
  const now = find("now");
  clock.onChange(() => {
    const name = clock.playing ? "Pause" : "Play";
    if (play.getAttribute("aria-label") !== name) {
      play.setAttribute("aria-label", name);
      play.title = `${name} (space)`;
      play.dataset.state = name;
    }
    say(now, formatTime(clock.cursor.time, timeUnit, clock.span));
  });
  return load;
}
