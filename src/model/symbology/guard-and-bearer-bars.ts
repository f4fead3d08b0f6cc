import type { Dots } from '#model/kernel/units.ts';
import type { Sides, SymbolGeometry } from './geometry.ts';
import type { LinearSymbol } from './types.ts';

/** By how many modules guard bars are longer than the others (GS1 General Specifications 5.2.2.1.1). */
const GUARD_MODULES = 5;
/** Thickness of bearer bars in modules: at least twice a narrow bar (GS1 General Specifications 5.3.2.4). */
const BEARER_MODULES = 4;

/** How far a symbol's additions, such as text and frames, extend beyond its bars at either side. */
export function sidesOf(symbol: LinearSymbol, withText: boolean): Sides {
  const frame = symbol.bearers === 'frame' ? BEARER_MODULES : 0;
  let left = frame === 0 ? 0 : symbol.quietModules.left + frame;
  let right = frame === 0 ? 0 : symbol.quietModules.right + frame;
  if (withText && symbol.textParts !== undefined) {
    const modules = symbol.widths.reduce((sum, w) => sum + w, 0);
    for (const part of symbol.textParts) {
      left = Math.max(left, -part.fromModule);
      right = Math.max(right, part.toModule - modules);
    }
  }
  return { left, right };
}

/** The height of a bearer bar; one is above and one below the bars. */
export function bearerDots(symbol: LinearSymbol, moduleDots: number): Dots {
  return symbol.bearers === undefined ? 0 : BEARER_MODULES * moduleDots;
}

/** How far guard bars extend down between the digits. */
export function guardDots(moduleDots: number): Dots {
  return GUARD_MODULES * moduleDots;
}

/**
 * The dark rectangles around a symbol: bearer bars, and the ends of long bars, `upDots` above and `downDots` below.
 * They are in the symbol's own dots, so that some are negative. Readers get only the symbol's own rectangle, without
 * them.
 */
export function guardAndBearerRects(
  symbol: LinearSymbol,
  geometry: SymbolGeometry,
  upDots: Dots,
  downDots: Dots,
): readonly number[] {
  const { rects, widthDots, heightDots, moduleDots } = geometry;
  const trimmings: number[] = [];
  const { up = [], down = [] } = symbol.longBars ?? {};
  for (const bar of upDots > 0 ? up : []) trimmings.push(rects[bar * 4] ?? 0, -upDots, rects[bar * 4 + 2] ?? 0, upDots);
  for (const bar of downDots > 0 ? down : [])
    trimmings.push(rects[bar * 4] ?? 0, heightDots, rects[bar * 4 + 2] ?? 0, downDots);
  const thick = bearerDots(symbol, moduleDots);
  if (thick > 0) {
    const { left, right } = sidesOf(symbol, false);
    const [from, to] = [-left * moduleDots, widthDots + right * moduleDots];
    trimmings.push(from, -thick, to - from, thick, from, heightDots, to - from, thick);
    if (symbol.bearers === 'frame') trimmings.push(from, 0, thick, heightDots, to - thick, 0, thick, heightDots);
  }
  return trimmings;
}
