// Numbers of the text that are dragged with the Alt key held, or moved by Ctrl and an arrow key.
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const NUMBER = /\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g;
/** A number is moved by so many of its hundredths, but by a round step. */
const PART = 100;

interface Found {
  from: number;
  to: number;
  value: number;
  step: number;
  decimals: number;
}

/** The number at a place, with the sign that belongs to it alone. */
function numberAt(view: EditorView, at: number): Found | null {
  const line = view.state.doc.lineAt(at);
  for (const match of line.text.matchAll(NUMBER)) {
    let from = line.from + match.index;
    const to = from + match[0].length;
    if (at < from || at > to || /[\p{L}_]/u.test(line.text[match.index - 1] ?? "")) continue;
    const isNegative = /(?:^|[=,([*/^<>~])\s*-$/.test(line.text.slice(0, match.index));
    if (isNegative) from--;
    const size = Number(match[0]), power = size > 0 ? Math.floor(Math.log10(size / PART) + 1e-9) : -2;
    return { from, to, value: isNegative ? -size : size, step: 10 ** power, decimals: Math.max(0, -power) };
  }
  return null;
}

/** Moves a number by whole steps; gives back where it is now. */
function move(view: EditorView, { from, to, value, step, decimals }: Found, steps: number): Found {
  const next = Number((value + steps * step).toFixed(decimals)), insert = String(next);
  if (insert !== view.state.sliceDoc(from, to)) view.dispatch({ changes: { from, to, insert }, userEvent: "input.drag" });
  return { from, to: from + insert.length, value: next, step, decimals };
}

function drag(event: MouseEvent, view: EditorView): boolean {
  const target = event.target as HTMLElement;
  const at = event.altKey && event.button === 0 && target.closest(".is-number") ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
  const first = at === null ? null : numberAt(view, at);
  if (!first) return false;
  let present = first;
  const go = (e: PointerEvent): void => {
    present = { ...move(view, { ...first, to: present.to }, Math.floor(e.clientX) - Math.floor(event.clientX)) };
  };
  const end = (): void => {
    window.removeEventListener("pointermove", go);
    window.removeEventListener("pointerup", end);
    view.dom.classList.remove("dragging");
  };
  window.addEventListener("pointermove", go);
  window.addEventListener("pointerup", end);
  view.dom.classList.add("dragging");
  event.preventDefault();
  return true;
}

function step(view: EditorView, steps: number): boolean {
  const found = numberAt(view, view.state.selection.main.head);
  if (found) move(view, found, steps);
  return found !== null;
}

/** While the Alt key is held the pointer shows what can be dragged. */
function showAlt(event: KeyboardEvent | MouseEvent, view: EditorView): boolean {
  view.dom.classList.toggle("alt", event.altKey);
  return false;
}

export function numberDrag(): Extension {
  return [
    EditorView.domEventHandlers({ mousedown: drag, mousemove: showAlt, keyup: showAlt }),
    keymap.of([{ key: "Ctrl-ArrowUp", run: (view) => step(view, 1) }, { key: "Ctrl-ArrowDown", run: (view) => step(view, -1) }]),
  ];
}
