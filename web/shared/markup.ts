// The one place where data is markup: formulas that the program made and escaped.
import { el, reachable } from "./dom";

const SMALLEST = 0.62;

/** A root or a fraction has no place to end a line: what is a little too wide for its column is written smaller. */
function fit(part: HTMLElement): void {
  let size = 1;
  part.style.removeProperty("--fit");
  for (let tries = 0; tries < 4 && part.clientWidth > 0 && part.scrollWidth > part.clientWidth; tries++) {
    size = Math.min(size - 0.02, (size * part.clientWidth) / part.scrollWidth);
    part.style.setProperty("--fit", String(size));
  }
  if (size < SMALLEST) part.style.removeProperty("--fit");
}

/** Again whenever the column has another width. */
function keepFitting(part: HTMLElement): void {
  let width = 0;
  new ResizeObserver(() => {
    if (part.clientWidth === width) return;
    width = part.clientWidth;
    requestAnimationFrame(() => fit(part));
  }).observe(part);
}

/** An element with the formulas in it; what is wide can be scrolled by keys, under this name and a number. */
export function formulas(mathml: string, name: string): HTMLElement {
  const body = el("div", { class: "mathml" });
  body.innerHTML = mathml;
  const wide = [...body.querySelectorAll<HTMLElement>(".scroll")];
  wide.forEach(keepFitting);
  wide.forEach((part, i) => reachable(part, wide.length > 1 ? `${name}, ${i + 1}` : name));
  return body;
}
