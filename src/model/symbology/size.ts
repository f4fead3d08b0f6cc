import { problem, type Problem } from '#model/kernel/problem.ts';
import { dotsToMm, MM_PER_INCH, type Dots, type Mm } from '#model/kernel/units.ts';
import { symbologyInfo } from './catalog/catalog.ts';
import { leastHeightMm } from './catalog/info.ts';
import { symbolWidthDots } from './geometry.ts';
import type { EncodedSymbol, Symbology } from './types.ts';

/** The size of a printed symbol. */
export interface SymbolSize {
  readonly symbology: Symbology;
  readonly dpi: number;
  readonly moduleDots: number;
  /** Width of a module (the X-dimension). */
  readonly moduleMm: Mm;
  /** The X-dimension in thousandths of an inch. */
  readonly moduleMil: number;
  /** Width without quiet zones. */
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** Quiet zones at left and right; a matrix symbol has the same all around. */
  readonly quietMm: { readonly left: Mm; readonly right: Mm };
}

/** The size of a symbol in whole dots. `heightDots` is the height of its bars or of the whole matrix. */
export function symbolSize(symbol: EncodedSymbol, moduleDots: number, heightDots: Dots, dpi: number): SymbolSize {
  const moduleMm = dotsToMm(moduleDots, dpi);
  const { left, right } =
    symbol.kind === 'linear' ? symbol.quietModules : { left: symbol.quietModules, right: symbol.quietModules };
  return {
    symbology: symbol.symbology,
    dpi,
    moduleDots,
    moduleMm,
    moduleMil: (moduleMm / MM_PER_INCH) * 1000,
    widthMm: dotsToMm(symbolWidthDots(symbol, moduleDots), dpi),
    heightMm: dotsToMm(heightDots, dpi),
    quietMm: { left: left * moduleMm, right: right * moduleMm },
  };
}

/** Tolerance for whole dots converted to millimeters. */
const HAIR_MM = 1e-6;

/** Warnings for sizes below the symbology's minimum: `symbol.smallModule`, `symbol.lowBars`. */
export function sizeProblems(size: SymbolSize): readonly Problem[] {
  const { minimum } = symbologyInfo(size.symbology);
  if (minimum === undefined) return [];
  const problems: Problem[] = [];
  if (size.moduleMm < minimum.xMm - HAIR_MM)
    problems.push(problem('symbol.smallModule', { actual: size.moduleMm.toFixed(3), least: minimum.xMm.toFixed(3) }));
  const leastMm = leastHeightMm(minimum, size);
  if (size.heightMm < leastMm - HAIR_MM)
    problems.push(problem('symbol.lowBars', { actual: size.heightMm.toFixed(1), least: leastMm.toFixed(1) }));
  return problems;
}
