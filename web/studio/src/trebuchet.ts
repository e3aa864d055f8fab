export function startTrebuchet(..._: unknown[]): void {}
