import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayOp, DotsOp } from './display-op.ts';
import { codeOf, type ElementFields, type FieldReader } from './fields.ts';
import { DEFAULT_FONT_FAMILY } from './fonts.ts';
import type { LayoutContext, ShapedText, ShapeRequest } from './layout.ts';
import { ALIGN_CODES, type TextAlign } from './text-style.ts';

export const NUMBER_POSITIONS = ['none', 'below', 'above'] as const;
export type NumberPosition = (typeof NUMBER_POSITIONS)[number];

/** The human-readable number of a symbol, and the alignment of symbol and number in their box. */
export interface SymbolNumber {
  readonly numberPosition: NumberPosition;
  /**
   * `left`, `center`, `right`: the symbol's place in a wider box. `justify` spreads the letters of the number over the
   * width of the symbol, `stretch` widens them to it; the symbol is in the middle.
   */
  readonly align: TextAlign;
  readonly fontFamily: string;
  /** In quarters of a millimeter. */
  readonly fontSize: number;
}

const POSITION_CODES = { '0': 'none', '1': 'below', '2': 'above' } as const;
export const DEFAULT_NUMBER_SIZE = 12;

/** Reads a number. `position` is the default of a file. */
export function readSymbolNumber(fields: FieldReader, position: NumberPosition): SymbolNumber {
  return {
    numberPosition: fields.code<NumberPosition>('BarcodeNumPosition', POSITION_CODES, position),
    align: fields.code<TextAlign>('TextAlign', ALIGN_CODES, 'center'),
    fontFamily: fields.filledText('FontFamily', DEFAULT_FONT_FAMILY),
    fontSize: fields.number('FontSize', DEFAULT_NUMBER_SIZE, 1, 100),
  };
}

export function writeSymbolNumber(element: SymbolNumber): ElementFields['attributes'] {
  return {
    BarcodeNumPosition: codeOf(POSITION_CODES, element.numberPosition),
    TextAlign: codeOf(ALIGN_CODES, element.align),
    FontFamily: element.fontFamily,
    FontSize: element.fontSize,
  };
}

/** The place of the symbol in a wider box. */
export function symbolPlace(align: TextAlign): 'left' | 'center' | 'right' {
  return align === 'left' || align === 'right' ? align : 'center';
}

/** The place of a number: the top left corner and the width of its symbol, in mm of the content box. */
export interface NumberPlace {
  readonly leftMm: Mm;
  readonly topMm: Mm;
  readonly widthMm: Mm;
}

type NumberOp = Exclude<DisplayOp, DotsOp>;

export interface LaidOutNumber {
  readonly ops: readonly NumberOp[];
  readonly widthMm: Mm;
}

/** Lays out a number along its symbol: in its middle, spread over it, or stretched to its width. */
export function layoutNumber(
  element: SymbolNumber,
  text: string,
  { leftMm, topMm, widthMm }: NumberPlace,
  context: LayoutContext,
): LaidOutNumber {
  const { align } = element;
  const spread = align === 'justify' ? ({ align: 'stretch', spreadMm: widthMm } as const) : {};
  const shaped = shapeNumber(element, text, context, { ...spread });
  if (align === 'stretch' && shaped.widthMm > 0) {
    const transform = { a: widthMm / shaped.widthMm, b: 0, c: 0, d: 1, e: leftMm, f: topMm };
    return { ops: [{ type: 'group', transform, ops: glyphOps(shaped, 0, 0) }], widthMm };
  }
  return { ops: glyphOps(shaped, leftMm + (widthMm - shaped.widthMm) / 2, topMm), widthMm: shaped.widthMm };
}

/** Shaped text with its top left corner at a point. */
export function glyphOps(shaped: ShapedText, leftMm: Mm, topMm: Mm): NumberOp[] {
  return shaped.runs.map((run) => ({
    type: 'glyphs',
    run: { ...run, positions: run.positions.map((v, i) => v + (i % 2 === 0 ? leftMm : topMm)) },
    ink: 'black',
  }));
}

export function shapeNumber(
  element: Pick<SymbolNumber, 'fontFamily' | 'fontSize'>,
  text: string,
  context: LayoutContext,
  { scale = 1, ...more }: { readonly scale?: number } & Partial<ShapeRequest> = {},
): ShapedText {
  return context.measure.shape({
    text,
    family: element.fontFamily,
    sizeMm: fontUnitsToMm(element.fontSize) * scale,
    bold: false,
    italic: false,
    letterSpacingMm: 0,
    lineHeight: 0,
    align: 'left',
    wrapMm: null,
    ...more,
  });
}
