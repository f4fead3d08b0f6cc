import type { DotRect } from '#model/elements/base/display-op.ts';
import type { PlacedSymbol, TurnedSymbol } from '#model/elements/base/layout.ts';
import { type Problem, problem } from '#model/kernel/problem.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { decodability, meanWidths, seenWidths } from '#model/symbology/read/decodability.ts';
import type { Profile } from '#model/symbology/read/dot-image.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import {
  gradeMeasures,
  type GradeNote,
  type SymbolMeasures,
  type SymbolReader,
} from '#model/symbology/read/measures.ts';
import type { EncodedSymbol } from '#model/symbology/types.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import { CORNER_DOTS, type Crop, cropOf, cropOfModules } from './crop.ts';
import { decodeAgain, decodeCrop, type Decoded, isGrid, readerOf } from './decode.ts';
import { isExact } from './expected-dots.ts';
import { type Margins, quietMargins } from '#model/elements/base/symbol-margins.ts';
import { intersect, isInside, moved } from './placed-area.ts';
import { freeQuietZoneShare } from './quiet-zone.ts';
import { isExactTurned, onPlane, samplesOf, turnedCrop, turnedModules, turnedQuietZoneShare } from './turned-symbol.ts';
import type { Zxing } from './zxing.ts';

/** The reading of one symbol of a print bitmap. */
export interface SymbolReading {
  /** The reader's text, in the form of the symbol's content; null when it found nothing. */
  readonly decoded: string | null;
  /** The readers that found the symbol's content. */
  readonly readers: readonly SymbolReader[];
  /** Why the label must not be printed at any minimum grade; null when it may. */
  readonly problem: Problem | null;
  /** F when there is a problem. */
  readonly grade: Grade;
  /** What limits the grade, the worst first. */
  readonly notes: readonly GradeNote[];
  /** Null when the symbol is not on the label. */
  readonly measures: SymbolMeasures | null;
}

/**
 * Reads a symbol back from the bits that will print. `label` is the area of its label on the plane; nothing outside it
 * is read. It may extend beyond the plane when this has the symbol with its quiet zone. Mirrored symbols are exempt:
 * the caller excludes them.
 *
 * The symbol must be on the label and the page (`symbol.outsideLabel`), be found (`symbol.notReadable`), decode to its
 * content (`symbol.misread` with `expected` and `decoded`) and have every dot as encoded, so that nothing is over it
 * (`symbol.covered`). A reading that disagrees with dots that are all as encoded is repeated in another way before it
 * rejects a label. The measurements give its grade.
 */
export function readBack(
  zxing: Zxing,
  plane: BitPlane,
  label: DotRect,
  placed: PlacedSymbol,
  dpi: number,
): SymbolReading {
  const { symbol } = placed;
  const bounds = moved(placed.bounds, label.x, label.y);
  const whole = { x: 0, y: 0, width: plane.width, height: plane.height };
  if (!isInside(bounds, label) || !isInside(bounds, whole))
    return refused(null, [], problem('symbol.outsideLabel'), null);

  const quiet = quietMargins(placed);
  const seen = intersect(label, whole);
  const turned = placed.turned === undefined ? null : onPlane(placed.turned, label);
  const exact = turned === null ? isExact(plane, bounds, placed) : isExactTurned(plane, bounds, turned, placed);
  const quietZone =
    turned === null
      ? freeQuietZoneShare(plane, label, seen, bounds, placed.rotation, quiet)
      : turnedQuietZoneShare(plane, label, seen, turned, quiet);
  const atOnce = exact && quietZone === 1 ? decodeModules(zxing, plane, bounds, turned, placed, quiet) : null;
  const { decoded, bars } =
    atOnce ??
    (turned === null
      ? decodeDots(zxing, cropOf(plane, seen, bounds, placed, quiet), symbol, exact)
      : decodeTurned(zxing, (perDot) => turnedCrop(plane, seen, turned, placed, quiet, perDot), placed, exact));
  const measures: SymbolMeasures = {
    ...measureBars(placed, bars, dpi),
    quietZone,
    unusedErrorCorrection: decoded?.unusedErrorCorrection ?? null,
  };
  const byDots: readonly SymbolReader[] = exact ? ['dots'] : [];
  if (decoded === null) return refused(null, byDots, problem('symbol.notReadable'), measures);
  const { text } = decoded;
  if (text !== symbol.content) {
    return refused(text, byDots, problem('symbol.misread', { expected: symbol.content, decoded: text }), measures);
  }
  const readers = [...byDots, readerOf(symbol)];
  if (!exact) return refused(text, readers, problem('symbol.covered'), measures);
  return { decoded: text, readers, problem: null, ...gradeMeasures(symbol.symbology, measures), measures };
}

