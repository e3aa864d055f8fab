// Light or dark: as the system has it, until the switch is used.
import { find } from "./dom";

export function startTheme(changed: () => void): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const toggle = find<HTMLButtonElement>("theme");
  let chosen: string | null = null;
  const apply = (): void => {
    const theme = chosen ?? (dark.matches ? "dark" : "light");
    const other = theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    toggle.textContent = theme === "dark" ? "☀" : "☾";
    toggle.title = `Switch to ${other} colours`;
    toggle.setAttribute("aria-label", toggle.title);
    changed();
  };
  toggle.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    apply();
  });
  dark.addEventListener("change", apply);
  apply();
}

export const prefersCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
