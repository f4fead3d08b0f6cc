import type { Dots } from '#model/kernel/units.ts';

/** The dots that a pixel shows: from one to before another. */
export interface DotSpan {
  readonly from: Dots;
  readonly to: Dots;
}

/**
 * For each pixel from `first` to before `end`, the dots that it shows along one axis: those within it where dots are
 * smaller than pixels, otherwise the one at its middle. At least one, and none beyond `count`.
 */
export function dotsOfPixel(first: number, end: number, originPx: number, dotPx: number, count: Dots): DotSpan[] {
  const spans: DotSpan[] = [];
  const within = (dot: number): Dots => Math.min(count - 1, Math.max(0, dot));
  for (let px = first; px < end; px++) {
    if (dotPx >= 1) {
      const dot = within(Math.floor((px + 0.5 - originPx) / dotPx));
      spans.push({ from: dot, to: dot + 1 });
    } else {
      const from = within(Math.floor((px - originPx) / dotPx));
      spans.push({ from, to: Math.max(from + 1, Math.min(count, Math.floor((px + 1 - originPx) / dotPx))) });
    }
  }
  return spans;
}

/** The first pixel that shows each dot; -1 for invisible dots, or dots that are not between `from` and `to`. */
export function pixelOfDots(spans: readonly DotSpan[], count: Dots, from: Dots, to: Dots): Int32Array {
  const pixelOf = new Int32Array(count).fill(-1);
  for (let px = spans.length - 1; px >= 0; px--) {
    const span = spans[px] as DotSpan;
    for (let dot = Math.max(span.from, from); dot < Math.min(span.to, to); dot++) pixelOf[dot] = px;
  }
  return pixelOf;
}
