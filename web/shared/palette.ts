// The colours of the theme, for canvases, which know no style sheets.
import { INKS } from "./shapes";

const NAMES = ["bg", "surface", "text", "muted", "grid", "accent", "ground", "trail", "force", "event", "beam-edge"] as const;
type Name = (typeof NAMES)[number];
/** Those that the pages themselves use, the inks of shapes, and those of curves. */
export type Palette = Record<Name, string> & { inks: Record<string, string>; series: string[] };

export const SERIES = 8;

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const values = <T extends string>(names: readonly T[]): Record<T, string> =>
    Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Record<T, string>;
  return { ...values(NAMES), inks: values(INKS), series: Object.values(values(Array.from({ length: SERIES }, (_, i) => `series-${i + 1}`))) };
}
