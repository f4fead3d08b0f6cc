import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { GlyphRun } from './display-op.ts';
import type { Hyphenation } from './hyphenation.ts';
import type { LinePart, ShapedLine, ShapedText, ShapeRequest, TextMeasure } from './layout.ts';
import type { LinePiece } from './leaders.ts';
import {
  setAtOnce,
  setLineByLine,
  shapeMark,
  sizeOf,
  type Paragraph,
  type ParagraphPort,
  type SetLines,
} from './paragraph-lines.ts';
import type { ListKind, ParagraphStyle } from './paragraph-style.ts';
import { slicedText } from './styled-text.ts';
import type { TabStop } from './tab-stops.ts';
import { isRightToLeft } from './text-direction.ts';
import type { TextAlign } from './text-style.ts';

/** The space between the marks of a list and its text, as a fraction of the em. */
const MARK_GAP = 0.4;

/** A paragraph style with what it needs from the whole text. Lengths are in those of the request. */
export interface ParagraphLook {
  readonly spacingMm: Mm;
  readonly firstMm: Mm;
  readonly startMm: Mm;
  readonly list: ListKind;
  /** The length of the column of a list's marks and of the space behind it, as a multiple of the em. */
  readonly columnEms: number;
  readonly stops: readonly TabStop[];
  readonly direction: ParagraphStyle['textDirection'];
  readonly hyphenation: Hyphenation;
}

/** The look of a text's paragraphs; `request` shapes the text at any size. */
export function paragraphLook(style: ParagraphStyle, request: ShapeRequest, measure: TextMeasure): ParagraphLook {
  const { indentMm, firstIndentMm, list } = style;
  const isList = list !== 'none';
  const hanging: readonly TabStop[] =
    firstIndentMm < 0 && !isList ? [{ positionMm: indentMm, align: 'left', leader: 'none' }] : [];
  return {
    spacingMm: style.paragraphSpacingMm,
    firstMm: isList ? indentMm : Math.max(0, indentMm + firstIndentMm),
    startMm: indentMm,
    list,
    columnEms: isList ? columnEms(list, request, measure) : 0,
    stops: [...style.tabStops, ...hanging].sort((a, b) => a.positionMm - b.positionMm),
    direction: style.textDirection,
    hyphenation: request.vertical === true ? 'none' : style.hyphenation,
  };
}

function columnEms(list: ListKind, request: ShapeRequest, measure: TextMeasure): number {
  const count = request.text.split(/\r\n?|\n/).filter((line) => line !== '').length;
  const marks = list === 'numbers' ? Array.from({ length: count }, (_, i) => markOf(list, i + 1)) : [markOf(list, 1)];
  const port = { measure, isMeasured: true };
  const lengths = marks.map(
    (mark) => sizeOf(shapeMark(request, { rightToLeft: false }, mark, port).shaped, request).along,
  );
  return largestOf(lengths) / request.sizeMm + MARK_GAP;
}

/** The largest length; 0 for none. A long text has more lines than a function takes arguments. */
export function largestOf(lengths: readonly Mm[]): Mm {
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}

function markOf(list: ListKind, number: number): string {
  switch (list) {
    case 'none':
      return '';
    case 'bullets':
      return '•';
    case 'dashes':
      return '–';
    case 'numbers':
      return `${number}.`;
  }
}

/** The look with lengths along the lines in those of a text that is narrowed afterwards. */
export function narrowedLook(look: ParagraphLook, narrowing: number): ParagraphLook {
  if (narrowing === 1) return look;
  return {
    ...look,
    firstMm: look.firstMm / narrowing,
    startMm: look.startMm / narrowing,
    stops: look.stops.map((stop) => ({ ...stop, positionMm: stop.positionMm / narrowing })),
  };
}

/** Shapes a text whose paragraphs have a look. */
export function shapeParagraphs(whole: ShapeRequest, look: ParagraphLook, port: ParagraphPort): ShapedText {
  const request = { ...whole, text: whole.text.replace(/\r\n?/g, '\n') };
  const { wrapMm, spreadMm } = request;
  const blocks = paragraphsOf(request, look).map((paragraph) => ({
    paragraph,
    lines: setParagraph(request, paragraph, port),
  }));
  const lengths = blocks.flatMap(({ lines }) => lines.map((line) => line.lengthMm));
  const lengthMm = Math.max(wrapMm ?? 0, spreadMm ?? 0, largestOf(lengths));
  const placed: PlacedPiece[] = [];
  let across = 0;
  for (const [i, { paragraph, lines }] of blocks.entries()) {
    if (i > 0) across += look.spacingMm;
    for (const [l, line] of lines.entries()) {
      const shift = line.hasTabs ? 0 : shiftOf(request.align, lengthMm - line.lengthMm, paragraph.rightToLeft);
      const pieces = line.pieces.map(({ shaped, fromStartMm, baselineMm }): PlacedPiece => {
        const from = fromStartMm + shift;
        const { along } = sizeOf(shaped, request);
        return {
          shaped,
          alongMm: paragraph.rightToLeft ? lengthMm - from - along : from,
          acrossMm: across + line.baselineMm - baselineMm,
        };
      });
      const [first] = pieces;
      if (l === 0 && paragraph.mark !== '' && first !== undefined && !port.isMeasured) {
        const mark = shapeMark(request, paragraph, paragraph.mark, port);
        placed.push({
          ...markPlace(mark, first, paragraph, request),
          acrossMm: across + line.baselineMm - mark.baselineMm,
        });
      }
      placed.push(...pieces);
      across += line.acrossMm;
    }
  }
  return joined(placed, { along: lengthMm, across }, request);
}

