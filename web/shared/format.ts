// Numbers as a person writes them: a proper minus, powers of ten, units, angles also in degrees.
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "−";
/** Keeps a number and its unit on one line. */
const GAP = "\u202f";

const superscript = (n: number): string =>
  (n < 0 ? "⁻" : "") + [...String(Math.abs(n))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");

export function formatNumber(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const [mantissa = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trimmed = (s: string): string => (s.includes(".") ? s.replace(/\.?0+$/, "") : s);
  const plain = exponent >= -4 && exponent < Math.max(6, digits);
  const body = plain
    ? trimmed(value.toFixed(Math.max(0, digits - 1 - exponent)))
    : `${trimmed(mantissa)}${GAP}×${GAP}10${superscript(exponent)}`;
  return body.replace("-", MINUS);
}

export const withUnit = (body: string, unit: string): string => (unit && body !== "–" ? `${body}${GAP}${prettyUnit(unit)}` : body);

/** "kg m^2/s" becomes "kg m²/s". */
export const prettyUnit = (unit: string): string =>
  unit.replace(/\^(-?\d+)/g, (_, n: string) => superscript(Number(n))).replace(/\*/g, GAP);

const DEGREES = 180 / Math.PI;

export interface Measured {
  unit: string;
  angle: boolean;
}

/** How a quantity is shown: angles in degrees, everything else as it is. */
export const shownUnit = (q: Measured): string => (q.angle ? "°" : q.unit);
export const shownFactor = (q: Measured): number => (q.angle ? DEGREES : 1);

export function formatQuantity(value: number, q: Measured, digits = 5): string {
  if (!q.angle && q.unit !== "deg") return withUnit(formatNumber(value, digits), q.unit);
  return Number.isNaN(value) ? "–" : `${formatNumber(value * shownFactor(q), digits)}°`;
}

/** The same, for an angle with its value in radians behind it. */
export function formatFully(value: number, q: Measured, digits = 6): string {
  const shown = formatQuantity(value, q, digits);
  return q.angle && !Number.isNaN(value) && value !== 0 ? `${shown} (${withUnit(formatNumber(value, digits), "rad")})` : shown;
}

/** As people say it: four digits at most, and great forces in kN or MN. */
export function formatRoundly(value: number, q: Measured): string {
  const [size, unit] = q.unit !== "N" || Math.abs(value) < 1e4 ? [1, q.unit] : Math.abs(value) < 1e7 ? [1e3, "kN"] : [1e6, "MN"];
  return formatQuantity(Number((value / size).toPrecision(4)), { ...q, unit }, 4);
}

/** A time that runs: with as many decimals as a run of that span needs, so that it does not jump about. */
export function formatTime(t: number, unit: string, span: number): string {
  const decimals = 3 - Math.floor(Math.log10(span || 1));
  if (decimals > 6 || Math.abs(t) >= 1e6) return withUnit(formatNumber(t), unit);
  return withUnit(t.toFixed(Math.max(0, decimals)).replace(/^-(?=[0.]*$)/, "").replace("-", MINUS), unit);
}

/** What a quantity is called: its label if it has one. */
export const titleOf = (q: { name: string; label: string }): string => q.label || q.name;
