// Play, pause, speed and loop, and the time in words.
import type { Clock } from "./clock";
import { find, say } from "./dom";
import { formatNumber, formatTime, withUnit } from "./format";

const SPEEDS = [-4, -3, -2, -1, 0, 1, 2, 3].map((power) => 2 ** power);
const NAMES: Record<string, string> = { "0.0625": "1⁄16", "0.125": "1⁄8", "0.25": "1⁄4", "0.5": "1⁄2" };

/** Gives back what is to be told when the clock has another motion. */
export function startTransport(clock: Clock, timeUnit: string): () => void {
  const play = find<HTMLButtonElement>("play");
  const speed = find<HTMLSelectElement>("speed");
  const loop = find<HTMLInputElement>("loop");
  for (const value of SPEEDS) speed.add(new Option(`${NAMES[String(value)] ?? value}×`, String(value), value === 1, value === 1));
  speed.addEventListener("change", () => (clock.speed = Number(speed.value)));
  loop.addEventListener("change", () => (clock.loop = loop.checked));
  play.addEventListener("click", () => clock.toggle());
  const load = (): void => {
    play.disabled = clock.time.length < 2;
    find("pace").textContent = clock.pace === 1 ? "" : `1× shows ${withUnit(formatNumber(clock.pace), timeUnit)} in a second`;
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
