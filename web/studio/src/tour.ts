export function startTour(..._: unknown[]): void {}
