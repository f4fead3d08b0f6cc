/** The dots of a symbol as it is read, upright: 0 is ink, anything else paper; row by row without a gap. */
export interface DotImage {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** Bars and spaces in turn along one row, bar first and last. */
export interface Profile {
  /** Where the first bar begins. */
  readonly start: number;
  /** Widths in dots; an odd number of them, none for a bare row. */
  readonly widths: readonly number[];
}

/** What a scan line along `row` sees from the column `left` to `right` (exclusive), from the first ink to the last. */
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
  // What follows the last bar is paper.
  if (ink && at > from) widths.push(at - from);
  return { start, widths };
}

/** True where a bar of `profile` has ink in `row`, bar by bar. A bar counts by its middle. */
export function barsInRow({ width, gray }: DotImage, profile: Profile, row: number): boolean[] {
  const bars: boolean[] = [];
  let x = profile.start;
  profile.widths.forEach((w, i) => {
    if (i % 2 === 0) bars.push(gray[row * width + x + (w >> 1)] === 0);
    x += w;
  });
  return bars;
}
