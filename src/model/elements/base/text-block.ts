import type { Rect } from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayOp, DotsOp, GlyphRun, GlyphsOp, RectOp } from './display-op.ts';
import { fitText } from './fit-text.ts';
import type { ElementLayout, LayoutContext, LinePart, ShapedText } from './layout.ts';
import { wholeParts } from './paragraphs.ts';
import { isColorOnly, type StyledText } from './styled-text.ts';
import { BLACK, isPale } from './text-color.ts';
import { fitsBox, lineLengthMm, type BoxedText, type TextAlign, type TextStyle } from './text-style.ts';

/** The thickness of decoration lines, as a fraction of the em: a typical value of text fonts. */
const DECORATION_THICKNESS = 0.06;
/**
 * Their offsets from the baseline, and in vertical text from the middle of the column, as fractions of the em. The
 * underline is then to the left of the column, like a Chinese proper-name mark.
 */
const DECORATIONS = [
  { field: 'underline', offset: 0.11, sideOffset: -0.56 },
  { field: 'strikeThrough', offset: -0.29, sideOffset: -DECORATION_THICKNESS / 2 },
] as const;

/** A text set in its box. */
export interface TextBlock {
  readonly ops: readonly Exclude<DisplayOp, DotsOp>[];
  /** The set text without the white of the box around it. */
  readonly painted: Rect;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Whether a text that has to fit its box exceeds it at the smallest size, too. */
  readonly isTooLong: boolean;
  readonly sizeMm: Mm;
}

/**
 * Lays out the text `whole` in its box; an empty one gives a placeholder. Horizontal text starts at the top of the box,
 * vertical text at its right edge. Without auto-wrap, a line longer than the box keeps the edge (or the middle) of its
 * alignment and exceeds the box elsewhere. A text that has to fit its box keeps it, however small the text becomes.
 */
export function layoutTextBlock(element: BoxedText, whole: StyledText, context: LayoutContext): ElementLayout {
  if (whole.text === '') return emptyLayout(element);
  const { painted, isTooLong, sizeMm, ...block } = setText(element, whole, context);
  const content = fitsBox(element) ? around(painted, element) : painted;
  return {
    ...block,
    ops: [...boxBehind(element, content), ...block.ops],
    content,
    symbols: [],
    overflows: isTooLong ? [problem('text.tooLong')] : [],
    placeholder: false,
    ...(fitsBox(element) ? { fitted: [{ sizeMm, isTooLong }] } : {}),
  };
}

/** Sets the text `whole`, which is not empty, in its box. */
export function setText(element: BoxedText, whole: StyledText, context: LayoutContext): TextBlock {
  const vertical = element.arrange === 'vertical';
  const length = lineLengthMm(element);
  const { shaped, sizeMm, narrowing, outcome } = fitText(element, whole, context);
  const [widthMm, heightMm] = vertical
    ? [shaped.widthMm, shaped.heightMm * narrowing]
    : [shaped.widthMm * narrowing, shaped.heightMm];
  const along = element.autoWrap ? 0 : anchorOffset(element.align, length - (vertical ? heightMm : widthMm));
  const left = vertical ? element.widthMm - widthMm : along;
  const top = vertical ? along : 0;
  const painted = {
    x: left,
    y: top,
    width: element.autoWrap && !vertical ? length : widthMm,
    height: element.autoWrap && vertical ? length : heightMm,
  };
  const glyphs = shaped.runs.map((run): GlyphsOp => ({ type: 'glyphs', run, ...inkOf(element, run) }));
  const lines = [...decorations(element, shaped, sizeMm), ...(shaped.rules ?? [])].map((rect: Decoration): RectOp => ({
    type: 'rect',
    rect: placed(rect, painted, vertical, narrowing),
    ...inkOf(element, rect),
  }));
  return {
    ops: [...placedGlyphs(glyphs, painted, vertical, narrowing), ...lines],
    painted,
    problems: missingGlyphs(element, shaped.missing),
    warnings: [...(outcome === 'shortened' ? [problem('text.shortened')] : []), ...paleColors(element, shaped.runs)],
    isTooLong: outcome === 'tooLong',
    sizeMm,
  };
}

/** The ink of a part of the text: black in the part's color or the text's, or white on a black box. */
export function inkOf(
  { antiMirror, color }: Pick<TextStyle, 'antiMirror' | 'color'>,
  part: { readonly color?: string },
): Pick<GlyphsOp, 'ink' | 'color'> {
  if (antiMirror) return WHITE_INK;
  const own: string | undefined = part.color ?? color;
  return own === BLACK || own === undefined ? BLACK_INK : { ink: 'black', color: own };
}

const BLACK_INK = { ink: 'black' } as const;
const WHITE_INK = { ink: 'white' } as const;

/** The black box of white text, which has the text's color. */
export function boxBehind({ antiMirror, color }: Pick<TextStyle, 'antiMirror' | 'color'>, rect: Rect): RectOp[] {
  if (!antiMirror) return [];
  return [{ type: 'rect', rect, ...inkOf({ antiMirror: false, color }, {}) }];
}

/** The warning about colors that can hardly be seen on color outputs. */
export function paleColors(
  { antiMirror, color }: Pick<TextStyle, 'antiMirror' | 'color'>,
  runs: readonly Pick<GlyphRun, 'color'>[],
): readonly Problem[] {
  // A label in the journal of an earlier version has no colors.
  const used: readonly (string | undefined)[] = antiMirror ? [color] : runs.map((run) => run.color ?? color);
  const pale = [...new Set(used)].filter((each) => each !== undefined && each !== BLACK && isPale(each));
  return pale.length === 0 ? [] : [problem('text.paleColor', { color: pale.join(', ') })];
}

