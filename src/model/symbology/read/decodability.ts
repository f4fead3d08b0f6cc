import type { LinearSymbol } from '../types.ts';

/** Number of elements over which the module width is averaged: those of one character in Code 128 and Code 93. */
const WINDOW = 6;

/**
 * How much of the reading tolerance is left at the worst edge, from 1 to 0 (after ISO/IEC 15416, 5.3.8 and annex A): 1
 * when every edge is in its place, 0 when one is as near to another reading as to the right one. `widths` are the
 * measured bars and spaces, in dots; they are compared with the encoded ones. 0 when their number differs.
 */
export function decodability(symbol: LinearSymbol, widths: readonly number[]): number {
  const expected = seenWidths(symbol.widths);
  if (widths.length !== expected.length || widths.length === 0) return 0;
  const left = symbol.wideRatio === undefined ? edgesLeft(expected, widths) : twoWidthsLeft(expected, widths);
  return Math.min(1, Math.max(0, left));
}

/** The widths from the first bar to the last. A space at either end, next to a bar of width 0, is invisible. */
export function seenWidths(widths: readonly number[]): readonly number[] {
  const from = widths[0] === 0 ? 2 : 0;
  const to = widths.length - (widths.length % 2 === 0 ? 1 : widths.at(-1) === 0 ? 2 : 0);
  return from === 0 && to === widths.length ? widths : widths.slice(from, to);
}

/**
 * For symbols with several widths: compares distances between like edges (a bar and its space), which ink spread does
 * not change.
 */
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

/**
 * For symbols with two widths: how far each element is from the middle between narrow and wide, as a fraction of the
 * greatest possible distance.
 */
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

/** The mean widths of narrow and wide elements in dots; 0 where there are none. */
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
