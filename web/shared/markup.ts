// The one place where data is markup: formulas that the program made and escaped.
import { el, reachable } from "./dom";

/** An element with the formulas in it; what is wide can be scrolled by keys, under this name and a number. */
export function formulas(mathml: string, name: string): HTMLElement {
  const body = el("div", { class: "mathml" });
  body.innerHTML = mathml;
  const wide = [...body.querySelectorAll<HTMLElement>(".scroll")];
  wide.forEach((part, i) => reachable(part, wide.length > 1 ? `${name}, ${i + 1}` : name));
  return body;
}
