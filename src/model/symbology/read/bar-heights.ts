import { barsInRow, type DotImage, profileOf } from './dot-image.ts';

/** What a bar of a postal code may be: reaching up, down, both ways or neither. */
export type BarState = 'tracker' | 'ascender' | 'descender' | 'full';

/** Bars within a code stand at one distance and are equally wide; a missing, split or merged one is found here. */
const TOLERANCE = 0.35;

/** Bars of two heights along two scan lines: true is tall. Null when the bars don't stand evenly or none is there. */
export function tallBars(image: DotImage, upperRow: number, lowerRow: number): boolean[] | null {
  const profile = profileOf(image, lowerRow);
  return isEven(profile.widths) ? barsInRow(image, profile, upperRow) : null;
}

/** Bars of four heights along three scan lines. Null when the bars don't stand evenly. */
export function barStates(image: DotImage, upperRow: number, middleRow: number, lowerRow: number): BarState[] | null {
  const profile = profileOf(image, middleRow);
  if (!isEven(profile.widths)) return null;
  const up = barsInRow(image, profile, upperRow);
  const down = barsInRow(image, profile, lowerRow);
  return up.map((ascends, i) => {
    const descends = down[i] === true;
    return ascends ? (descends ? 'full' : 'ascender') : descends ? 'descender' : 'tracker';
  });
}

function isEven(widths: readonly number[]): boolean {
  if (widths.length < 3) return false;
  return [0, 1].every((from) => {
    const own = widths.filter((_, i) => i % 2 === from);
    const mean = own.reduce((sum, w) => sum + w, 0) / own.length;
    return own.every((w) => Math.abs(w - mean) <= Math.max(1, mean * TOLERANCE));
  });
}
