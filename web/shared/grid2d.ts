// The scale of the plane: faint lines at round lengths, and their numbers with the unit along two edges.
import type { Pen } from "./draw2d";
import { formatNumber } from "./format";
import { roundUp, ticks } from "./nice";

/** The least distance of two lines, in pixels. */
const SPACING = 64;

export function drawGridLines(pen: Pen): void {
  const { ctx, camera, colours } = pen;
  const { step, low, high } = visible(pen);
  ctx.strokeStyle = colours.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const x of ticks(low.x, high.x, step)) {
    const at = Math.round(camera.toScreen({ x, y: 0, z: 0 })[0]) + 0.5;
    ctx.moveTo(at, 0);
    ctx.lineTo(at, camera.height);
  }
  for (const y of ticks(low.y, high.y, step)) {
    const at = Math.round(camera.toScreen({ x: 0, y, z: 0 })[1]) + 0.5;
    ctx.moveTo(0, at);
    ctx.lineTo(camera.width, at);
  }
  ctx.stroke();
}

function visible(pen: Pen) {
  const { camera } = pen;
  return {
    step: roundUp(SPACING / camera.scale),
    low: camera.toPlane(0, camera.height),
    high: camera.toPlane(camera.width, 0),
  };
}

export function drawGridNumbers(pen: Pen, unit: string): void {
  const { ctx, camera, colours } = pen;
  const { step, low, high } = visible(pen);
  ctx.font = "11px system-ui, sans-serif";
  ctx.lineWidth = 3;
  ctx.strokeStyle = colours.surface;
  ctx.fillStyle = colours.muted;
  const write = (words: string, x: number, y: number): void => {
    ctx.strokeText(words, x, y);
    ctx.fillText(words, x, y);
  };
  const name = (value: number, last: boolean): string => (last && unit ? `${formatNumber(value)} ${unit}` : formatNumber(value));
  const across = ticks(low.x, high.x, step).filter((x) => {
    const at = camera.toScreen({ x, y: 0, z: 0 })[0];
    return at > 40 && at < camera.width - 24;
  });
  ctx.textAlign = "center";
  across.forEach((x, i) => write(name(x, i === across.length - 1), camera.toScreen({ x, y: 0, z: 0 })[0], camera.height - 7));
  const up = ticks(low.y, high.y, step).filter((y) => {
    const at = camera.toScreen({ x: 0, y, z: 0 })[1];
    return at > 10 && at < camera.height - 22;
  });
  ctx.textAlign = "left";
  up.forEach((y, i) => write(name(y, i === up.length - 1), 7, camera.toScreen({ x: 0, y, z: 0 })[1] + 4));
}
