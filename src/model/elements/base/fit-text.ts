import { fontUnitsToMm, MM_PER_INCH, type Mm } from '#model/kernel/units.ts';
import { withHyphen } from './hyphenation.ts';
import type { LayoutContext, ShapedText, ShapeRequest, TextExtent } from './layout.ts';
import { paragraphStyleOf } from './paragraph-style.ts';
import { narrowedLook, paragraphLook, shapeParagraphs, type ParagraphLook } from './paragraphs.ts';
import { joinTexts, slicedText, type StyledText, type TextSpan } from './styled-text.ts';
import { lineLengthMm, type BoxedText, type TextStyle } from './text-style.ts';

/** A text may exceed its box by rounding errors. */
export const FIT_TOLERANCE_MM = 1e-3;
const ELLIPSIS = '…';
/** Sizes are whole steps of 0.1 point: a finer difference is not visible. */
export const FIT_STEP_MM: Mm = MM_PER_INCH / 720;
/** Scripts that are written with spaces: their words are not broken as long as a smaller size avoids it. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BREAKS_ANYWHERE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** A text at the size at which it fits its box. */
export interface FittedText {
  readonly shaped: ShapedText;
  readonly sizeMm: Mm;
  /** Factor by which the lines are narrowed; 1 where they are not. */
  readonly narrowing: number;
  /** `tooLong`: it exceeds the box at the smallest size, too. `shortened`: its end was left out. */
  readonly outcome: 'fits' | 'shortened' | 'tooLong';
}

/**
 * Shapes a text in its box as its `fit` says. Sizes are whole steps of 0.1 point, apart from the largest, and letter
 * spacing shrinks with them. The result is the largest size that fits: a smaller one never has more lines.
 */
export function fitText(element: BoxedText, whole: StyledText, context: LayoutContext): FittedText {
  const fitting = new Fitting(element, whole, context);
  switch (element.fit) {
    case 'none':
      return fitting.unchanged();
    case 'shrink':
      return fitting.shrunk(fitting.mostMm(element.fontSize), 1);
    case 'resize':
      return fitting.shrunk(fitting.mostMm(element.maxFontSize), 1);
    case 'condense':
      return fitting.condensed(element.minWidthPercent);
    case 'ellipsis':
      return fitting.shortened();
    case 'grow':
      return fitting.grown();
  }
}

/** One text that is being fitted. */
class Fitting {
  readonly #element: BoxedText;
  readonly #text: StyledText;
  readonly #context: LayoutContext;
  readonly #lengthMm: Mm;
  readonly #acrossMm: Mm;
  /** Null where paragraphs are lines like any other. */
  readonly #paragraphs: ParagraphLook | null;
  #longestWordEms: number | null = null;

