import { problem } from '#model/kernel/problem.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayOp, Ink } from './display-op.ts';
import type { ElementBase } from './element.ts';
import type { ElementLayout, LayoutContext, ShapedText, ShapeRequest } from './layout.ts';
import type { TextAlign, TextStyle } from './text-style.ts';

type StyledElement = ElementBase & TextStyle;

/** Decoration lines, as parts of the em: where most text faces have them. */
const UNDERLINE_OFFSET = 0.11;
const STRIKE_OFFSET = -0.29;
const DECORATION_THICKNESS = 0.06;

/** A text with its style, in its box; `whole` is what it says. An empty one is a placeholder. */
export function layoutTextBlock(element: StyledElement, whole: string, context: LayoutContext): ElementLayout {
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
    problems: missing === '' ? [] : [problem('text.missingGlyph', { characters: missing, family: element.fontFamily })],
    warnings: [],
    placeholder: false,
  };
}

function shapeRequest(element: StyledElement, whole: string): ShapeRequest {
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
function anchorOffset(align: TextAlign, free: Mm): Mm {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

function emptyLayout(element: StyledElement): ElementLayout {
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

function decorations(element: StyledElement, shaped: ShapedText, left: Mm, ink: Ink): DisplayOp[] {
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
