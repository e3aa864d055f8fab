// Round numbers for scales.

/** The round number (1, 2 or 5 times a power of ten) that is not less than x. */
export function roundUp(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

/** Multiples of the step in [low, high], without the noise of adding. */
export function ticks(low: number, high: number, step: number): number[] {
  const found: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && found.length < 200; k++) {
    found.push(Number((k * step).toPrecision(12)));
  }
  return found;
}
