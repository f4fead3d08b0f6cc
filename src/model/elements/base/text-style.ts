import type { Mm } from '#model/kernel/units.ts';
import { codeOf, type ElementFields, type FieldReader } from './fields.ts';
import { DEFAULT_FONT_FAMILY, NEW_FONT_FAMILY } from './fonts.ts';
import { hasCourse, type TextCourse } from './text-course.ts';
import type { ParagraphStyle } from './paragraph-style.ts';
import { BLACK, colorOf } from './text-color.ts';

/**
 * In vertical text `left` means the top and `right` the bottom. `justify` spreads words (and Chinese characters) over
 * the box; `stretch` spreads all characters, in the last line too.
 */
export const TEXT_ALIGNS = ['center', 'left', 'right', 'justify', 'stretch'] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];

/** `vertical`: lines run from top to bottom, each to the left of the previous one. */
export const TEXT_ARRANGES = ['horizontal', 'vertical'] as const;
export type TextArrange = (typeof TEXT_ARRANGES)[number];

/**
 * How the text of a table cell fits its box. `shrink`: smaller, down to a smallest size. `resize`: as large as fits between
 * two sizes. `condense`: narrower glyphs down to a limit, then smaller. `ellipsis`: the end is left out, with an ellipsis.
 */
export const CELL_FITS = ['none', 'shrink', 'resize', 'condense', 'ellipsis'] as const;
/** How other texts fit their box. `grow`: the box becomes as high as the text needs, and never lower than drawn. */
export const TEXT_FITS = ['none', 'shrink', 'resize', 'condense', 'ellipsis', 'grow'] as const;
export type TextFit = (typeof TEXT_FITS)[number];

/** How the letters of a text look. */
export interface FontStyle {
  readonly fontFamily: string;
  /** Em height in quarters of a millimeter: 1 to 100 in steps of 0.2. */
  readonly fontSize: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeThrough: boolean;
  /** Quarters of a millimeter, like the font size: -1 to 12. */
  readonly letterSpacing: number;
  /** Line pitch as a multiple of the em height, 0 to 12; 0 uses the font's own. */
  readonly lineHeight: number;
  /** `#rrggbb`, on color outputs (see `text-color.ts`). */
  readonly color: string;
}

export const FONT_FIELDS: readonly (keyof FontStyle)[] = [
  'fontFamily',
  'fontSize',
  'bold',
  'italic',
  'underline',
  'strikeThrough',
  'letterSpacing',
  'lineHeight',
  'color',
];

/** The style fields of every element that shows text. */
export interface TextStyle extends FontStyle {
  readonly align: TextAlign;
  readonly arrange: TextArrange;
  /** Lines break at the box's width; in vertical text, at its height. */
  readonly autoWrap: boolean;
  /** White text on a black box. */
  readonly antiMirror: boolean;
  /** With `autoWrap` lines break first, and the wrapped text fits the box. */
  readonly fit: TextFit;
  /** The smallest em height of a text that fits its box, in quarters of a millimeter like `fontSize`. */
  readonly minFontSize: number;
  /** The largest em height with `resize`; otherwise it is `fontSize`. */
  readonly maxFontSize: number;
  /** The smallest width of condensed glyphs, in percent of their own. */
  readonly minWidthPercent: number;
  /** Whether a text that becomes smaller or larger has one size on all labels of a run: the smallest that a row needs. */
  readonly sameSizeInRun: boolean;
}

export const TEXT_STYLE_FIELDS: readonly (keyof TextStyle)[] = [
  'align',
  'arrange',
  ...FONT_FIELDS,
  'autoWrap',
  'antiMirror',
  'fit',
  'minFontSize',
  'maxFontSize',
  'minWidthPercent',
  'sameSizeInRun',
];

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Specification 2, section 9. */
export const FONT_SIZE_LIMITS: Limits = { min: 1, max: 100, step: 0.2 };
/** Specification 2, section 9; the steps are ours. */
export const LETTER_SPACING_LIMITS: Limits = { min: -1, max: 12, step: 0.1 };
export const LINE_HEIGHT_LIMITS: Limits = { min: 0, max: 12, step: 0.1 };
/** Condensed text stays legible down to about half its width. */
export const MIN_WIDTH_LIMITS: Limits = { min: 40, max: 100, step: 5 };
/** 5 points: smaller text is hardly legible on a printer of 300 dpi. */
export const DEFAULT_MIN_FONT_SIZE = 7;
const DEFAULT_MAX_FONT_SIZE = FONT_SIZE_LIMITS.max;
const DEFAULT_MIN_WIDTH_PERCENT = 70;
/** Specification 2, section 9: the length of the lines of a text that wraps, in canvas units; up to 317 mm. */
export const BOX_WIDTH_UNITS: Omit<Limits, 'step'> = { min: 1, max: 1200 };
/** Specification 2, section 9. */
export const DEFAULT_FONT_SIZE = 18;
const BOX_WIDTH_MAX_MM = 3000;

