// The colours of the theme, for canvases, which know no style sheets.
const NAMES = ["bg", "surface", "text", "muted", "grid", "accent", "beam", "beam-edge", "rope", "spring", "ball", "box", "ground",
  "trail", "force", "event"] as const;
type Name = (typeof NAMES)[number];
export type Palette = Record<Name, string> & { series: string[] };

export const SERIES = 8;

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const colours = Object.fromEntries(NAMES.map((name) => [name, value(name)])) as Record<Name, string>;
  return { ...colours, series: Array.from({ length: SERIES }, (_, i) => value(`series-${i + 1}`)) };
}
