import type { Rect } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayOp, GlyphRun, Ink } from './display-op.ts';
import type { ElementLayout, LayoutContext, ShapedLine, ShapedText, ShapeRequest } from './layout.ts';
import { lineLengthMm, type BoxedText, type TextAlign, type TextStyle } from './text-style.ts';

/** Offsets and thickness of decoration lines, as fractions of the em: typical values of text fonts. */
const UNDERLINE_OFFSET = 0.11;
const STRIKE_OFFSET = -0.29;
const DECORATION_THICKNESS = 0.06;
/** In vertical text the underline is to the left of the column, like a Chinese proper-name mark. */
const SIDE_LINE_OFFSET = -0.56;

/**
 * Lays out the text `whole` in its box; an empty one gives a placeholder. Horizontal text starts at the top of the box,
 * vertical text at its right edge. Without auto-wrap, a line longer than the box keeps the edge (or the middle) of its
 * alignment and exceeds the box elsewhere.
 */
export function layoutTextBlock(element: BoxedText, whole: string, context: LayoutContext): ElementLayout {
  if (whole === '') return emptyLayout(element);
  const vertical = element.arrange === 'vertical';
  const length = lineLengthMm(element);
  const shaped = context.measure.shape(shapeRequest(element, length, whole));
  const free = length - (vertical ? shaped.heightMm : shaped.widthMm);
  const along = element.autoWrap ? 0 : anchorOffset(element.align, free);
  const left = vertical ? element.widthMm - shaped.widthMm : along;
  const top = vertical ? along : 0;
  const content = {
    x: left,
    y: top,
    width: element.autoWrap && !vertical ? length : shaped.widthMm,
    height: element.autoWrap && vertical ? length : shaped.heightMm,
  };
  const ink: Ink = element.antiMirror ? 'white' : 'black';
  const ops: DisplayOp[] = element.antiMirror ? [{ type: 'rect', rect: content, ink: 'black' }] : [];
  for (const run of shaped.runs) ops.push({ type: 'glyphs', run: shifted(run, left, top), ink });
  for (const rect of decorations(element, shaped, left, top)) ops.push({ type: 'rect', rect, ink });
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

function emptyLayout(element: BoxedText): ElementLayout {
  const em = fontUnitsToMm(element.fontSize);
  const vertical = element.arrange === 'vertical';
  const content = {
    x: 0,
    y: 0,
    width: vertical ? Math.max(element.widthMm, em) : element.widthMm,
    height: vertical ? element.heightMm : Math.max(element.heightMm, em),
  };
  return { ops: [], content, symbols: [], problems: [], warnings: [], placeholder: true };
}

function shapeRequest(style: TextStyle, lengthMm: Mm, text: string): ShapeRequest {
  const spreads = style.align === 'justify' || style.align === 'stretch';
  return {
    text,
    family: style.fontFamily,
    sizeMm: fontUnitsToMm(style.fontSize),
    bold: style.bold,
    italic: style.italic,
    letterSpacingMm: fontUnitsToMm(style.letterSpacing),
    lineHeight: style.lineHeight,
    align: style.align,
    wrapMm: style.autoWrap ? lengthMm : null,
    ...(style.arrange === 'vertical' ? { vertical: true } : {}),
    ...(spreads && !style.autoWrap ? { spreadMm: lengthMm } : {}),
  };
}

/**
 * The offset of a line that doesn't wrap. `free` is the remaining space in the box, negative when the line is longer.
 */
function anchorOffset(align: TextAlign, free: Mm): Mm {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

function shifted(run: GlyphRun, dxMm: Mm, dyMm: Mm): GlyphRun {
  if (dxMm === 0 && dyMm === 0) return run;
  return { ...run, positions: run.positions.map((v, i) => v + (i % 2 === 0 ? dxMm : dyMm)) };
}

function decorations(style: TextStyle, shaped: ShapedText, left: Mm, top: Mm): Rect[] {
  const em = fontUnitsToMm(style.fontSize);
  const vertical = style.arrange === 'vertical';
  const offsets: number[] = [];
  if (style.underline) offsets.push(vertical ? SIDE_LINE_OFFSET : UNDERLINE_OFFSET);
  if (style.strikeThrough) offsets.push(vertical ? -DECORATION_THICKNESS / 2 : STRIKE_OFFSET);
  return shaped.lines.flatMap((line) =>
    offsets.map((offset) => adjacentLine(line, offset * em, vertical, left, top, em)),
  );
}

function adjacentLine(line: ShapedLine, offsetMm: Mm, vertical: boolean, left: Mm, top: Mm, em: Mm): Rect {
  const across = line.baselineMm + offsetMm;
  const thickness = DECORATION_THICKNESS * em;
  return vertical
    ? { x: left + across, y: top + line.leftMm, width: thickness, height: line.widthMm }
    : { x: left + line.leftMm, y: top + across, width: line.widthMm, height: thickness };
}
