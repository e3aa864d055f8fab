// Builds elements; whatever the data says goes into the page as text only.
type Attributes = Record<string, string | number | boolean | null>;
type Child = Node | string | null;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function button(label: string, glyph: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el("button", { type: "button", "aria-label": label, title: label, ...attributes }, glyph);
  made.addEventListener("click", act);
  return made;
}

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element '${id}'`);
  return element as T;
}

/** What overflows can be scrolled by keys too: it is a stop of the tab key as long as it does. */
export function reachable(element: HTMLElement, name: string): void {
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", name);
  const look = (): void => {
    const overflows = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (overflows) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  new ResizeObserver(look).observe(element);
}

/** Sets the text only if it changed: assistive technology hears every change. What holds nothing but text keeps it, with other words. */
export function say(element: HTMLElement, words: string): void {
  const { firstChild: text, lastChild } = element;
  if (element.textContent === words) return;
  if (text instanceof Text && text === lastChild) text.data = words;
  else element.textContent = words;
}

/** Draws once for each picture of the screen, however often something changes. */
export function onceAFrame(draw: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };
}

/** Shows or hides; what is so already is left alone, or the browser would style it anew. */
export function reveal(element: HTMLElement, isShown: boolean): void {
  if (element.hidden === isShown) element.hidden = !isShown;
}