/** The fields of a text that keeps its size; nothing of them is in the file. */
export const NO_FIT: Pick<TextStyle, 'fit' | 'minFontSize' | 'maxFontSize' | 'minWidthPercent' | 'sameSizeInRun'> = {
  fit: 'none',
  minFontSize: DEFAULT_MIN_FONT_SIZE,
  maxFontSize: DEFAULT_MAX_FONT_SIZE,
  minWidthPercent: DEFAULT_MIN_WIDTH_PERCENT,
  sameSizeInRun: false,
};

export const ALIGN_CODES = { '0': 'center', '1': 'left', '2': 'right', '3': 'justify', '4': 'stretch' } as const;
const ARRANGE_CODES = { '0': 'horizontal', '1': 'vertical' } as const;
const FIT_CODES = { '0': 'none', '1': 'shrink', '2': 'resize', '3': 'condense', '4': 'ellipsis' } as const;
/** An attribute of its own, so that programs which know only the fits above read such a text without a complaint. */
const GROWS = 'GrowDown';

/** The style of a new element, whose text has the same size on the screen at any zoom. */
export function newTextStyle(zoom: number): TextStyle {
  return {
    align: 'left',
    arrange: 'horizontal',
    fontFamily: NEW_FONT_FAMILY,
    fontSize: Math.min(100, Math.max(1, Math.round((DEFAULT_FONT_SIZE / zoom) * 5) / 5)),
    bold: false,
    italic: false,
    underline: false,
    strikeThrough: false,
    letterSpacing: 0,
    lineHeight: 0,
    color: BLACK,
    autoWrap: false,
    antiMirror: false,
    ...NO_FIT,
  };
}

export function readTextStyle(fields: FieldReader): TextStyle {
  return {
    align: fields.code<TextAlign>('TextAlign', ALIGN_CODES, 'left'),
    arrange: fields.code<TextArrange>('TextArrange', ARRANGE_CODES, 'horizontal'),
    ...readFontFields(fields),
    autoWrap: fields.flag('TextAutoLine', false),
    antiMirror: fields.flag('AntiMirror', false),
    ...readTextFit(fields),
  };
}

export function readFontFields(fields: FieldReader): FontStyle {
  return {
    fontFamily: fields.filledText('FontFamily', DEFAULT_FONT_FAMILY),
    fontSize: fields.number('FontSize', DEFAULT_FONT_SIZE, FONT_SIZE_LIMITS.min, FONT_SIZE_LIMITS.max),
    bold: fields.flag('Bold', false),
    italic: fields.flag('Italic', false),
    underline: fields.flag('UnderLine', false),
    strikeThrough: fields.flag('DeleteLine', false),
    letterSpacing: fields.number('LetterSpacing', 0, LETTER_SPACING_LIMITS.min, LETTER_SPACING_LIMITS.max),
    lineHeight: fields.number('LineHeight', 0, LINE_HEIGHT_LIMITS.min, LINE_HEIGHT_LIMITS.max),
    color: fields.has(FONT_COLOR) ? readColor(fields) : BLACK,
  };
}

/** An attribute of our own: other programs show and print the text in black. */
const FONT_COLOR = 'FontColor';

function readColor(fields: FieldReader): string {
  const color = colorOf(fields.text(FONT_COLOR, ''));
  if (color !== null) return color;
  fields.keep(FONT_COLOR);
  return BLACK;
}

const FIT_ATTRIBUTES = ['TextFit', 'MinFontSize', 'MaxFontSize', 'MinTextWidth', 'SameSizeInRun'];

/** Most texts have none of these attributes, and a table may have forty thousand cells. */
function readTextFit(fields: FieldReader): typeof NO_FIT {
  if (!FIT_ATTRIBUTES.some((name) => fields.has(name))) return NO_FIT;
  const { min, max } = FONT_SIZE_LIMITS;
  return {
    fit: fields.code<TextFit>('TextFit', FIT_CODES, 'none'),
    minFontSize: fields.number('MinFontSize', DEFAULT_MIN_FONT_SIZE, min, max),
    maxFontSize: fields.number('MaxFontSize', DEFAULT_MAX_FONT_SIZE, min, max),
    minWidthPercent: fields.number(
      'MinTextWidth',
      DEFAULT_MIN_WIDTH_PERCENT,
      MIN_WIDTH_LIMITS.min,
      MIN_WIDTH_LIMITS.max,
    ),
    sameSizeInRun: fields.flag('SameSizeInRun', false),
  };
}

