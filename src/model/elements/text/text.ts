import { err, ok } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { canvasUnitsToMm, fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import { createBase, type ElementDefinition } from '../base/definition.ts';
import type { DisplayOp, Ink } from '../base/display-op.ts';
import { codeOf } from '../base/fields.ts';
import { DEFAULT_FONT_FAMILY } from '../base/fonts.ts';
import type { ElementLayout, ShapedText, ShapeRequest } from '../base/layout.ts';
import type { TextAlign, TextElement } from './text-element.ts';

/** Specification 2, section 9. */
const DEFAULT_FONT_SIZE = 18;
export const FONT_SIZE_LIMITS: { readonly min: number; readonly max: number; readonly step: number } = {
  min: 1,
  max: 100,
  step: 0.2,
};
/** `BoxWidth` in the file is in canvas units in the product's panel and in millimetres in the file. */
const BOX_WIDTH_MAX_MM = 3000;

const ALIGN_CODES = { '0': 'center', '1': 'left', '2': 'right', '3': 'justify' } as const;

/** Decoration lines, as parts of the em: where most text faces have them. */
const UNDERLINE_OFFSET = 0.11;
const STRIKE_OFFSET = -0.29;
const DECORATION_THICKNESS = 0.06;

export const text: ElementDefinition<TextElement> = {
  type: 'text',
  fileType: 'Text',

  create(options) {
    const fontSize = Math.min(100, Math.max(1, Math.round((DEFAULT_FONT_SIZE / options.zoom) * 5) / 5));
    const sizeMm = fontUnitsToMm(fontSize);
    const width = Math.min(options.labelWidthMm, Math.max(canvasUnitsToMm(80 / options.zoom), sizeMm * 4));
    return {
      ...createBase('text', options, width, sizeMm * 1.2),
      sources: [fixedText(options.text ?? '')],
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

  layout(element, value, context): ElementLayout {
    const whole = value === '' ? '' : element.prefix + value + element.suffix;
    if (whole === '') return emptyLayout(element);
    const shaped = context.measure.shape(shapeRequest(element, whole));
    const left = element.autoWrap ? 0 : anchorOffset(element.align, element.widthMm - shaped.widthMm);
    const content = {
      x: left,
      y: 0,
      width: element.autoWrap ? element.widthMm : shaped.widthMm,
      height: shaped.heightMm,
    };
    const ink: Ink = element.antiMirror ? 'white' : 'black';
    const ops: DisplayOp[] = element.antiMirror ? [{ type: 'rect', rect: content, ink: 'black' }] : [];
    for (const run of shaped.runs) ops.push({ type: 'glyphs', run: left === 0 ? run : shifted(run, left), ink });
    ops.push(...decorations(element, shaped, left, ink));
    const missing = shaped.missing.map((code) => String.fromCodePoint(code)).join(' ');
    return {
      ops,
      content,
      symbols: [],
      problems:
        missing === '' ? [] : [problem('text.missingGlyph', { characters: missing, family: element.fontFamily })],
      warnings: [],
      placeholder: false,
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

export function shapeRequest(element: TextElement, whole: string): ShapeRequest {
  return {
    text: whole,
    family: element.fontFamily,
    sizeMm: fontUnitsToMm(element.fontSize),
    bold: element.bold,
    italic: element.italic,
    letterSpacingMm: fontUnitsToMm(element.letterSpacing),
    lineHeight: element.lineHeight,
    align: element.align,
    wrapMm: element.autoWrap ? element.widthMm : null,
  };
}

/** Which edge of the box a line without wrapping keeps: `free` is the room that it leaves, negative when it is longer. */
export function anchorOffset(align: TextAlign, free: Mm): Mm {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

function emptyLayout(element: TextElement): ElementLayout {
  const content = {
    x: 0,
    y: 0,
    width: element.widthMm,
    height: Math.max(element.heightMm, fontUnitsToMm(element.fontSize)),
  };
  return { ops: [], content, symbols: [], problems: [], warnings: [], placeholder: true };
}

function shifted(run: ShapedText['runs'][number], dxMm: Mm): ShapedText['runs'][number] {
  return { ...run, positions: run.positions.map((v, i) => (i % 2 === 0 ? v + dxMm : v)) };
}

function decorations(element: TextElement, shaped: ShapedText, left: Mm, ink: Ink): DisplayOp[] {
  const em = fontUnitsToMm(element.fontSize);
  const offsets = [...(element.underline ? [UNDERLINE_OFFSET] : []), ...(element.strikeThrough ? [STRIKE_OFFSET] : [])];
  return shaped.lines.flatMap((line) =>
    offsets.map((offset): DisplayOp => ({
      type: 'rect',
      rect: {
        x: left + line.leftMm,
        y: line.baselineMm + offset * em,
        width: line.widthMm,
        height: DECORATION_THICKNESS * em,
      },
      ink,
    })),
  );
}
