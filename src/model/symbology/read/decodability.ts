import type { LinearSymbol } from '../types.ts';

/** Elements that stand for a character in most symbologies of several widths (Code 128, Code 93): a local scale. */
const WINDOW = 6;

/**
 * How much of the tolerance of the reading rules is left where it is least, 1 to 0 (after ISO/IEC 15416, 5.3.8 and annex
 * A): 1 where every edge stands in its place, 0 where one is as near to another reading as to the right one. `widths` are
 * the bars and spaces as they were found, in dots; they are held against those that were encoded. 0 when there are
 * more or fewer of them.
 */
export function decodability(symbol: LinearSymbol, widths: readonly number[]): number {
  const expected = seenWidths(symbol.widths);
  if (widths.length !== expected.length || widths.length === 0) return 0;
  const left = symbol.wideRatio === undefined ? edgesLeft(expected, widths) : twoWidthsLeft(expected, widths);
  return Math.min(1, Math.max(0, left));
}

/** From the first bar to the last: a space before it or behind it, beside a bar of no width, is not seen. */
export function seenWidths(widths: readonly number[]): readonly number[] {
  const from = widths[0] === 0 ? 2 : 0;
  const to = widths.length - (widths.length % 2 === 0 ? 1 : widths.at(-1) === 0 ? 2 : 0);
  return from === 0 && to === widths.length ? widths : widths.slice(from, to);
}

/** Several widths: distances between like edges (a bar and its space), which ink spread does not change. */
function edgesLeft(expected: readonly number[], widths: readonly number[]): number {
  let left = 1;
  const count = Math.min(WINDOW, widths.length);
  let dots = 0;
  let modules = 0;
  for (let i = 0; i < widths.length; i++) {
    dots += widths[i] as number;
    modules += expected[i] as number;
    if (i < count - 1) continue;
    const perModule = dots / modules;
    for (let k = i - count + 1; k < i; k++) {
      const found = ((widths[k] as number) + (widths[k + 1] as number)) / perModule;
      const error = Math.abs(found - (expected[k] as number) - (expected[k + 1] as number));
      if (1 - 2 * error < left) left = 1 - 2 * error;
    }
    dots -= widths[i - count + 1] as number;
    modules -= expected[i - count + 1] as number;
  }
  return left;
}

/** Two widths: the distance to the middle between narrow and wide, of the most it can be. */
function twoWidthsLeft(expected: readonly number[], widths: readonly number[]): number {
  const { narrow, wide } = meanWidths(expected, widths);
  const reach = (wide - narrow) / 2;
  if (!(reach > 0)) return 0;
  const threshold = narrow + reach;
  let left = 1;
  for (let i = 0; i < widths.length; i++) {
    const beyond = ((widths[i] as number) - threshold) * ((expected[i] as number) > 1 ? 1 : -1);
    if (beyond / reach < left) left = beyond / reach;
  }
  return left;
}

/** The mean narrow and wide element in dots; 0 where there is none. */
export function meanWidths(
  expected: readonly number[],
  widths: readonly number[],
): { readonly narrow: number; readonly wide: number } {
  let narrow = 0;
  let wide = 0;
  let wides = 0;
  const count = Math.min(expected.length, widths.length);
  for (let i = 0; i < count; i++) {
    if ((expected[i] as number) > 1) {
      wide += widths[i] as number;
      wides++;
    } else narrow += widths[i] as number;
  }
  const narrows = count - wides;
  return { narrow: narrows === 0 ? 0 : narrow / narrows, wide: wides === 0 ? 0 : wide / wides };
}
