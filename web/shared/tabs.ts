// Tabs over the panels, by the usual keys: arrows move, the shown panel is the chosen one.
export function startTabs(list: HTMLElement, shown: (id: string) => void): void {
  const all = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const tabs = all.filter((tab) => !tab.hidden);
  const choose = (tab: HTMLButtonElement): void => {
    for (const other of all) {
      const isChosen = other === tab;
      const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
      other.setAttribute("aria-selected", String(isChosen));
      other.tabIndex = isChosen ? 0 : -1;
      if (panel) panel.hidden = !isChosen;
    }
    shown(tab.getAttribute("aria-controls") ?? "");
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (e) => {
      const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = tabs[(i + step + tabs.length) % tabs.length]!;
      next.focus();
      choose(next);
    });
  });
  if (tabs[0]) choose(tabs[0]);
}
