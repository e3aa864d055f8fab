// All examples, with pictures that the engine draws as they come into view.
import { el, find } from "../../shared/dom";
import type { Studies } from "./studies";
import { thumbnail } from "./thumbnail";

type Open = (design: { name: string; text: string }) => void;

const TITLES: Record<string, string> = { pendulum: "Pendulums", trebuchet: "Trebuchets", linkage: "Linkages", contact: "Contacts", space: "In space",
  springs: "Springs", orbit: "Orbits", rolling: "Rolling", rope: "Ropes", vehicle: "Vehicles", machine: "Machines", modelica: "From the Modelica library",
  components: "Components", friction: "Friction", control: "Control" };

/** The words behind the model's name, and the comment above it. */
function aboutOf(text: string): string {
  return /^model\s+\S+\s+"([^"]*)"/m.exec(text)?.[1] ?? "";
}

interface Card {
  path: string;
  title: string;
  text: string;
  element: HTMLElement;
  /** Once it is drawn. */
  figure?: string;
}

/** In the colours that the page has now. */
function showFigure({ figure, element }: Card): void {
  if (figure) element.querySelector(".picture")?.replaceChildren(el("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(thumbnail(figure))}` }));
}

export function startGallery(files: Promise<Record<string, string>>, studies: Studies, open: Open): void {
  const dialog = find<HTMLDialogElement>("gallery"), list = find("gallery-list"), search = find<HTMLInputElement>("gallery-search");
  let drawnIn = document.documentElement.dataset.theme;
  let cards: Card[] = [], sections: { element: HTMLElement; own: Card[] }[] = [];
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      const card = cards.find((one) => one.element === entry.target);
      if (card) void draw(card);
    }
  }, { root: list, rootMargin: "100px" });

  async function draw(card: Card): Promise<void> {
    const tables = Object.fromEntries(Object.entries(await files).filter(([path]) => path.endsWith(".csv")).map(([path, text]) => [path.split("/").pop()!, text]));
    const named = Object.fromEntries(Object.entries(tables).filter(([name]) => card.text.includes(name)));
    const request = { kind: "write" as const, slot: card.path, format: "svg", text: card.text, name: card.path.split("/").pop()!, files: named, seconds: 3 };
    const answer = await studies.askFor(request, () => dialog.open && !card.element.hidden);
    if (answer.superseded) return seen.observe(card.element);
    card.figure = answer.text ?? "";
    showFigure(card);
  }

  function makeCard(path: string, text: string): Card {
    const name = path.split("/").pop()!, title = aboutOf(text) || name;
    const element = el("button", { type: "button", class: "example" }, el("span", { class: "picture" }), el("span", { class: "example-title" }, title), el("code", {}, path));
    element.addEventListener("click", () => {
      dialog.close();
      open({ name, text });
    });
    return { path, title, text, element };
  }

  async function fill(): Promise<void> {
    const models = Object.entries(await files).filter(([path]) => path.endsWith(".lgr"));
    cards = models.map(([path, text]) => makeCard(path, text));
    const folders = [...new Set(cards.map((card) => card.path.split("/")[0]!))].sort((a, b) => Number(a === "modelica") - Number(b === "modelica") || a.localeCompare(b));
    sections = folders.map((folder) => {
      const own = cards.filter((card) => card.path.split("/")[0] === folder);
      const title = TITLES[folder] ?? folder[0]!.toUpperCase() + folder.slice(1);
      return { own, element: el("section", {}, el("h3", {}, title), el("div", { class: "examples" }, ...own.map((card) => card.element))) };
    });
    list.replaceChildren(...sections.map((section) => section.element));
    for (const card of cards) seen.observe(card.element);
  }

  find("open-gallery").addEventListener("click", () => {
    dialog.showModal();
    if (!cards.length) void fill();
    const { theme } = document.documentElement.dataset;
    if (theme !== drawnIn) cards.forEach(showFigure);
    drawnIn = theme;
    search.focus();
  });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (told: string): boolean => words.every((word) => told.toLowerCase().includes(word));
    // Names first; only what no name has is looked for in the texts.
    const isNamed = cards.some((card) => has(`${card.path} ${card.title}`));
    for (const { own, element } of sections) {
      for (const card of own) card.element.hidden = !has(isNamed ? `${card.path} ${card.title}` : card.text);
      element.hidden = own.every((card) => card.element.hidden);
    }
  });
}
