// On paper: everything is unfolded, in light colours, as it is at the present instant.
export interface Printed {
  /** Brings all numbers up to date and draws everything anew, in the room that there is on paper. */
  refresh(): void;
}

export function startPrint(page: Printed): void {
  const paper = window.matchMedia("print");
  let before: (() => void) | null = null;
  const prepare = (): void => {
    if (before) return;
    const { theme } = document.documentElement.dataset;
    const folded = [...document.querySelectorAll<HTMLDetailsElement>("#equations details:not([open]), #warnings:not([open])")];
    for (const details of folded) details.open = true;
    document.documentElement.dataset.theme = "light";
    document.documentElement.classList.add("on-paper");
    before = () => {
      for (const details of folded) details.open = false;
      document.documentElement.dataset.theme = theme ?? "light";
      document.documentElement.classList.remove("on-paper");
    };
    page.refresh();
  };
  const restore = (): void => {
    before?.();
    before = null;
    page.refresh();
  };
  paper.addEventListener("change", () => (paper.matches ? prepare() : restore()));
  window.addEventListener("beforeprint", prepare);
  window.addEventListener("afterprint", restore);
}