  constructor(element: BoxedText, text: StyledText, context: LayoutContext) {
    this.#element = element;
    this.#text = text;
    this.#context = context;
    this.#lengthMm = lineLengthMm(element);
    this.#acrossMm = element.arrange === 'vertical' ? element.widthMm : element.heightMm;
    const style = paragraphStyleOf(element);
    this.#paragraphs =
      style === null
        ? null
        : paragraphLook(style, this.#request(fontUnitsToMm(element.fontSize), 1, text), context.measure);
  }

  unchanged(): FittedText {
    const sizeMm = fontUnitsToMm(this.#element.fontSize);
    return { shaped: this.#shape(sizeMm, 1), sizeMm, narrowing: 1, outcome: 'fits' };
  }

  /** At its size, however many lines it has; lines that don't break may be too long. */
  grown(): FittedText {
    const whole = this.unchanged();
    const { widthMm, heightMm } = whole.shaped;
    const lineMm = this.#element.arrange === 'vertical' ? heightMm : widthMm;
    return { ...whole, outcome: lineMm <= this.#lengthMm + FIT_TOLERANCE_MM ? 'fits' : 'tooLong' };
  }

  /** The size of this many font units, or that of the text's size group or of the run where it is smaller. */
  mostMm(fontUnits: number): Mm {
    const { groupSizeMm = Infinity } = this.#context;
    return Math.min(fontUnitsToMm(fontUnits), groupSizeMm, this.#element.runSizeMm ?? Infinity);
  }

  /** At the largest size up to `mostMm` at which it fits. */
  shrunk(mostMm: Mm, narrowing: number): FittedText {
    const whole = this.#measure(mostMm, narrowing);
    const leastMm = Math.min(mostMm, fontUnitsToMm(this.#element.minFontSize));
    const unbroken = this.#unbrokenSizeMm(narrowing, leastMm);
    if (this.#isInside(whole, narrowing) && unbroken >= mostMm) {
      return { shaped: this.#shape(mostMm, narrowing), sizeMm: mostMm, narrowing, outcome: 'fits' };
    }
    const steps = (mm: Mm): number => Math.floor(mm / FIT_STEP_MM + FIT_TOLERANCE_MM);
    const share = this.#share(whole, narrowing);
    const { autoWrap } = this.#element;
    // Without wrapping, lines shrink in proportion: the share gives the size. With it, they also become fewer.
    const guess = steps(mostMm * (autoWrap ? Math.sqrt(share) : share));
    const most = steps(Math.min(mostMm, unbroken, autoWrap ? Infinity : mostMm * share));
    const least = Math.ceil(leastMm / FIT_STEP_MM - FIT_TOLERANCE_MM);
    const found = largest(least, most, guess, (size) =>
      this.#isInside(this.#measure(size * FIT_STEP_MM, narrowing), narrowing),
    );
    const sizeMm = found === null ? leastMm : found * FIT_STEP_MM;
    const shaped = this.#shape(sizeMm, narrowing);
    const outcome = this.#isInside(shaped, narrowing) ? 'fits' : 'tooLong';
    return { shaped, sizeMm, narrowing, outcome };
  }

  /** Narrowed at most to `leastPercent`; smaller where that is not enough. */
  condensed(leastPercent: number): FittedText {
    const sizeMm = this.mostMm(this.#element.fontSize);
    const guess = Math.floor(100 * this.#share(this.#measure(sizeMm, 1), 1) + FIT_TOLERANCE_MM);
    const isInside = (percent: number): boolean => {
      const narrowing = percent / 100;
      return (
        this.#unbrokenSizeMm(narrowing, 0) >= sizeMm && this.#isInside(this.#measure(sizeMm, narrowing), narrowing)
      );
    };
    const found = largest(leastPercent, 100, guess, isInside);
    if (found === null) return this.shrunk(sizeMm, leastPercent / 100);
    const narrowing = found / 100;
    return { shaped: this.#shape(sizeMm, narrowing), sizeMm, narrowing, outcome: 'fits' };
  }

  /** Without the end that does not fit. */
  shortened(): FittedText {
    const sizeMm = fontUnitsToMm(this.#element.fontSize);
    const isInside = (text: StyledText): boolean => this.#isInside(this.#measure(sizeMm, 1, text), 1);
    const fitted = (text: StyledText, outcome: FittedText['outcome']): FittedText => ({
      shaped: this.#shape(sizeMm, 1, text),
      sizeMm,
      narrowing: 1,
      outcome,
    });
    if (isInside(this.#text)) return fitted(this.#text, 'fits');
    const shorter = this.#element.autoWrap
      ? cutToFit(this.#text, isInside)
      : // Each line is cut on its own; then the last lines are left out.
        cutLines(
          linesOf(this.#text).map((line) => (isInside(line) ? line : cutToFit(line, isInside))),
          isInside,
        );
    return fitted(shorter, isInside(shorter) ? 'shortened' : 'tooLong');
  }

  #shape(sizeMm: Mm, narrowing: number, text = this.#text): ShapedText {
    const request = this.#request(sizeMm, narrowing, text);
    const { measure } = this.#context;
    if (this.#paragraphs === null) return measure.shape(request);
    return shapeParagraphs(request, narrowedLook(this.#paragraphs, narrowing), { measure, isMeasured: false });
  }

  #measure(sizeMm: Mm, narrowing: number, text = this.#text): TextExtent {
    const request = this.#request(sizeMm, narrowing, text);
    const { measure } = this.#context;
    if (this.#paragraphs === null) return measure.extent(request);
    return shapeParagraphs(request, narrowedLook(this.#paragraphs, narrowing), { measure, isMeasured: true });
  }

  #request(sizeMm: Mm, narrowing: number, { text, spans }: StyledText): ShapeRequest {
    return shapeRequest(this.#element, this.#lengthMm / narrowing, text, sizeMm, spans);
  }

  #isInside(shaped: TextExtent, narrowing: number): boolean {
    const { along, across } = this.#extent(shaped, narrowing);
    return along <= this.#lengthMm + FIT_TOLERANCE_MM && across <= this.#acrossMm + FIT_TOLERANCE_MM;
  }

  /** The part of the text's extent for which the box has room, in the direction with less room; at most 1. */
  #share(shaped: TextExtent, narrowing: number): number {
    const { along, across } = this.#extent(shaped, narrowing);
    return Math.min(1, this.#lengthMm / along, this.#acrossMm / across);
  }

  #extent({ widthMm, heightMm }: TextExtent, narrowing: number): { readonly along: Mm; readonly across: Mm } {
    return this.#element.arrange === 'vertical'
      ? { along: heightMm * narrowing, across: widthMm }
      : { along: widthMm * narrowing, across: heightMm };
  }

  /**
   * The largest size at which no word is longer than a line. Infinite where nothing wraps, and where words are broken
   * even at the smallest size.
   */
  #unbrokenSizeMm(narrowing: number, leastMm: Mm): Mm {
    if (!this.#element.autoWrap) return Infinity;
    this.#longestWordEms ??= this.#measureWords();
    if (this.#longestWordEms === 0) return Infinity;
    const { firstMm, startMm, columnEms } = this.#paragraphs ?? { firstMm: 0, startMm: 0, columnEms: 0 };
    const lengthMm = this.#lengthMm - Math.max(firstMm, startMm) + FIT_TOLERANCE_MM;
    const largestMm = lengthMm / ((this.#longestWordEms + columnEms) * narrowing);
    return largestMm < leastMm ? Infinity : largestMm;
  }

  /** The length of the longest word, as a multiple of the em height; 0 without words that must not be broken. */
  #measureWords(): number {
    const words = wordsOf(this.#text).flatMap((word) => this.#unbrokenParts(word));
    const sizeMm = fontUnitsToMm(this.#element.fontSize);
    const style: BoxedText = { ...this.#element, autoWrap: false, align: 'left' };
    // Shaped and not only measured: the letter pairs of words are learned, and texts of known pairs cost little.
    const lengths = words.map(({ text, spans }) =>
      this.#extent(this.#context.measure.shape(shapeRequest(style, 0, text, sizeMm, spans)), 1),
    );
    return lengths.reduce((most, { along }) => Math.max(most, along / sizeMm), 0);
  }

  /** A word, or its parts between hyphens. */
  #unbrokenParts(word: StyledText): readonly StyledText[] {
    const hyphenation = this.#paragraphs?.hyphenation ?? 'none';
    if (hyphenation === 'none') return [word];
    const ends = [...this.#context.measure.hyphens(word.text, hyphenation), word.text.length];
    return ends.map((end, i) => {
      const part = slicedText(word, ends[i - 1] ?? 0, end);
      return end === word.text.length ? part : withHyphen(part);
    });
  }
}

/**
 * The largest whole number from `least` to `most` for which `isSmallEnough`, which is true for all numbers below one
 * for which it is true; null where there is none. Fast near `guess`.
 */
export function largest(
  least: number,
  most: number,
  guess: number,
  isSmallEnough: (value: number) => boolean,
): number | null {
  let known = least - 1;
  let tooLarge = most + 1;
  let at = Math.min(most, Math.max(least, guess));
  for (let stride = 1; tooLarge - known > 1; stride *= 2) {
    if (isSmallEnough(at)) {
      known = at;
      at += stride;
    } else {
      tooLarge = at;
      at -= stride;
    }
    if (at <= known || at >= tooLarge) at = Math.floor((known + tooLarge) / 2);
  }
  return known < least ? null : known;
}

/** The longest beginning of the text with an ellipsis that fits; the ellipsis alone where none does. */
export function cutToFit(whole: StyledText, isInside: (text: StyledText) => boolean): StyledText {
  const letters = Array.from(new Intl.Segmenter().segment(whole.text), ({ index }) => index);
  const beginning = (count: number): StyledText =>
    shortenedTo(whole, whole.text.slice(0, letters[count]).trimEnd().length);
  const count = largest(0, letters.length - 1, letters.length >> 1, (many) => isInside(beginning(many)));
  return beginning(count ?? 0);
}

export function cutLines(lines: readonly StyledText[], isInside: (text: StyledText) => boolean): StyledText {
  const first = (many: number): StyledText => joinTexts(lines.slice(0, many), '\n');
  const whole = first(lines.length);
  if (isInside(whole)) return whole;
  const kept = largest(1, lines.length - 1, lines.length - 1, (many) => isInside(first(many))) ?? 1;
  const last = lines[kept - 1] ?? { text: '', spans: [] };
  const withEllipsis = shortenedTo(last, last.text.length);
  const ending = last.text.endsWith(ELLIPSIS) || !isInside(withEllipsis) ? cutToFit(last, isInside) : withEllipsis;
  return joinTexts([...lines.slice(0, kept - 1), ending], '\n');
}

/** The first `length` UTF-16 units and an ellipsis, which has the style of the text. */
function shortenedTo(text: StyledText, length: number): StyledText {
  const start = slicedText(text, 0, length);
  return { text: start.text + ELLIPSIS, spans: start.spans };
}

export function linesOf(whole: StyledText): readonly StyledText[] {
  let start = 0;
  return whole.text.split(/\r\n?|\n/).map((line) => {
    const own = slicedText(whole, start, start + line.length);
    const end = start + line.length;
    start = end + (whole.text.startsWith('\r\n', end) ? 2 : 1);
    return own;
  });
}

/** The words that must not be broken, each once. */
function wordsOf(whole: StyledText): readonly StyledText[] {
  const found = [...whole.text.matchAll(WORD)].filter(([word]) => !BREAKS_ANYWHERE.test(word));
  if (whole.spans.length === 0) return [...new Set(found.map(([word]) => word))].map((text) => ({ text, spans: [] }));
  return found.map(({ 0: word, index }) => slicedText(whole, index, index + word.length));
}

/** The paragraph of a text of this em height whose lines are `lengthMm` long. Letter spacing shrinks with the size. */
export function shapeRequest(
  style: TextStyle,
  lengthMm: Mm,
  text: string,
  sizeMm: Mm,
  spans: readonly TextSpan[] = [],
): ShapeRequest {
  const spreads = style.align === 'justify' || style.align === 'stretch';
  return {
    text,
    family: style.fontFamily,
    sizeMm,
    bold: style.bold,
    italic: style.italic,
    letterSpacingMm: fontUnitsToMm(style.letterSpacing) * (sizeMm / fontUnitsToMm(style.fontSize)),
    lineHeight: style.lineHeight,
    align: style.align,
    wrapMm: style.autoWrap ? lengthMm : null,
    ...(style.arrange === 'vertical' ? { vertical: true } : {}),
    ...(spreads && !style.autoWrap ? { spreadMm: lengthMm } : {}),
    ...(spans.length === 0 ? {} : { spans: style.arrange === 'vertical' ? atOneSize(spans) : spans }),
  };
}

/** In a column all runs have one size and one middle. */
function atOneSize(spans: readonly TextSpan[]): readonly TextSpan[] {
  return spans.map(({ style: { sizePercent: _size, position: _position, ...style }, ...place }) => ({
    ...place,
    style,
  }));
}
