import type { Result } from '#model/kernel/result.ts';
import { linearSymbol } from './linear.ts';
import type { BarSpan, LinearSymbol, LinearSymbology } from '../types.ts';

/**
 * The states of a bar: T (tracker) is the short middle part only, A (ascender) reaches up, D (descender) down, F (full)
 * both ways.
 */
export type FourState = 'T' | 'A' | 'D' | 'F';

/** Top and bottom of each kind of bar, as fractions of a full bar's height. */
export type FourStateSpans = Readonly<Record<FourState, BarSpan>>;

/** A postal symbol with four-state bars. */
export function fourStateSymbol(recipe: {
  readonly symbology: LinearSymbology;
  readonly content: string;
  readonly bars: readonly FourState[];
  readonly spans: FourStateSpans;
  readonly heightMm: number;
}): Result<LinearSymbol> {
  const { symbology, content, bars, spans, heightMm } = recipe;
  return linearSymbol({
    symbology,
    content,
    pattern: `${'12'.repeat(bars.length - 1)}1`,
    quiet: POSTAL_QUIET,
    wideRatio: POSTAL_PITCH - 1,
    barSpans: bars.map((bar) => spans[bar]),
    fixedMm: { bar: 0.508, height: heightMm },
  });
}

/**
 * Distance of bars in bar widths: bars of 0.020 inch are 0.046 inch apart (USPS Publication 25, 4-4.3; 22 bars an
 * inch).
 */
export const POSTAL_PITCH = 2.3;
/** Quiet zones in bar widths: an eighth of an inch at either end. */
export const POSTAL_QUIET: readonly [left: number, right: number] = [6, 6];
