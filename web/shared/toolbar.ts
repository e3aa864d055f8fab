// What stands above the picture: what is framed, trails, names, forces, zoom.
import { arrowTitle, forceScale, forceText } from "./arrows";
import type { Motion } from "./contract";
import { el, find, reveal, say } from "./dom";
import type { Extent } from "./extent";
import { formatNumber, withUnit } from "./format";
import { bodiesOf, type Framing, type Look, type Scene } from "./look";
import type { Cursor } from "./sample";

const FACTORS = [-3, -2, -1, 0, 1, 2, 3].map((power) => 2 ** power);

export interface Toolbar {
  acts: { zoom(factor: number): void; reset(): void; follow(): void; trails(): void; names(): void };
  choose(framing: Framing): void;
  /** Takes another motion; what was chosen stays chosen as far as it is there. */
  load(motion: Motion, extent: Extent): void;
  /** Brings the numbers beside the forces up to date. */
  update(c: Cursor): void;
}

export function firstLook(run: Motion, extent: Extent): Look {
  const framing = (run.space === 2 ? extent.isFarFlung : extent.isTravelling) ? "moment" : "whole";
  return { framing, trails: true, names: false, arrows: new Set(), arrowFactor: 1 };
}

/** The framings as the select knows them, in the order in which the key f goes through them. */
function startFraming(look: Look, changed: () => void) {
  const select = find<HTMLSelectElement>("framing");
  let filled = "", shown = "";
  const load = (motion: Motion, extent: Extent): void => {
    const hasMoment = motion.space === 2 || extent.isTravelling;
    if (look.framing === "moment" && !hasMoment) look.framing = "whole";
    const followed = typeof look.framing === "number" ? select.options[select.selectedIndex]?.text : undefined;
    const bodies = bodiesOf(motion), key = JSON.stringify([hasMoment, bodies.map((body) => body.name)]);
    if (key !== filled) {
      select.replaceChildren(new Option("whole motion", "whole"));
      if (hasMoment) select.add(new Option("the present", "moment"));
      bodies.forEach((body, i) => select.add(new Option(body.name, String(i))));
    }
    if (followed !== undefined) {
      const again = bodies.findIndex((body) => body.name === followed);
      look.framing = again < 0 ? "whole" : again;
    }
    const chosen = String(look.framing);
    if (key !== filled || chosen !== shown) select.value = chosen;
    [filled, shown] = [key, chosen];
  };
  const choose = (framing: Framing): void => {
    if (![...select.options].some((option) => option.value === String(framing))) return; // a link may name what is not there
    look.framing = framing;
    select.value = shown = String(framing);
    changed();
  };
  select.addEventListener("change", () => {
    const { value } = select;
    choose(value === "whole" || value === "moment" ? value : Number(value));
  });
  return { choose, load };
}

function startSwitch(id: string, set: (on: boolean) => void): () => void {
  const box = find<HTMLInputElement>(id);
  box.addEventListener("change", () => set(box.checked));
  return () => box.click();
}

/** The lengths that arrows can have, in words. */
function fillFactors(run: Motion, look: Look, extent: Extent): void {
  const unit = run.arrows[0]?.unit ?? "", scale = forceScale(run, extent.size);
  find("force-factor").replaceChildren(...FACTORS.map((value) => {
    const stands = withUnit(formatNumber(scale / value, 4), unit);
    return new Option(run.units ? `1 m for ${stands}` : `1 for ${stands}`, String(value), value === 1, value === look.arrowFactor);
  }));
}

/** The list of forces; gives back where their numbers are written. */
function fillForces(run: Motion, look: Look, changed: () => void): HTMLElement[] {
  const values = run.arrows.map(() => el("b"));
  find("force-list").replaceChildren(...run.arrows.map((arrow, i) => {
    const box = el("input", { type: "checkbox", checked: look.arrows.has(i) });
    box.addEventListener("change", () => {
      if (box.checked) look.arrows.add(i);
      else look.arrows.delete(i);
      changed();
    });
    return el("label", { class: "pick" }, box, el("span", {}, arrowTitle(arrow)), values[i]!);
  }));
  return values;
}

/** The menu of forces: nothing is written into it as long as it is closed. */
function startForces(look: Look, changed: () => void) {
  const menu = find<HTMLDetailsElement>("forces"), factor = find<HTMLSelectElement>("force-factor");
  let motion: Motion | null = null, extent: Extent | null = null, values: HTMLElement[] | null = null, names = "";
  const fill = (): void => {
    if (!motion || !extent || !menu.open) return;
    fillFactors(motion, look, extent);
    const present = JSON.stringify(motion.arrows.map(arrowTitle));
    if (!values || present !== names) values = fillForces(motion, look, changed);
    names = present;
  };
  factor.addEventListener("change", () => ((look.arrowFactor = Number(factor.value)), changed()));
  menu.addEventListener("toggle", () => (fill(), changed()));
  return {
    load(next: Motion, itsExtent: Extent): void {
      [motion, extent] = [next, itsExtent];
      reveal(menu, next.arrows.length > 0);
      for (const index of [...look.arrows]) if (index >= next.arrows.length) look.arrows.delete(index);
      fill();
    },
    update(c: Cursor): void {
      if (menu.open && values) motion?.arrows.forEach((arrow, i) => say(values![i]!, forceText(arrow, c)));
    },
  };
}

/** A menu closes when the viewer turns to something else. */
function closeMenus(): void {
  document.addEventListener("pointerdown", (e) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      if (!menu.contains(e.target as Node)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      menu.open = false;
      menu.querySelector<HTMLElement>("summary")?.focus();
    }
  });
}

export function startToolbar(run: Motion, look: Look, extent: Extent, scene: () => Scene, changed: () => void): Toolbar {
  const { choose, load: loadFraming } = startFraming(look, changed);
  const forces = startForces(look, changed);
  const load = (motion: Motion, itsExtent: Extent): void => {
    [run, extent] = [motion, itsExtent];
    loadFraming(motion, extent);
    forces.load(motion, extent);
  };
  load(run, extent);
  const acts = {
    zoom: (factor: number) => (scene().zoom(factor), changed()),
    reset: () => (scene().reset(), choose(firstLook(run, extent).framing)),
    follow: () => {
      const bodies = bodiesOf(run).length;
      const next = typeof look.framing === "number" ? look.framing + 1 : 0;
      choose(next < bodies ? next : firstLook(run, extent).framing);
    },
    trails: startSwitch("trails", (on) => ((look.trails = on), changed())),
    names: startSwitch("names", (on) => ((look.names = on), changed())),
  };
  find("nearer").addEventListener("click", () => acts.zoom(1.25));
  find("farther").addEventListener("click", () => acts.zoom(0.8));
  find("reset").addEventListener("click", () => acts.reset());
  closeMenus();
  return { acts, choose, load, update: forces.update };
}
