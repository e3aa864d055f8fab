// The keys of the page, and the table that tells of them.
import type { Clock } from "./clock";
import { el, find } from "./dom";

export interface KeyActs {
  zoom(factor: number): void;
  reset(): void;
  follow(): void;
  trails(): void;
  names(): void;
}

interface Key {
  keys: string[];
  shown: string;
  what: string;
  act(event: KeyboardEvent): void;
}

function keysOf(clock: Clock, acts: KeyActs, events: () => number[], help: () => void): Key[] {
  const steps = (e: KeyboardEvent): number => (e.shiftKey ? 10 : 1);
  return [
    { keys: [" "], shown: "space", what: "play or pause", act: () => clock.toggle() },
    { keys: ["ArrowLeft"], shown: "←", what: "a step back (with shift: ten)", act: (e) => clock.step(-steps(e)) },
    { keys: ["ArrowRight"], shown: "→", what: "a step on (with shift: ten)", act: (e) => clock.step(steps(e)) },
    { keys: ["e", "E"], shown: "e", what: "to the next event (with shift: back)", act: (e) => clock.toNext(events(), e.shiftKey) },
    { keys: ["Home"], shown: "home", what: "to the start", act: () => clock.toFrame(0) },
    { keys: ["End"], shown: "end", what: "to the end", act: () => (clock.pause(), clock.toFrame(clock.time.length - 1)) },
    { keys: ["+", "="], shown: "+", what: "nearer", act: () => acts.zoom(1.25) },
    { keys: ["-"], shown: "−", what: "farther", act: () => acts.zoom(0.8) },
    { keys: ["0"], shown: "0", what: "the view as it was", act: () => acts.reset() },
    { keys: ["f"], shown: "f", what: "follow the next body", act: () => acts.follow() },
    { keys: ["t"], shown: "t", what: "trails on or off", act: () => acts.trails() },
    { keys: ["n"], shown: "n", what: "names on or off", act: () => acts.names() },
    { keys: ["?"], shown: "?", what: "this help", act: help },
  ];
}

/** Keys that an element under the focus needs for itself. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return target.id !== "slider" && (target.type !== "checkbox" || event.key === " ");
  if (target.closest("[role=tab], [role=region]") && /^Arrow|^Home$|^End$/.test(event.key)) return true;
  return event.key === " " && target.closest("button, summary, a") !== null && target.id !== "play";
}

/** `events`: their times, asked for at each press. */
export function startKeyboard(clock: Clock, acts: KeyActs, events: () => number[]): void {
  const dialog = find<HTMLDialogElement>("help");
  const help = (): void => (dialog.open ? dialog.close() : dialog.showModal());
  const keys = keysOf(clock, acts, events, help);
  const rows = keys.map((key) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key.shown)), el("td", {}, key.what)));
  find("keys").append(...rows);
  find("help-open").addEventListener("click", help);
  find("help-close").addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    const key = keys.find((one) => one.keys.includes(event.key));
    if (!key || isTaken(event) || (dialog.open && event.key !== "?")) return;
    event.preventDefault();
    key.act(event);
  });
}
