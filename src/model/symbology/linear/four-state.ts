import type { Result } from '#model/kernel/result.ts';
import { linearSymbol } from './linear.ts';
import { POSTAL_PITCH, POSTAL_QUIET } from './postal.ts';
import type { BarSpan, LinearSymbol, LinearSymbology } from '../types.ts';

/** What a bar does: nothing more than be there, reach up, reach down, both. */
export type FourState = 'T' | 'A' | 'D' | 'F';

/** Tops and bottoms of the bars in parts of a full one's height. */
export type FourStateSpans = Readonly<Record<FourState, BarSpan>>;

/** A postal symbol of bars of four heights. */
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
