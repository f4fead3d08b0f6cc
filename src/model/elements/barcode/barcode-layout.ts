import { problem, type Problem } from '#model/kernel/problem.ts';
import { dotsToMm, mmToDots } from '#model/kernel/units.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { fittingModule } from '#model/symbology/geometry.ts';
import { bearerDots, guardDots, sidesOf, guardAndBearerRects } from '#model/symbology/guard-and-bearer-bars.ts';
import type { LinearSymbol } from '#model/symbology/types.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutContext, LayoutOf } from '../base/layout.ts';
import { type DotBox, dotBox, dotsOp, layoutSymbol, type SymbolRoom } from '../base/symbol-layout.ts';
import { hatchOnly, placeholderHatch } from '../base/placeholder.ts';
import { shapeNumber, symbolPlace, type SymbolNumber } from '../base/symbol-number.ts';
import type { BarcodeElement } from './barcode-element.ts';
import { layoutText, textLines, type TextLines } from './barcode-text.ts';

/** Clear space between the bars and the number: one font unit. */
const TEXT_GAP_MM = 0.25;

/**
 * Lays out bars in whole dots and the human-readable number in mm. For a value that cannot be encoded it shows the
 * default value under hatching; hatching alone while the encoder is loading.
 */
export const layoutBarcode: LayoutOf<BarcodeElement> = (element, [value = ''], context) => {
  const title = symbologyInfo(element.symbology).title;
  const encoded = encodeSymbol(element.symbology, value, element.options);
  const problems: Problem[] = encoded.ok ? [] : [encoded.error];
  const shown = encoded.ok
    ? encoded
    : encodeSymbol(element.symbology, symbologyInfo(element.symbology).defaultValue, {});
  if (!shown.ok) return hatchOnly(element.widthMm, element.heightMm, shown.error);
  const symbol = shown.value;
  if (symbol.kind !== 'linear') throw new Error(`${symbol.symbology} is no barcode`);

  const { dpi } = context;
  const box = dotBox(element, dpi);
  const lines = textLines(symbol, element.numberPosition);
  const hasText = lines.above + lines.below > 0;
  const lineMm = hasText ? shapeNumber(element, '0', context).heightMm : 0;
  const lineDots = Math.ceil(((lineMm + TEXT_GAP_MM) * dpi) / 25.4);
  const room = roomOf(symbol, box, lines, lineDots, element, context);
  if (room.heightDots < 1) problems.push(problem('symbol.tooLow', { symbology: title }));
  const laidOut = layoutSymbol(symbol, box, room);
  if (!laidOut.fits) problems.push(problem('symbol.tooNarrow', { symbology: title }));

  const { rect, geometry } = laidOut;
  const ops: DisplayOp[] = [laidOut.op];
  const trimmings = guardAndBearerRects(
    symbol,
    geometry,
    element.numberPosition === 'below' && lines.above > 0 ? rect.y : 0,
    element.numberPosition === 'below' ? Math.min(guardDots(geometry.moduleDots), lineDots) : 0,
  );
  if (trimmings.length > 0) ops.push(dotsOp(box, trimmings, rect.x, rect.y));

  const warnings: Problem[] = [];
  if (hasText) {
    const aboveMm = (lines.above - 1) * lineMm;
    const text = layoutText(
      element,
      symbol,
      {
        barsMm: dotsToMm(rect.x, dpi),
        moduleMm: dotsToMm(geometry.moduleDots, dpi),
        widthMm: dotsToMm(rect.width, dpi),
        captionMm: 0,
        aboveMm,
        numberMm: element.numberPosition === 'above' ? aboveMm : element.heightMm - lineMm,
      },
      context,
    );
    ops.push(...text.ops);
    if (text.tooWide) warnings.push(problem('symbol.textTooWide'));
  }
  if (!encoded.ok) ops.push(...placeholderHatch(element.widthMm, element.heightMm));
  return {
    ops,
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [laidOut.placed],
    problems,
    warnings,
    placeholder: !encoded.ok,
  };
};

/** The space that text and bearer bars leave for the bars. A symbol of fixed size gets no more than that size. */
function roomOf(
  symbol: LinearSymbol,
  box: DotBox,
  lines: TextLines,
  lineDots: number,
  { align: alignment, numberPosition }: Pick<SymbolNumber, 'align' | 'numberPosition'>,
  { dpi }: LayoutContext,
): SymbolRoom {
  const align = symbolPlace(alignment);
  const sides = sidesOf(symbol, numberPosition !== 'none');
  const bearers = bearerDots(symbol, Math.max(1, fittingModule(symbol, box.widthDots, box.heightDots, sides)));
  const topDots = lines.above * lineDots + bearers;
  const heightDots = box.heightDots - topDots - lines.below * lineDots - bearers;
  const { fixedMm } = symbol;
  if (fixedMm === undefined) return { topDots, heightDots, align, sides };
  const height = Math.min(heightDots, mmToDots(fixedMm.height, dpi));
  const free = heightDots - height;
  // A symbol of fixed height is next to its text, or in the middle when there is none.
  const above = numberPosition === 'below' ? free : numberPosition === 'above' ? 0 : Math.floor(free / 2);
  return {
    topDots: topDots + above,
    heightDots: height,
    align,
    sides,
    mostDots: Math.max(1, mmToDots(fixedMm.bar, dpi)),
  };
}