/** The style of a text whose box may grow: tables don't have this attribute. */
export function readGrowingStyle(fields: FieldReader): TextStyle {
  const style = readTextStyle(fields);
  return fields.flag(GROWS, false) ? { ...style, fit: 'grow' } : style;
}

/** Reads a text's width: the file's `BoxWidth` when horizontal lines break, otherwise `Width`. */
export function readTextWidth(fields: FieldReader, style: TextStyle, widthMm: Mm): Mm {
  const boxWidthMm = fields.number('BoxWidth', widthMm, 0, BOX_WIDTH_MAX_MM);
  return style.autoWrap && style.arrange === 'horizontal' ? boxWidthMm : widthMm;
}

/** Reads a text's height: the file's `BoxWidth` when vertical lines break, otherwise `Height`. */
export function readTextHeight(fields: FieldReader, style: TextStyle, heightMm: Mm): Mm {
  const boxWidthMm = fields.number('BoxWidth', heightMm, 0, BOX_WIDTH_MAX_MM);
  return style.autoWrap && style.arrange === 'vertical' ? boxWidthMm : heightMm;
}

/** The style's attributes for the file; `lengthMm` is the result of `lineLengthMm`. */
export function writeTextStyle(style: TextStyle, lengthMm: Mm): ElementFields['attributes'] {
  return {
    TextAlign: codeOf(ALIGN_CODES, style.align),
    TextArrange: codeOf(ARRANGE_CODES, style.arrange),
    ...writeFontFields(style),
    TextAutoLine: style.autoWrap,
    BoxWidth: lengthMm,
    AntiMirror: style.antiMirror,
    ...writeTextFit(style),
  };
}

export function writeFontFields(style: FontStyle): ElementFields['attributes'] {
  return {
    FontFamily: style.fontFamily,
    FontSize: style.fontSize,
    Bold: style.bold,
    Italic: style.italic,
    UnderLine: style.underline,
    DeleteLine: style.strikeThrough,
    LetterSpacing: style.letterSpacing,
    LineHeight: style.lineHeight,
    ...(style.color === BLACK ? {} : { [FONT_COLOR]: style.color }),
  };
}

/** Older programs ignore these attributes, so only those that differ from the default are written. */
function writeTextFit(style: TextStyle): ElementFields['attributes'] {
  const { fit, minFontSize, maxFontSize, minWidthPercent, sameSizeInRun } = style;
  const fields: Record<string, string | number | boolean> = {};
  if (fit === 'grow') fields[GROWS] = true;
  else if (fit !== 'none') fields['TextFit'] = codeOf(FIT_CODES, fit);
  if (minFontSize !== DEFAULT_MIN_FONT_SIZE) fields['MinFontSize'] = minFontSize;
  if (maxFontSize !== DEFAULT_MAX_FONT_SIZE) fields['MaxFontSize'] = maxFontSize;
  if (minWidthPercent !== DEFAULT_MIN_WIDTH_PERCENT) fields['MinTextWidth'] = minWidthPercent;
  if (sameSizeInRun) fields['SameSizeInRun'] = true;
  return fields;
}

/** The size that a text has on all labels of a run. It is only in the template of that run, and never in a file. */
export interface RunSized {
  /** The em height at most. */
  readonly runSizeMm?: Mm;
}

/** A text's style and its box. Without a paragraph style, its paragraphs are lines like any other. */
export interface BoxedText extends TextStyle, Partial<ParagraphStyle>, RunSized {
  readonly widthMm: Mm;
  readonly heightMm: Mm;
}

/** The length of the box's side along which the text runs, at which its lines break. The file's `BoxWidth`. */
export function lineLengthMm(text: BoxedText): Mm {
  return text.arrange === 'vertical' ? text.heightMm : text.widthMm;
}

/** Whether a text that fits its box in this way becomes smaller or larger. */
export function changesSize(fit: TextFit | null): boolean {
  return fit === 'shrink' || fit === 'resize' || fit === 'condense';
}

/** Whether the text has one size on all labels of a run. Other ways to fit a box keep the size. */
export function hasRunSize({ fit, sameSizeInRun }: TextStyle): boolean {
  return sameSizeInRun && changesSize(fit);
}

/**
 * Whether the box is drawn and doesn't follow from the text, except for the height of one that grows: also that of a text
 * on a course of its own.
 */
export function fitsBox(style: TextStyle & Partial<TextCourse>): boolean {
  return style.fit !== 'none' || hasCourse(style);
}

/** Whether the box's length is a setting of its own and doesn't follow from the text. */
export function keepsLength(style: TextStyle & Partial<TextCourse>): boolean {
  return fitsBox(style) || style.autoWrap || style.align === 'justify' || style.align === 'stretch';
}