interface Seen {
  readonly decoded: Decoded | null;
  /** Null for a matrix symbol. */
  readonly bars: Profile | null;
}

/**
 * Reads a symbol whose dots are all as encoded, and whose quiet zone is bare, from the corners of its modules. Null
 * when that is not possible, or when there is any doubt.
 */
function decodeModules(
  zxing: Zxing,
  plane: BitPlane,
  bounds: DotRect,
  turned: TurnedSymbol | null,
  placed: PlacedSymbol,
  quiet: Margins,
): Seen | null {
  const { symbol, moduleDots } = placed;
  if (symbol.kind !== 'matrix' || moduleDots <= CORNER_DOTS || !isGrid(symbol)) return null;
  const crop =
    turned === null
      ? cropOfModules(plane, bounds, placed, quiet)
      : turnedModules(plane, turned, symbol, moduleDots, quiet);
  const decoded = decodeCrop(zxing, crop, symbol);
  const isSure = decoded?.text === symbol.content && (decoded.unusedErrorCorrection ?? 1) === 1;
  return isSure ? { decoded, bars: null } : null;
}

function decodeDots(zxing: Zxing, crop: Crop, symbol: EncodedSymbol, exact: boolean): Seen {
  const first = decodeCrop(zxing, crop, symbol);
  const bars = symbol.kind === 'matrix' ? null : crop.profile();
  // When every dot is as encoded and the reader still finds something else, the reader itself may be wrong: it reads in
  // another way.
  const decoded = exact && first?.text !== symbol.content ? (decodeAgain(zxing, crop, symbol) ?? first) : first;
  return { decoded, bars };
}

/** Other numbers of samples put the edges elsewhere, which a reader that found nothing, or something else, may need. */
function decodeTurned(
  zxing: Zxing,
  cropWith: (perDot: number) => Crop,
  { symbol, moduleDots }: PlacedSymbol,
  exact: boolean,
): Seen {
  const [most, ...others] = samplesOf(moduleDots);
  const first = decodeDots(zxing, cropWith(most), symbol, exact);
  if (!exact) return first;
  for (const perDot of others) {
    if (first.decoded?.text === symbol.content) break;
    const decoded = decodeCrop(zxing, cropWith(perDot), symbol);
    if (decoded?.text === symbol.content) return { ...first, decoded };
  }
  return first;
}

function refused(
  decoded: string | null,
  readers: readonly SymbolReader[],
  why: Problem,
  measures: SymbolMeasures | null,
): SymbolReading {
  return { decoded, readers, problem: why, grade: 'F', notes: [], measures };
}

type BarMeasures = Omit<SymbolMeasures, 'quietZone' | 'unusedErrorCorrection'>;

function measureBars(
  { symbol, bounds, rotation, moduleDots, turned }: PlacedSymbol,
  bars: Profile | null,
  dpi: number,
): BarMeasures {
  const isOnSide = rotation === 90 || rotation === 270;
  const size = {
    widthMm: dotsToMm(turned?.widthDots ?? (isOnSide ? bounds.height : bounds.width), dpi),
    heightMm: dotsToMm(turned?.heightDots ?? (isOnSide ? bounds.width : bounds.height), dpi),
  };
  if (symbol.kind === 'matrix' || bars === null) {
    return { ...size, moduleMm: dotsToMm(moduleDots, dpi), decodability: null, ratio: null };
  }
  const { widths } = bars;
  const left = decodability(symbol, widths);
  if (symbol.wideRatio !== undefined) {
    const { narrow, wide } = meanWidths(symbol.widths, widths);
    // In a postal code only spaces are wide, and their width is the pitch and not a ratio.
    const ratio = symbol.fixedMm !== undefined ? null : narrow > 0 ? wide / narrow : 0;
    return { ...size, moduleMm: dotsToMm(narrow, dpi), decodability: left, ratio };
  }
  const modules = seenWidths(symbol.widths).reduce((sum, w) => sum + w, 0);
  const dots = widths.reduce((sum, w) => sum + w, 0);
  return { ...size, moduleMm: dotsToMm(dots / modules, dpi), decodability: left, ratio: null };
}
