import type { PixelBox } from './ink.ts';

/** The largest difference of frames of one sheet, in mm. */
const NEAR_MM = 1.5;
const LEAST_FRAMES = 3;

/**
 * All places of the grid if frames of one size are in rows and columns: this recovers a frame that a scan has broken. Empty
 * if there are too few of one size.
 */
export function frameGrid(frames: readonly PixelBox[], dotsPerMm: number): readonly PixelBox[] {
  const near = NEAR_MM * dotsPerMm;
  const width = middle(frames.map(({ left, right }) => right - left));
  const height = middle(frames.map(({ top, bottom }) => bottom - top));
  const alike = frames.filter((frame) => {
    const isAsWide = Math.abs(frame.right - frame.left - width) <= near;
    return isAsWide && Math.abs(frame.bottom - frame.top - height) <= near;
  });
  if (alike.length < LEAST_FRAMES) return [];
  const lefts = places(
    alike.map(({ left }) => left),
    near,
  );
  const tops = places(
    alike.map(({ top }) => top),
    near,
  );
  return tops.flatMap((top) =>
    lefts.map((left) => {
      const own = alike.find((frame) => Math.abs(frame.left - left) <= near && Math.abs(frame.top - top) <= near);
      return own ?? { left, top, right: left + width, bottom: top + height };
    }),
  );
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The places, with close ones merged. */
function places(values: readonly number[], near: number): readonly number[] {
  const groups: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last !== undefined && value - (last[0] ?? value) <= near * 2) last.push(value);
    else groups.push([value]);
  }
  return groups.map(middle);
}
