import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import { codeOf } from '../base/fields.ts';
import { DEFAULT_FONT_FAMILY } from '../base/fonts.ts';
import type { TextAlign, TextElement } from './text-element.ts';

/** Specification 2, section 9. */
const DEFAULT_FONT_SIZE = 18;
export const FONT_SIZE_LIMITS: { readonly min: number; readonly max: number; readonly step: number } = {
  min: 1,
  max: 100,
  step: 0.2,
};
/** Of a Latin letter, in em. */
const AVERAGE_ADVANCE = 0.55;
const BOX_WIDTH_MAX_MM = 3000;

const ALIGN_CODES = { '0': 'center', '1': 'left', '2': 'right', '3': 'justify' } as const;

export const text: ElementDefinition<TextElement> = {
  type: 'text',
  fileType: 'Text',

  create(options) {
    const fontSize = Math.min(100, Math.max(1, Math.round((DEFAULT_FONT_SIZE / options.zoom) * 5) / 5));
    const sizeMm = fontUnitsToMm(fontSize);
    const text = options.text ?? '';
    // About as wide as the text will be: it appears where it was dropped.
    const width = Math.min(options.labelWidthMm, Math.max(sizeMm, sizeMm * AVERAGE_ADVANCE * text.length));
    return {
      ...createBase('text', options, width, sizeMm * 1.2),
      sources: [fixedText(text)],
      prefix: '',
      suffix: '',
      align: 'left',
      fontFamily: DEFAULT_FONT_FAMILY,
      fontSize,
      bold: false,
      italic: false,
      underline: false,
      strikeThrough: false,
      letterSpacing: 0,
      lineHeight: 0,
      autoWrap: false,
      antiMirror: false,
    };
  },

  read(base, fields) {
    const element: TextElement = {
      ...base,
      type: 'text',
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      prefix: fields.text('TextPrefix', ''),
      suffix: fields.text('TextSuffix', ''),
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
    const boxWidthMm = fields.number('BoxWidth', element.widthMm, 0, BOX_WIDTH_MAX_MM);
    const wrong = fields.problem();
    if (wrong !== null) return err(wrong);
    return ok(element.autoWrap ? { ...element, widthMm: boxWidthMm } : element);
  },

  write(element) {
    return {
      sources: element.sources,
      attributes: {
        TextPrefix: element.prefix,
        TextSuffix: element.suffix,
        TextAlign: codeOf(ALIGN_CODES, element.align),
        FontFamily: element.fontFamily,
        FontSize: element.fontSize,
        Bold: element.bold,
        Italic: element.italic,
        UnderLine: element.underline,
        DeleteLine: element.strikeThrough,
        LetterSpacing: element.letterSpacing,
        LineHeight: element.lineHeight,
        TextAutoLine: element.autoWrap,
        BoxWidth: element.widthMm,
        AntiMirror: element.antiMirror,
      },
    };
  },
};
