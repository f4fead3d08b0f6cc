/** The dots of a symbol turned upright for reading, row by row without gaps: 0 is ink, anything else paper. */
export interface DotImage {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** Bars and spaces in turn along one row; it starts and ends with a bar. */
export interface Profile {
  /** The x at which the first bar starts. */
  readonly start: number;
  /** Widths in dots. Their number is odd, or 0 for a row without ink. */
  readonly widths: readonly number[];
}

/**
 * The bars and spaces along `row` between the columns `left` and `right` (exclusive), from the first ink to the last.
 */
export function profileOf({ width, gray }: DotImage, row: number, left: number = 0, right: number = width): Profile {
  const widths: number[] = [];
  const line = row * width;
  const end = line + right;
  let at = line + left;
  while (at < end && gray[at] !== 0) at++;
  const start = at - line;
  let from = at;
  let ink = true;
  for (; at < end; at++) {
    if ((gray[at] === 0) === ink) continue;
    widths.push(at - from);
    from = at;
    ink = !ink;
  }
  // Paper after the last bar does not count.
  if (ink && at > from) widths.push(at - from);
  return { start, widths };
}

/** For each bar of `profile`, whether its middle has ink in `row`. */
export function barsInRow({ width, gray }: DotImage, profile: Profile, row: number): boolean[] {
  const bars: boolean[] = [];
  let x = profile.start;
  profile.widths.forEach((w, i) => {
    if (i % 2 === 0) bars.push(gray[row * width + x + (w >> 1)] === 0);
    x += w;
  });
  return bars;
}