/** A mark next to the first line of its paragraph. Decoration lines leave it out. */
function markPlace(
  { shaped }: LinePiece,
  first: PlacedPiece,
  { rightToLeft }: Paragraph,
  request: ShapeRequest,
): Omit<PlacedPiece, 'acrossMm'> {
  const { leftMm = 0, widthMm = 0 } = first.shaped.lines[0] ?? {};
  const gap = MARK_GAP * request.sizeMm;
  const start = first.alongMm + leftMm;
  const alongMm = rightToLeft ? start + widthMm + gap : start - gap - sizeOf(shaped, request).along;
  return { shaped: { ...shaped, lines: [] }, alongMm };
}

interface ListedParagraph extends Paragraph {
  /** Empty for none. */
  readonly mark: string;
}

function paragraphsOf(request: ShapeRequest, look: ParagraphLook): readonly ListedParagraph[] {
  const whole = { text: request.text, spans: request.spans ?? [] };
  const isWholeRightToLeft = isRightToLeft(whole.text);
  const columnMm = look.columnEms * request.sizeMm;
  let start = 0;
  let number = 0;
  return whole.text.split('\n').map((line) => {
    const own = slicedText(whole, start, start + line.length);
    start += line.length + 1;
    const rightToLeft =
      look.direction === 'text'
        ? isWholeRightToLeft
        : look.direction === 'paragraph'
          ? isRightToLeft(line)
          : look.direction === 'rtl';
    return {
      ...own,
      rightToLeft,
      firstMm: look.firstMm + columnMm,
      startMm: look.startMm + columnMm,
      hyphenation: look.hyphenation,
      stops: line.includes('\t') ? look.stops : [],
      mark: line === '' ? '' : markOf(look.list, ++number),
    };
  });
}

function setParagraph(request: ShapeRequest, paragraph: Paragraph, port: ParagraphPort): readonly SetLines[] {
  const { firstMm, startMm, stops, hyphenation } = paragraph;
  const isEven = request.wrapMm === null || (firstMm === startMm && hyphenation === 'none');
  return isEven && stops.length === 0 ? [setAtOnce(request, paragraph, port)] : setLineByLine(request, paragraph, port);
}

/** How far from the start of their paragraph shorter lines are. */
function shiftOf(align: TextAlign, free: Mm, rightToLeft: boolean): Mm {
  if (align === 'center') return free / 2;
  return align === (rightToLeft ? 'left' : 'right') ? free : 0;
}

/** Shaped text with its place in the box: from the left, or the top of vertical text, and from its first line. */
interface PlacedPiece {
  readonly shaped: ShapedText;
  readonly alongMm: Mm;
  readonly acrossMm: Mm;
}

function joined(
  pieces: readonly PlacedPiece[],
  { along, across }: { readonly along: Mm; readonly across: Mm },
  request: ShapeRequest,
): ShapedText {
  const isVertical = request.vertical === true;
  const hasParts = pieces.some(({ shaped }) => shaped.parts !== undefined);
  const lines: ShapedLine[] = [];
  const runs: GlyphRun[] = [];
  const parts: LinePart[] = [];
  const rules: Rect[] = [];
  const missing = new Set<number>();
  for (const { shaped, alongMm, acrossMm } of pieces) {
    const [dx, dy] = isVertical ? [across - acrossMm - shaped.widthMm, alongMm] : [alongMm, acrossMm];
    const moved = <T extends ShapedLine | LinePart>(line: T): T => ({
      ...line,
      leftMm: line.leftMm + alongMm,
      baselineMm: line.baselineMm + (isVertical ? dx : dy),
    });
    for (const line of shaped.lines) lines.push(moved(line));
    runs.push(...shaped.runs.map((run) => ({ ...run, positions: movedPositions(run.positions, dx, dy) })));
    rules.push(...(shaped.rules ?? []).map((rule) => ({ ...rule, x: rule.x + dx, y: rule.y + dy })));
    for (const code of shaped.missing) missing.add(code);
    if (hasParts) parts.push(...(shaped.parts ?? wholeParts(shaped, request)).map(moved));
  }
  return {
    widthMm: isVertical ? across : along,
    heightMm: isVertical ? along : across,
    lines,
    runs,
    missing: [...missing],
    ...(hasParts ? { parts } : {}),
    ...(rules.length === 0 ? {} : { rules }),
  };
}

/** The lines of a text without spans, each as one part. */
export function wholeParts({ lines }: ShapedText, { sizeMm }: Pick<ShapeRequest, 'sizeMm'>): readonly LinePart[] {
  return lines.map((line) => ({ ...line, riseMm: 0, sizeMm, style: {} }));
}

function movedPositions(positions: Float32Array, dx: Mm, dy: Mm): Float32Array {
  return positions.map((v, i) => v + (i % 2 === 0 ? dx : dy));
}
