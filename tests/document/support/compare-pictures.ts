import type { GreyPlane } from '#model/document/grey-plane.ts';

/** Share of dots that are black in one picture and more than `shift` dots away from any ink in the other. */
export function strayInk(from: GreyPlane, to: GreyPlane, shift: number): number {
  let [stray, all] = [0, 0];
  for (let y = 0; y < from.height; y++) {
    for (let x = 0; x < from.width; x++) {
      if ((from.grey[y * from.width + x] as number) >= 128) continue;
      all++;
      let near = false;
      for (let dy = -shift; dy <= shift && !near; dy++) {
        for (let dx = -shift; dx <= shift && !near; dx++) {
          near = (to.grey[(y + dy) * to.width + x + dx] ?? 255) < 160;
        }
      }
      if (!near) stray++;
    }
  }
  return all === 0 ? 1 : stray / all;
}

/** Shift in dots, up to `most` across and down, at which the pictures are most similar. */
export function shiftBetween(from: GreyPlane, to: GreyPlane, most: number): { readonly x: number; readonly y: number } {
  let best = { x: 0, y: 0, away: Infinity };
  for (let y = -most; y <= most; y++) {
    for (let x = -most; x <= most; x++) {
      const away = differenceAt(from, to, x, y, most);
      // Of equals, the smaller shift.
      const isNearer = Math.abs(x) + Math.abs(y) < Math.abs(best.x) + Math.abs(best.y);
      if (away < best.away || (away === best.away && isNearer)) best = { x, y, away };
    }
  }
  return { x: best.x, y: best.y };
}

function differenceAt(from: GreyPlane, to: GreyPlane, dx: number, dy: number, margin: number): number {
  const [width, height] = [Math.min(from.width, to.width), Math.min(from.height, to.height)];
  let sum = 0;
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      sum += Math.abs((from.grey[y * from.width + x] as number) - (to.grey[(y + dy) * to.width + x + dx] as number));
    }
  }
  return sum;
}
