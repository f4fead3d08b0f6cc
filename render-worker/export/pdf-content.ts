import { assertNever } from '#model/kernel/assert-never.ts';
import type { DisplayOp, DotsOp, GlyphRun, GlyphsOp, PathOp } from '#model/elements/base/display-op.ts';
import type { DotPattern } from '#model/elements/base/fill-pattern.ts';
import { LINE_CAPS, LINE_JOINS } from '#model/elements/base/drawing.ts';
import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsToMm, MM_PER_INCH, POINTS_PER_INCH, type Mm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { INSET_POINTS } from '#model/page/bitmap-pdf.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { exactImage, type ExactImage } from './exact-image.ts';
import { exactPattern } from './exact-pattern.ts';
import { movedData } from '../paint/path-data.ts';
import { turnOf } from '../paint/turned-glyphs.ts';
import { emboldeningPenMm, glyphTexts, isLeftward, isStraight, letterStarts, SLANT } from './glyph-texts.ts';
import { hex4, utf16Hex, type PdfFont, type PdfFonts } from './pdf-fonts.ts';
import type { PdfImages } from './pdf-images.ts';
import { decimal, type PlacedList, type VectorPage } from './vector-page.ts';

const POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH;
/** Enough digits for the far end of a symbol on a long label to be right to a hundredth of a dot. */
const SCALE_DIGITS = 10;

export interface PdfContentParts {
  readonly fonts: PdfFonts;
  readonly images: PdfImages;
  readonly library: ImageLibrary;
}

/** A page's drawing and the objects that it references. */
export interface PdfContent {
  readonly operators: string;
  readonly fonts: ReadonlySet<number>;
  readonly images: ReadonlySet<number>;
}

/** The page as PDF operators. Inside it uses millimeters from the top left, outside points from the bottom left. */
export function pdfContent(page: VectorPage, parts: PdfContentParts): PdfContent {
  const drawing = new Drawing(parts);
  drawing.add(`${matrix(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, page.heightMm * POINTS_PER_MM)} cm`);
  for (const label of page.labels) drawing.label(label);
  return drawing;
}

class Drawing implements PdfContent {
  readonly fonts = new Set<number>();
  readonly images = new Set<number>();
  readonly #parts: PdfContentParts;
  readonly #lines: string[] = [];

  constructor(parts: PdfContentParts) {
    this.#parts = parts;
  }

  get operators(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  label({ list, xMm, yMm }: PlacedList): void {
    // Stroke corners as Skia draws them: mitered up to 4 times the pen.
    this.add(`q ${matrix(1, 0, 0, 1, xMm, yMm)} cm 0 j 4 M`);
    this.add(`0 0 ${decimal(list.widthMm)} ${decimal(list.heightMm)} re W n`);
    for (const item of list.items) for (const op of item.ops) this.#op(op, item.transform, list);
    this.add('Q');
  }

  #op(op: DisplayOp, transform: Affine, list: DisplayList): void {
    switch (op.type) {
      case 'rect': {
        const { x, y, width, height } = op.rect;
        return this.#inBox(transform, [`${fillInk(op)} ${[x, y, width, height].map(mm).join(' ')} re f`]);
      }
      case 'path':
        if (op.paint.style === 'fill' && op.paint.pattern !== undefined)
          return this.#pattern(op, op.paint.pattern, transform, list);
        return this.#inBox(transform, pathLines(op));
      case 'glyphs':
        return this.#inBox(transform, this.#glyphs(op.run, op));
      case 'image':
        return this.#image(exactImage(this.#parts.library, op, transform, list.dpi), list.dpi);
      case 'dots':
        return this.#dots(op, list.dpi);
      case 'group': {
        const inside = multiply(transform, op.transform);
        for (const inner of op.ops) this.#op(inner, inside, list);
        return;
      }
      default:
        return assertNever(op);
    }
  }

