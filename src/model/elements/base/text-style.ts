import { codeOf, type ElementFields, type FieldReader } from './fields.ts';
import { DEFAULT_FONT_FAMILY } from './fonts.ts';

export const TEXT_ALIGNS = ['center', 'left', 'right', 'justify'] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];

/**
 * How an element's text looks: what texts and time texts have in common. With `autoWrap` lines break at the
 * element's width (the file's BoxWidth); without it a line is as long as it is and `align` says which edge (or the
 * middle) of the box it keeps. The height always follows from the lines.
 */
export interface TextStyle {
  readonly align: TextAlign;
  readonly fontFamily: string;
  /** In quarters of a millimetre of em height, 1 to 100 in steps of 0.2. */
  readonly fontSize: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeThrough: boolean;
  /** In font-size units (quarters of a millimetre), -1 to 12. */
  readonly letterSpacing: number;
  /** Line pitch as a multiple of the em height, 0 to 12; 0 is the font's own. */
  readonly lineHeight: number;
  readonly autoWrap: boolean;
  /** White text on a black box. */
  readonly antiMirror: boolean;
}

export const FONT_SIZE_LIMITS: { readonly min: number; readonly max: number; readonly step: number } = {
  min: 1,
  max: 100,
  step: 0.2,
};
/** Specification 2, section 9. */
const DEFAULT_FONT_SIZE = 18;
const BOX_WIDTH_MAX_MM = 3000;

const ALIGN_CODES = { '0': 'center', '1': 'left', '2': 'right', '3': 'justify' } as const;

/** A new element's text is as large on the screen at any zoom. */
export function newTextStyle(zoom: number): TextStyle {
  return {
    align: 'left',
    fontFamily: DEFAULT_FONT_FAMILY,
    fontSize: Math.min(100, Math.max(1, Math.round((DEFAULT_FONT_SIZE / zoom) * 5) / 5)),
    bold: false,
    italic: false,
    underline: false,
    strikeThrough: false,
    letterSpacing: 0,
    lineHeight: 0,
    autoWrap: false,
    antiMirror: false,
  };
}

export function readTextStyle(fields: FieldReader): TextStyle {
  return {
    align: fields.code<TextAlign>('TextAlign', ALIGN_CODES, 'left'),
    fontFamily: fields.text('FontFamily', DEFAULT_FONT_FAMILY),
    fontSize: fields.number('FontSize', DEFAULT_FONT_SIZE, FONT_SIZE_LIMITS.min, FONT_SIZE_LIMITS.max),
    bold: fields.flag('Bold', false),
    italic: fields.flag('Italic', false),
    underline: fields.flag('UnderLine', false),
    strikeThrough: fields.flag('DeleteLine', false),
    letterSpacing: fields.number('LetterSpacing', 0, -1, 12),
    lineHeight: fields.number('LineHeight', 0, 0, 12),
    autoWrap: fields.flag('TextAutoLine', false),
    antiMirror: fields.flag('AntiMirror', false),
  };
}

/** A text's width: the file's `BoxWidth` where lines break, `Width` otherwise. */
export function readTextWidth(fields: FieldReader, style: TextStyle, widthMm: number): number {
  const boxWidthMm = fields.number('BoxWidth', widthMm, 0, BOX_WIDTH_MAX_MM);
  return style.autoWrap ? boxWidthMm : widthMm;
}

export function writeTextStyle(style: TextStyle, widthMm: number): ElementFields['attributes'] {
  return {
    TextAlign: codeOf(ALIGN_CODES, style.align),
    FontFamily: style.fontFamily,
    FontSize: style.fontSize,
    Bold: style.bold,
    Italic: style.italic,
    UnderLine: style.underline,
    DeleteLine: style.strikeThrough,
    LetterSpacing: style.letterSpacing,
    LineHeight: style.lineHeight,
    TextAutoLine: style.autoWrap,
    BoxWidth: widthMm,
    AntiMirror: style.antiMirror,
  };
}
