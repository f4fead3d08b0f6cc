import { barsInRow, type DotImage, type Profile } from './dot-image.ts';

/** What a bar of a postal code may be: reaching up, down, both ways or neither. */
export type BarState = 'tracker' | 'ascender' | 'descender' | 'full';

/** Bars within a code stand at one distance and are equally wide; a missing, split or merged one is found here. */
const TOLERANCE = 0.35;

/** Bars of two heights: true is tall. `profile` is of a row where all are. Null when they don't stand evenly. */
export function tallBars(image: DotImage, profile: Profile, upperRow: number): boolean[] | null {
  return isEven(profile.widths) ? barsInRow(image, profile, upperRow) : null;
}

/** Bars of four heights. `profile` is of a row where all are. Null when they don't stand evenly. */
export function barStates(
  image: DotImage,
  profile: Profile,
  upperRow: number,
  lowerRow: number,
): readonly BarState[] | null {
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