  #inBox({ a, b, c, d, e, f }: Affine, lines: readonly string[]): void {
    this.add(`q ${matrix(a, b, c, d, e, f)} cm`);
    this.#lines.push(...lines);
    this.add('Q');
  }

  /** Draws a symbol as one path of whole numbers: rectangles that touch show no seam, and each is exact to the dot. */
  #dots(op: DotsOp, dpi: number): void {
    const mmPerDot = MM_PER_INCH / dpi;
    this.add(`q ${matrix(mmPerDot, 0, 0, mmPerDot, 0, 0)} cm ${fillInk(op)}`);
    if (op.turn !== undefined) {
      const { a, b, c, d, e, f } = op.turn;
      this.add(`${matrix(a, b, c, d, e, f)} cm`);
    }
    for (let i = 0; i + 3 < op.rects.length; i += 4) this.add(`${op.rects.subarray(i, i + 4).join(' ')} re`);
    this.add('f Q');
  }

  /** The dots of the pattern, cut off by the path. */
  #pattern(op: PathOp, pattern: DotPattern, transform: Affine, list: DisplayList): void {
    const exact = exactPattern(op, pattern, transform, list);
    if (exact === null) return;
    const clip = op.paint.style === 'fill' && op.paint.evenOdd === true ? 'W*' : 'W';
    this.add('q');
    this.#lines.push(...pathOperators(movedData(op.data, transform)), `${clip} n`);
    this.#image(exact, list.dpi);
    this.add('Q');
  }

  #image(exact: ExactImage | null, dpi: number): void {
    if (exact === null) return;
    const number = this.#parts.images.image(exact);
    this.images.add(number);
    const inset = INSET_POINTS / POINTS_PER_MM;
    const [left, top] = [dotsToMm(exact.left, dpi), dotsToMm(exact.top, dpi)];
    const [width, height] = [dotsToMm(exact.width, dpi), dotsToMm(exact.height, dpi)];
    // In PDF an image fills the unit square with y upwards.
    const place = [width - 2 * inset, 0, 0, 2 * inset - height, left + inset, top + height - inset] as const;
    this.add(`q ${matrix(...place)} cm /I${number} Do Q`);
  }

  #glyphs(run: GlyphRun, op: Inked): string[] {
    if (run.glyphs.length === 0) return [];
    const font = this.#parts.fonts.font(run.face);
    this.fonts.add(font.number);
    const thick = run.embolden ? ` ${strokeInk(op)} ${mm(emboldeningPenMm(run.sizeMm))} w 0 J [] 0 d 2 Tr` : '';
    const start = `BT /F${font.number} 1 Tf ${fillInk(op)}${thick}`;
    if (isStraight(run)) return [start, straightText(run, font), 'ET'];
    if (isLeftward(run)) return [start, ...letterByLetter(run, font), 'ET'];
    // A reader can't reconstruct the text of glyphs that don't follow each other on a line, so the text is given with
    // them.
    return [...says(run.text), start, ...scatteredText(run, font), 'ET', 'EMC'];
  }
}

/** Begins marked content with this text for readers; `EMC` ends it. */
function says(text: string): string[] {
  return [`/Span << /ActualText <feff${utf16Hex(text)}> >> BDC`];
}

/**
 * Gives each letter, with its marks, its own text. Readers would reverse a text for the whole run, because they take
 * leftward glyphs for reversed ones.
 */
function letterByLetter(run: GlyphRun, font: PdfFont): string[] {
  const starts = letterStarts(run);
  const ends = [...new Set(starts), run.text.length].sort((a, b) => a - b);
  return scatteredText(run, font).flatMap((line, i) => {
    const start = starts[i] ?? 0;
    const letter = run.text.slice(start, ends[ends.indexOf(start) + 1]);
    return [...(start === starts[i - 1] ? [] : says(letter)), line, ...(start === starts[i + 1] ? [] : ['EMC'])];
  });
}

/** One `TJ` operator: glyphs at their own widths, corrected where the next one is elsewhere. */
function straightText(run: GlyphRun, font: PdfFont): string {
  const texts = glyphTexts(run);
  const along = run.sideways === true ? 1 : 0;
  const start = run.positions[along] ?? 0;
  const parts: string[] = [];
  let codes = '';
  let pen = 0;
  run.glyphs.forEach((glyph, i) => {
    const at = ((run.positions[2 * i + along] ?? 0) - start) / run.sizeMm;
    const correction = Number(((pen - at) * 1000).toFixed(1));
    if (correction !== 0) {
      if (codes !== '') parts.push(`<${codes}>`);
      codes = '';
      parts.push(decimal(correction, 1));
      pen -= correction / 1000;
    }
    codes += hex4(font.code(glyph, texts[i] ?? ''));
    pen += font.file.advance(glyph) / font.file.unitsPerEm;
  });
  return `${textMatrix(run, 0)} Tm [${parts.join('')}<${codes}>] TJ`;
}

