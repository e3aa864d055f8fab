// Chooses what is plotted: a list to search, in groups, with a box to tick for each quantity.
import type { Column, Motion } from "./contract";
import { el, find } from "./dom";
import { prettyUnit, shownUnit } from "./format";
import { groupsOf, groupTitle } from "./instant";

/** What is plotted at first: some of the user's own outputs, some coordinates, the energies. */
function firstChoice(run: Motion): Set<Column> {
  const of = (group: string, most: number): Column[] => run.columns.filter((c) => c.group === group).slice(0, most);
  const choice = [...of("coordinate", 3), ...of("state", 2), ...of("output", 2), ...of("energy", 3)];
  return new Set(choice.length ? choice : run.columns.slice(0, 3));
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