/** The problem of code points that no font has. */
export function missingGlyphs({ fontFamily }: TextStyle, missing: readonly number[]): readonly Problem[] {
  if (missing.length === 0) return [];
  const characters = missing.map((code) => String.fromCodePoint(code)).join(' ');
  return [problem('text.missingGlyph', { characters, family: fontFamily })];
}

/** The rectangle around a text and its box. */
export function around(painted: Rect, { widthMm, heightMm }: BoxedText): Rect {
  const [left, top] = [Math.min(0, painted.x), Math.min(0, painted.y)];
  const right = Math.max(widthMm, painted.x + painted.width);
  const bottom = Math.max(heightMm, painted.y + painted.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Glyphs at their place in the box. Narrowed ones are a group with a stretch along the line. */
function placedGlyphs(
  glyphs: readonly GlyphsOp[],
  { x, y }: Rect,
  vertical: boolean,
  narrowing: number,
): TextBlock['ops'] {
  if (narrowing === 1) return glyphs.map((op) => ({ ...op, run: shifted(op.run, x, y) }));
  const [a, d] = vertical ? [1, narrowing] : [narrowing, 1];
  return [{ type: 'group', transform: { a, b: 0, c: 0, d, e: x, f: y }, ops: glyphs }];
}

/** A decoration line at its place in the box. */
function placed(rect: Rect, { x, y }: Rect, vertical: boolean, narrowing: number): Rect {
  const [across, down] = vertical ? [1, narrowing] : [narrowing, 1];
  return { x: x + rect.x * across, y: y + rect.y * down, width: rect.width * across, height: rect.height * down };
}

export function emptyLayout(element: BoxedText): ElementLayout {
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

/**
 * The offset of a line that doesn't wrap. `free` is the remaining space in the box, negative when the line is longer.
 */
export function anchorOffset(align: TextAlign, free: Mm): Mm {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

function shifted(run: GlyphRun, dxMm: Mm, dyMm: Mm): GlyphRun {
  if (dxMm === 0 && dyMm === 0) return run;
  return { ...run, positions: run.positions.map((v, i) => v + (i % 2 === 0 ? dxMm : dyMm)) };
}

/** A line under or through letters of one color. */
export interface Decoration extends Rect {
  /** The color of the run. */
  readonly color?: string;
}

/** Underlines and strike-throughs of a text with this em height. */
export function decorations(style: TextStyle, shaped: ShapedText, em: Mm): Decoration[] {
  const vertical = style.arrange === 'vertical';
  const own = shaped.parts ?? [];
  // Lines are those of a text without colors, cut where the color changes.
  const isWhole = own.every((part) => isColorOnly(part.style));
  const parts = isWhole ? wholeParts(shaped, { sizeMm: em }) : own;
  return DECORATIONS.flatMap(({ field, offset, sideOffset }) =>
    parts.flatMap((part, i): Decoration[] => {
      const isDecorated = (each: LinePart): boolean => each.style[field] ?? style[field];
      if (!isDecorated(part)) return [];
      // A raised or lowered part is struck through at its own height, and underlined like the text around it.
      const [sizeMm, riseMm] = field === 'underline' && part.riseMm !== 0 ? [em, 0] : [part.sizeMm, part.riseMm];
      const thickness = DECORATION_THICKNESS * sizeMm;
      const across = part.baselineMm - riseMm + (vertical ? sideOffset : offset) * sizeMm;
      const next = parts[i + 1];
      // Justified lines and letter spacing leave gaps between parts; a line under both has none.
      const goesOn = next !== undefined && isAfter(next, part) && isDecorated(next);
      const length = goesOn ? next.leftMm - part.leftMm : part.widthMm;
      const rect = vertical
        ? { x: across, y: part.leftMm, width: thickness, height: length }
        : { x: part.leftMm, y: across, width: length, height: thickness };
      if (isWhole)
        return cutByColor(
          rect,
          own.filter(({ baselineMm }) => baselineMm === part.baselineMm),
          vertical,
        );
      return [part.style.color === undefined ? rect : { ...rect, color: part.style.color }];
    }),
  );
}

/** Whether a part follows another one on the same line. */
function isAfter(next: LinePart, part: LinePart): boolean {
  return next.baselineMm === part.baselineMm && next.leftMm > part.leftMm;
}

/** The line under or through a whole line of text, in the colors of its parts. */
function cutByColor(rect: Rect, parts: readonly LinePart[], vertical: boolean): Decoration[] {
  const [start, end] = vertical ? [rect.y, rect.y + rect.height] : [rect.x, rect.x + rect.width];
  const cuts = parts.filter((part, i) => i === 0 || part.style.color !== parts[i - 1]?.style.color);
  if (cuts.length === 0) return [rect];
  return cuts.map(({ leftMm, style: { color } }, i) => {
    const from = i === 0 ? start : leftMm;
    const length = (cuts[i + 1]?.leftMm ?? end) - from;
    const piece = vertical ? { ...rect, y: from, height: length } : { ...rect, x: from, width: length };
    return color === undefined ? piece : { ...piece, color };
  });
}