function scatteredText(run: GlyphRun, font: PdfFont): string[] {
  const texts = glyphTexts(run);
  return Array.from(
    run.glyphs,
    (glyph, i) => `${textMatrix(run, i)} Tm <${hex4(font.code(glyph, texts[i] ?? ''))}> Tj`,
  );
}

/**
 * The matrix from a text space with an em of 1 and y upwards to millimeters with y downwards, with the glyph's origin
 * at its position.
 */
function textMatrix(run: GlyphRun, index: number): string {
  const size = run.sizeMm;
  const slant = run.skew ? SLANT * size : 0;
  const { a, b, c, d, e, f } = turnOf(run, index);
  if (run.sideways === true) return matrix(0, size, size, slant, e, f);
  return matrix(a * size, b * size, a * slant - c * size, b * slant - d * size, e, f);
}

function pathLines(op: PathOp): string[] {
  const { paint } = op;
  if (paint.style === 'fill') return [fillInk(op), ...pathOperators(op.data), paint.evenOdd === true ? 'f*' : 'f'];
  const dash = paint.dashMm === undefined ? '[]' : `[${paint.dashMm.map(mm).join(' ')}]`;
  const pen = `${strokeInk(op)} ${mm(paint.widthMm)} w ${LINE_CAPS.indexOf(paint.cap ?? 'butt')} J ${dash} 0 d`;
  // The join persists once it is set: the label begins with mitered ones.
  if (paint.join !== undefined) return [`${LINE_JOINS.indexOf(paint.join)} j ${pen}`, ...pathOperators(op.data), 'S'];
  return [pen, ...pathOperators(op.data), 'S'];
}

/** SVG path data (absolute M L C Q Z) as PDF's `m l c h`. */
function pathOperators(data: string): string[] {
  const operators: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of data.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const numbers = rest.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
    if (command === 'Z') operators.push('h');
    const step = command === 'C' ? 6 : command === 'Q' ? 4 : 2;
    for (let i = 0; i + step <= numbers.length; i += step) {
      const points = numbers.slice(i, i + step);
      const [toX = 0, toY = 0] = points.slice(-2);
      if (command === 'Q') {
        const [byX = 0, byY = 0] = points;
        const cubic = [x + (2 / 3) * (byX - x), y + (2 / 3) * (byY - y), toX + (2 / 3) * (byX - toX)];
        operators.push(`${[...cubic, toY + (2 / 3) * (byY - toY), toX, toY].map(mm).join(' ')} c`);
      } else {
        // Further pairs of coordinates after an M are lines.
        const operator = command === 'C' ? 'c' : command === 'M' && i === 0 ? 'm' : 'l';
        operators.push(`${points.map(mm).join(' ')} ${operator}`);
      }
      [x, y] = [toX, toY];
    }
  }
  return operators;
}

type Inked = Pick<GlyphsOp, 'ink' | 'color'>;

function fillInk({ ink, color }: Inked): string {
  if (ink === 'white') return '1 g';
  return color === undefined ? '0 g' : `${rgb(color)} rg`;
}

function strokeInk({ ink, color }: Inked): string {
  if (ink === 'white') return '1 G';
  return color === undefined ? '0 G' : `${rgb(color)} RG`;
}

/** Red, green and blue of `#rrggbb` as fractions of 1. */
function rgb(color: string): string {
  return [1, 3, 5].map((at) => decimal(Number.parseInt(color.slice(at, at + 2), 16) / 255, 4)).join(' ');
}

function mm(value: Mm): string {
  return decimal(value, 5);
}

function matrix(a: number, b: number, c: number, d: number, e: number, f: number): string {
  const scale = [a, b, c, d].map((value) => decimal(value, SCALE_DIGITS));
  return `${scale.join(' ')} ${decimal(e, 6)} ${decimal(f, 6)}`;
}
