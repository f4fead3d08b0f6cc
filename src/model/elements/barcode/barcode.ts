import { err, expectOk, ok } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { dotsToMm, fontUnitsToMm } from '#model/kernel/units.ts';
import { encodeSymbol, linearByFileId, symbologyDefinition } from '#model/symbology/registry.ts';
import { LINEAR_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fixedText } from '../base/content.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import type { DisplayOp } from '../base/display-op.ts';
import { codeOf } from '../base/fields.ts';
import { DEFAULT_FONT_FAMILY } from '../base/fonts.ts';
import type { ElementLayout, LayoutContext, ShapedText } from '../base/layout.ts';
import { dotBox, layoutSymbol } from '../base/symbol-layout.ts';
import type { BarcodeElement, NumberPosition } from './barcode-element.ts';

const POSITION_CODES = { '0': 'none', '1': 'below', '2': 'above' } as const;
const ALIGN_CODES = { '0': 'center', '1': 'left', '2': 'right' } as const;
const DEFAULT_FONT_SIZE = 12;
/** Clear space between bars and number: one font unit. */
const TEXT_GAP_MM = 0.25;

export const barcode: ElementDefinition<BarcodeElement> = {
  type: 'barcode',
  fileType: 'Barcode',

  create(options) {
    const width = Math.min(options.labelWidthMm, Math.max(0.45 * options.labelWidthMm, 20));
    const height = Math.min(options.labelHeightMm, Math.max(0.2 * options.labelHeightMm, 8), 20);
    return {
      ...createBase('barcode', options, width, height),
      sources: [fixedText(symbologyDefinition('code128').defaultValue)],
      symbology: 'code128',
      numberPosition: 'below',
      align: 'center',
      fontFamily: DEFAULT_FONT_FAMILY,
      fontSize: DEFAULT_FONT_SIZE,
    };
  },

  layout: layoutBarcode,

  read(base, fields) {
    const id = fields.number('BarCodeType', 1, 0, 1000);
    const symbology = linearByFileId(id);
    if (symbology === undefined) fields.reject('BarCodeType');
    const element: BarcodeElement = {
      ...base,
      type: 'barcode',
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      symbology: symbology ?? LINEAR_SYMBOLOGIES[0],
      numberPosition: fields.code<NumberPosition>('BarcodeNumPosition', POSITION_CODES, 'below'),
      align: fields.code<BarcodeElement['align']>('TextAlign', ALIGN_CODES, 'center'),
      fontFamily: fields.text('FontFamily', DEFAULT_FONT_FAMILY),
      fontSize: fields.number('FontSize', DEFAULT_FONT_SIZE, 1, 100),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write(element) {
    return {
      sources: element.sources,
      attributes: {
        BarCodeType: symbologyDefinition(element.symbology).fileId,
        BarcodeNumPosition: codeOf(POSITION_CODES, element.numberPosition),
        TextAlign: codeOf(ALIGN_CODES, element.align),
        FontFamily: element.fontFamily,
        FontSize: element.fontSize,
      },
    };
  },
};

/** Bars in whole dots; the number in mm, centred on them. A value that cannot be encoded shows the default one. */
function layoutBarcode(element: BarcodeElement, value: string, context: LayoutContext): ElementLayout {
  const encoded = encodeSymbol(element.symbology, value, {});
  const problems: Problem[] = encoded.ok ? [] : [encoded.error];
  const symbol = encoded.ok
    ? encoded.value
    : expectOk(encodeSymbol(element.symbology, symbologyDefinition(element.symbology).defaultValue, {}));

  const number = element.numberPosition === 'none' ? null : shapeNumber(element, symbol.text, context);
  const numberMm = number === null ? 0 : number.heightMm + TEXT_GAP_MM;
  const box = dotBox(element, context.dpi);
  const numberDots = Math.ceil((numberMm * context.dpi) / 25.4);
  const heightDots = box.heightDots - numberDots;
  if (heightDots < 1)
    problems.push(problem('symbol.tooLow', { symbology: symbologyDefinition(element.symbology).title }));
  const laidOut = layoutSymbol(symbol, box, {
    topDots: element.numberPosition === 'above' ? numberDots : 0,
    heightDots,
    align: element.align,
  });
  if (!laidOut.fits)
    problems.push(problem('symbol.tooNarrow', { symbology: symbologyDefinition(element.symbology).title }));

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
}

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
