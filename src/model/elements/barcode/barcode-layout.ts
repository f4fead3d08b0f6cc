import { expectOk } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { dotsToMm, fontUnitsToMm } from '#model/kernel/units.ts';
import { symbologyInfo } from '#model/symbology/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutContext, LayoutOf, ShapedText } from '../base/layout.ts';
import { dotBox, layoutSymbol } from '../base/symbol-layout.ts';
import type { BarcodeElement } from './barcode-element.ts';

/** Clear space between bars and number: one font unit. */
const TEXT_GAP_MM = 0.25;

/** Bars in whole dots; the number in mm, centred on them. A value that cannot be encoded shows the default one. */
export const layoutBarcode: LayoutOf<BarcodeElement> = (element, value, context) => {
  const encoded = encodeSymbol(element.symbology, value, element.options);
  const problems: Problem[] = encoded.ok ? [] : [encoded.error];
  const symbol = encoded.ok
    ? encoded.value
    : expectOk(encodeSymbol(element.symbology, symbologyInfo(element.symbology).defaultValue, {}));

  const number = element.numberPosition === 'none' ? null : shapeNumber(element, symbol.text, context);
  const numberMm = number === null ? 0 : number.heightMm + TEXT_GAP_MM;
  const box = dotBox(element, context.dpi);
  const numberDots = Math.ceil((numberMm * context.dpi) / 25.4);
  const heightDots = box.heightDots - numberDots;
  if (heightDots < 1) problems.push(problem('symbol.tooLow', { symbology: symbologyInfo(element.symbology).title }));
  const laidOut = layoutSymbol(symbol, box, {
    topDots: element.numberPosition === 'above' ? numberDots : 0,
    heightDots,
    align: element.align,
  });
  if (!laidOut.fits) problems.push(problem('symbol.tooNarrow', { symbology: symbologyInfo(element.symbology).title }));

  const ops: DisplayOp[] = [laidOut.op];
  const warnings: Problem[] = [];
  if (number !== null) {
    const centreMm = dotsToMm(laidOut.rect.x + laidOut.rect.width / 2, context.dpi);
    const top = element.numberPosition === 'above' ? 0 : element.heightMm - number.heightMm;
    ops.push(...placed(number, centreMm - number.widthMm / 2, top));
    if (number.widthMm > element.widthMm) warnings.push(problem('symbol.textTooWide'));
  }
  return {
    ops,
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [laidOut.placed],
    problems,
    warnings,
    placeholder: !encoded.ok,
  };
};

function shapeNumber(element: BarcodeElement, text: string, context: LayoutContext): ShapedText {
  return context.measure.shape({
    text,
    family: element.fontFamily,
    sizeMm: fontUnitsToMm(element.fontSize),
    bold: false,
    italic: false,
    letterSpacingMm: 0,
    lineHeight: 0,
    align: 'left',
    wrapMm: null,
  });
}

function placed(shaped: ShapedText, dx: number, dy: number): DisplayOp[] {
  return shaped.runs.map((run) => ({
    type: 'glyphs',
    run: { ...run, positions: run.positions.map((v, i) => v + (i % 2 === 0 ? dx : dy)) },
    ink: 'black',
  }));
}
