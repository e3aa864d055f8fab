// Mouse and fingers on a picture: drag, wheel or two fingers to zoom, a short press to choose.
export interface PointerActs {
  /** A drag; `isOther`: with two fingers, another button or the shift key. */
  pan(dx: number, dy: number, isOther: boolean): void;
  zoom(factor: number, x: number, y: number): void;
  press(x: number, y: number): void;
  /** Whether a finger that comes down here takes hold of something: then it drags that, and lets it go, instead of the picture. */
  grab?(x: number, y: number): boolean;
  drag?(x: number, y: number): void;
  drop?(): void;
}

interface Finger {
  x: number;
  y: number;
}

const PRESS_DISTANCE = 4;

/** The middle of all fingers, and how far the first two are apart. */
function grip(fingers: Finger[]): { x: number; y: number; span: number } {
  const n = fingers.length || 1;
  const [a, b] = fingers;
  return {
    x: fingers.reduce((sum, f) => sum + f.x, 0) / n,
    y: fingers.reduce((sum, f) => sum + f.y, 0) / n,
    span: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0,
  };
}

export function attachPointer(element: HTMLElement, acts: PointerActs): void {
  const fingers = new Map<number, Finger>();
  let travelled = 0, isHeld = false;
  const place = (e: MouseEvent): Finger => {
    const box = element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  element.addEventListener("pointerdown", (e) => {
    if (fingers.size === 0) travelled = 0;
    fingers.set(e.pointerId, place(e));
    element.setPointerCapture(e.pointerId);
    const { x, y } = place(e);
    if (isHeld) acts.drop?.();
    isHeld = fingers.size === 1 && e.button === 0 && !e.shiftKey && (acts.grab?.(x, y) ?? false);
  });
  element.addEventListener("pointermove", (e) => {
    if (!fingers.has(e.pointerId)) return;
    const before = grip([...fingers.values()]);
    fingers.set(e.pointerId, place(e));
    const after = grip([...fingers.values()]);
    travelled += Math.hypot(after.x - before.x, after.y - before.y);
    if (isHeld) return acts.drag?.(after.x, after.y);
    acts.pan(after.x - before.x, after.y - before.y, fingers.size > 1 || e.shiftKey || (e.buttons & 6) !== 0);
    if (before.span > 0 && after.span > 0) acts.zoom(after.span / before.span, after.x, after.y);
  });
  const lift = (e: PointerEvent): void => {
    const finger = fingers.get(e.pointerId);
    fingers.delete(e.pointerId);
    if (isHeld) acts.drop?.();
    isHeld = false;
    if (finger && e.type === "pointerup" && fingers.size === 0 && travelled < PRESS_DISTANCE) acts.press(finger.x, finger.y);
  };
  element.addEventListener("contextmenu", (e) => e.preventDefault());
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("wheel", (e) => {
    e.preventDefault();
    const at = place(e);
    acts.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), at.x, at.y);
  }, { passive: false });
}
