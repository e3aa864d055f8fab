// The best of the chosen designs in numbers, and a range for each column to be typed.
import { el, find } from "../../../shared/dom";
import { headOf, shown } from "./canvas";
import type { Selection } from "./selection";

const MOST_ROWS = 12;

export function fillTable(selection: Selection): void {
  const { data } = selection;
  const head = el("tr", {}, el("th", { scope: "col" }, "design"), ...data.columns.map((c) => el("th", { scope: "col", title: c.label || null }, headOf(c))));
  const rows = selection.best(MOST_ROWS).map((i) => {
    const name = el("button", { type: "button", class: "link", "aria-pressed": String(i === selection.picked) }, String(i + 1));
    name.addEventListener("click", () => selection.pick(i));
    const marks = `${data.front.has(i) ? " front" : ""}${data.kept[i] ? "" : " breaks a limit"}`;
    return el("tr", { class: i === selection.picked ? "picked" : null }, el("th", { scope: "row" }, name, marks),
      ...data.columns.map((c) => el("td", { class: "number" }, shown(c.values[i]!))));
  });
  const kept = document.activeElement?.closest("#best") ? document.activeElement.textContent : null;
  find("best").replaceChildren(el("thead", {}, head), el("tbody", {}, ...rows));
  if (kept !== null) [...find("best").querySelectorAll("button")].find((b) => b.textContent === kept)?.focus();
}

/** Two numbers for each column; gives back what brings them up to date. */
export function startRanges(selection: Selection): () => void {
  const { data } = selection;
  const inputs = data.columns.map((column, k) => {
    const make = (end: 0 | 1, name: string): HTMLInputElement => {
      const input = el("input", { type: "number", step: "any", "aria-label": `${name} of ${column.name}`, placeholder: shown(end ? column.high : column.low) });
      input.addEventListener("change", () => {
        const [low, high] = pair.map((one) => (one.value === "" ? NaN : Number(one.value)));
        const isEmpty = Number.isNaN(low!) && Number.isNaN(high!);
        selection.setRange(k, isEmpty ? null : [Number.isNaN(low!) ? -Infinity : low!, Number.isNaN(high!) ? Infinity : high!]);
      });
      return input;
    };
    const pair = [make(0, "least"), make(1, "greatest")];
    find("ranges").append(el("tr", {}, el("th", { scope: "row" }, headOf(column)), el("td", {}, pair[0]!), el("td", {}, pair[1]!)));
    return pair;
  });
  return () =>
    inputs.forEach((pair, k) =>
      pair.forEach((input, end) => {
        const x = selection.ranges[k]?.[end];
        if (input !== document.activeElement) input.value = x === undefined || !Number.isFinite(x) ? "" : String(Number(x.toPrecision(5)));
      }));
}
