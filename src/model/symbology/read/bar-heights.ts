import { barsInRow, type DotImage, type Profile } from './dot-image.ts';

/** The states of a postal code's bar: it extends up, down, both ways or neither. */
export type BarState = 'tracker' | 'ascender' | 'descender' | 'full';

/**
 * The largest difference of a bar or space from the mean width, as a fraction of it. Bars of a code are equally wide
 * and equally far apart, so a greater difference indicates a missing, split or merged one.
 */
const TOLERANCE = 0.35;

/**
 * Whether each bar is tall, in a code of two heights. `profile` is taken from a row that all bars cross. Null when the
 * bars are not evenly spaced.
 */
export function tallBars(image: DotImage, profile: Profile, upperRow: number): boolean[] | null {
  return isEven(profile.widths) ? barsInRow(image, profile, upperRow) : null;
}

/**
 * The states of bars of four kinds. `profile` is taken from a row that all bars cross. Null when the bars are not
 * evenly spaced.
 */
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
