// Chooses what is plotted: a list to search, in groups, with a box to tick for each quantity.
import type { Column, Motion } from "./contract";
import { el, find } from "./dom";
import { prettyUnit, shownUnit } from "./format";
import { groupsOf, groupTitle } from "./instant";

/** What varies less than this part of itself is as good as constant. */
const STILL = 1e-3;

/** How far a quantity varies, beside the largest of its values. */
function variation(column: Column): { range: number; isStill: boolean } {
  let [low, high] = [Infinity, -Infinity];
  for (const v of column.values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  const range = high > low ? high - low : 0;
  return { range, isStill: range <= STILL * Math.max(Math.abs(low), Math.abs(high)) };
}

/** What is plotted at first: the coordinates and outputs that vary most among those of their unit, the energies. */
function firstChoice(motion: Motion): Set<Column> {
  const told = new Map(motion.columns.map((c) => [c, variation(c)]));
  const of = (group: string, most: number): Column[] => {
    const own = motion.columns.filter((c) => c.group === group);
    const unit = own.find((c) => !told.get(c)!.isStill)?.unit;
    const rank = (c: Column): number => (told.get(c)!.isStill ? Infinity : c.unit === unit ? -told.get(c)!.range : 0);
    const best = [...own].sort((a, b) => rank(a) - rank(b)).filter((c) => rank(c) < Infinity).slice(0, most);
    return own.filter((c) => best.includes(c));
  };
  const choice = [...of("coordinate", 3), ...of("state", 2), ...of("output", 2)];
  const energies = motion.columns.filter((c) => c.group === "energy");
  if (energies.some((c) => !told.get(c)!.isStill)) choice.push(...energies);
  return new Set(choice.length ? choice : motion.columns.slice(0, 3));
}

interface Entry {
  column: Column;
  row: HTMLElement;
  box: HTMLInputElement;
}

function makeEntry(column: Column, isChosen: boolean): Entry {
  const box = el("input", { type: "checkbox", checked: isChosen });
  const unit = prettyUnit(shownUnit(column));
  const row = el("label", { class: "pick" }, box, el("span", { class: "code" }, column.name),
    el("span", { class: "quiet" }, [column.label, unit].filter(Boolean).join(", ")));
  return { column, row, box };
}

type Group = { own: Entry[]; place: HTMLElement };

/** Gives back what takes another motion: quantities of the same names stay chosen. */
export function startPicker(motion: Motion, show: (columns: Column[]) => void): (motion: Motion) => void {
  let entries: Entry[] = [];
  let groups: Group[] = [];
  const count = find("pick-count");
  const update = (): void => {
    const columns = entries.filter((e) => e.box.checked).map((e) => e.column);
    count.textContent = String(columns.length);
    find("no-plots").hidden = columns.length > 0;
    show(columns);
  };
  const load = (next: Motion): void => {
    const first = firstChoice(next);
    const known = new Map(entries.map((e) => [e.column.name, e.box.checked]));
    entries = next.columns.map((column) => makeEntry(column, known.get(column.name) ?? (known.size === 0 && first.has(column))));
    groups = groupsOf(next.columns).map((group) => {
      const own = entries.filter((e) => e.column.group === group);
      return { own, place: el("fieldset", {}, el("legend", {}, groupTitle(group)), ...own.map((e) => e.row)) };
    });
    find("pick-list").replaceChildren(...groups.map((g) => g.place));
    search(groups);
    update();
  };
  find("pick-list").addEventListener("change", update);
  find("pick-none").addEventListener("click", () => {
    for (const { box } of entries) box.checked = false;
    update();
  });
  find("pick-search").addEventListener("input", () => search(groups));
  load(motion);
  return load;
}

/** Shows what has all the words that are looked for. */
function search(groups: Group[]): void {
  const words = find<HTMLInputElement>("pick-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { own, place } of groups) {
    for (const { column, row } of own) {
      const told = `${column.name} ${column.label} ${column.unit} ${column.group}`.toLowerCase();
      row.hidden = !words.every((word) => told.includes(word));
    }
    place.hidden = own.every((e) => e.row.hidden);
  }
}
