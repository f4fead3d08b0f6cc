import { contentTransform } from '#model/elements/base/box.ts';
import { shapeRequest } from '#model/elements/base/fit-text.ts';
import type { LayoutContext, TextMeasure } from '#model/elements/base/layout.ts';
import { paragraphStyleOf } from '#model/elements/base/paragraph-style.ts';
import {
  joinRuns,
  isPlainStyle,
  sameStyle,
  type RunStyle,
  type StyledText,
  type TextRun,
} from '#model/elements/base/styled-text.ts';
import { setText } from '#model/elements/base/text-block.ts';
import { hasTwoSides } from '#model/elements/base/flag-sides.ts';
import { hasCourse } from '#model/elements/base/text-course.ts';
import { fitsBox, lineLengthMm, type TextAlign } from '#model/elements/base/text-style.ts';
import { ALPHABETS } from '#model/elements/text/declared-values.ts';
import { emphasized } from '#model/elements/text/text.ts';
import { mayEmphasize } from '#model/data/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { contentLengthOf, longestLabel } from '#model/template/length-by-content.ts';
import { followsLength } from '#model/page/content-length.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { Template } from '#model/template/template.ts';
import { applyToRect, grownRect, type Rect } from '#model/kernel/geometry.ts';
import { fontUnitsToMm, type Mm } from '#model/kernel/units.ts';
import {
  expectedText,
  fitClassOf,
  isBoundText,
  worseProof,
  type ExpectedText,
  type FitDoubt,
  type FitProof,
  type ObservedText,
} from '#model/page/fit-proof.ts';
import { readPairs, type PairTable } from '../compose/letter-pairs.ts';
import { pairsOfLooks, type Look } from '../compose/pairs-of-looks.ts';
import { END, inLook, letterOf, lookOf, widestText, type TextPart, type WidestText } from '../compose/widest-text.ts';
import { isSimpleText, type KnownPairs } from '../fonts/known-pairs.ts';
import { EM_UNITS } from '../fonts/paragraph-builders.ts';
import { CLEARLY, rounded, wrapUnits } from '../fonts/shaping.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';

/** A text may exceed its box by rounding errors. */
const TOLERANCE_MM = 1e-3;
/** Values of more characters are not examined where all of them fit. */
const MOST_CHARACTERS = 200;
/** Values of more characters are too much work. No label has room for one in a line. */
const LONGEST = 1000;
/** So many longer values are tried where a value only just exceeds what is proven. */
const ATTEMPTS = 8;
/** Longer than any label, in mm. */
const ANY_LENGTH_MM = 1e5;
/** Fine enough to measure how far letters overhang. */
const FINE_DPI = 1e6;
const LATIN = /\p{Script=Latin}/u;

export interface FitProverParts {
  /** Learns in `pairs`. */
  readonly measure: TextMeasure;
  readonly pairs: KnownPairs;
  readonly painter: Pick<SkiaPainter, 'cutTextMm'>;
}

/**
 * The proofs of a label's bound texts of which values were observed; of one in several languages, the worst of all.
 * Call it in `withFonts`.
 */
export function proveTexts(
  { label, elements }: Pick<Template, 'label' | 'elements'>,
  observed: readonly ObservedText[],
  context: LayoutContext,
  parts: FitProverParts,
): readonly FitProof[] {
  const longest = longestLabel(label);
  return elements.filter(isBoundText).flatMap((element): readonly FitProof[] => {
    const own = observed.find(({ elementId }) => elementId === element.id);
    if (own === undefined) return [];
    const texts = (label.languages?.tags ?? []).map((tag) => elementIn(element, tag)).filter(isBoundText);
    // A text may reach the end of the longest label, unless its place follows the label's end.
    const there = { ...context, label: followsLength(element) ? label : longest };
    const [first = element, ...others] = new Set(texts);
    const proof = others.reduce(
      (worst, other) => worseProof(worst, proveFit(other, own, there, parts)),
      proveFit(first, own, there, parts),
    );
    return [contentLengthOf(label) !== null && hasRoomOfLength(element) ? withoutProof(proof) : proof];
  });
}

/** Whether the room for the text's lines depends on how long its label becomes: it grows upward, or its box is stretched. */
function hasRoomOfLength(element: TextElement & LabelElement): boolean {
  if (!followsLength(element)) return false;
  return element.pins?.y === 'stretch' || element.fit === 'grow' || (!fitsBox(element) && element.autoWrap);
}

function withoutProof(proof: FitProof): FitProof {
  if (proof.outcome === 'unknown') return proof;
  const { elementId, elementName, alphabet, characters, isExceeded } = proof;
  return { elementId, elementName, alphabet, characters, isExceeded, outcome: 'unknown', doubt: 'length' };
}

/**
 * Proves that a bound text fits with all values that it declares, or of the observed lengths and characters, or finds
 * one that doesn't. In a font in which a letter's place depends only on its neighbors, the widest text is the longest
 * path through the pairs of letters; for other texts nothing is proven. A value that doesn't fit was laid out like any
 * other. Call it in `withFonts`.
 */
export function proveFit(
  element: TextElement,
  observed: ObservedText,
  context: LayoutContext,
  parts: FitProverParts,
): FitProof {
  const expected = expectedText(element, observed);
  const all = expected.sources.flatMap((source) => (source === null ? [] : source.characters)).join('');
  const seen = [...new Set(all)].join('');
  const { valueAlphabet: declared } = element;
  const known = declared === 'observed' ? fitClassOf(seen) : declared;
  const ofSeen = (): FitProof => new Prover(element, expected, seen, context, parts).prove('observed');
  if (known === null || seen === '') return ofSeen();
  const found = new Prover(element, expected, ALPHABETS[known], context, parts).prove(known);
  // The class may have a pair of letters that the values don't have.
  const isPartial =
    found.outcome === 'unknown' ? found.doubt === 'script' : found.outcome === 'fails' && !found.isShortest;
  if (!isPartial || known === declared) return found;
  const own = ofSeen();
  return own.outcome === 'unknown' ? found : own;
}

/** What a text has to be inside: along its lines, and across. */
interface Room {
  readonly lengthMm: Mm;
  readonly acrossMm: Mm;
}

class Prover {
  readonly #element: TextElement;
  readonly #expected: ExpectedText;
  readonly #characters: string;
  readonly #context: LayoutContext;
  readonly #parts: FitProverParts;
  /** The smallest size and width that the text may become. */
  readonly #sizeMm: Mm;
  readonly #narrowing: number;
  /** The looks of the text's parts; the first is that of prefix and suffix, where it has one. */
  readonly #looks: readonly Look[];
  /** The number of each source's look. */
  readonly #lookOfSource: readonly number[];

  constructor(
    element: TextElement,
    expected: ExpectedText,
    characters: string,
    context: LayoutContext,
    parts: FitProverParts,
  ) {
    this.#element = element;
    this.#expected = expected;
    this.#characters = characters;
    this.#context = { ...context, measure: parts.measure };
    this.#parts = parts;
    const ownMm = fontUnitsToMm(element.fit === 'resize' ? element.maxFontSize : element.fontSize);
    const shrinks = element.fit === 'shrink' || element.fit === 'resize' || element.fit === 'condense';
    this.#sizeMm = shrinks ? Math.min(ownMm, fontUnitsToMm(element.minFontSize)) : ownMm;
    this.#narrowing = element.fit === 'condense' ? element.minWidthPercent / 100 : 1;
    const own = withEmphasis({}, element.emphasizedWords !== '');
    const looks = element.prefix + element.suffix === '' ? [] : [own];
    this.#lookOfSource = element.sources.map((source) => {
      const look = withEmphasis(source.style ?? {}, element.emphasizedWords !== '' || mayEmphasize(source));
      const known = looks.findIndex((other) => sameLook(other, look));
      return known === -1 ? looks.push(look) - 1 : known;
    });
    this.#looks = looks;
  }

  prove(alphabet: FitProof['alphabet']): FitProof {
    const { id: elementId, name: elementName, letterSpacing, arrange } = this.#element;
    const { isExceeded } = this.#expected;
    const subject = { elementId, elementName, alphabet, characters: this.#characters, isExceeded };
    const unknown = (doubt: FitDoubt): FitProof => ({ ...subject, outcome: 'unknown', doubt });
    const isPlaced = hasCourse(this.#element) || hasTwoSides(this.#element) || paragraphStyleOf(this.#element) !== null;
    if (this.#characters === '') return unknown('values');
    if (this.#element.pushed === true) return unknown('pushed');
    if (letterSpacing < 0 || arrange === 'vertical' || isPlaced) return unknown('style');
    const fixed = this.#textParts(() => 0).flatMap((part) => (part.type === 'fixed' ? part.codes.map(letterOf) : []));
    const letters = [...new Set([...this.#characters, ...fixed.map((code) => String.fromCodePoint(code))])];
    if (!isSimpleText(letters.join(''))) return unknown('script');
    const longest = Math.max(0, ...this.#lengths());
    if (longest > LONGEST) return unknown('lines');
    const room = this.#room(letters);
    if (room === null) return unknown('edge');
    const tables = this.#tables(letters, fixed).map((table) => this.#spaced(table));
    const isComplete = tables.every((table) => table.isComplete);
    const { autoWrap } = this.#element;
    const widest = (lengthOf: (own: number) => number): WidestText | null =>
      this.#widest(tables, this.#textParts(lengthOf), autoWrap);
    const isInside = this.#insideOf(room, Math.max(...tables.map(({ most }) => most)));
    const fits = (lengthOf: (own: number) => number): boolean => isInside(widest(lengthOf)?.width ?? 0);
    const upTo = (count: number) => (own: number) => Math.min(own, count);
    if (isComplete && fits((own) => own)) {
      const most = Math.max(longest, MOST_CHARACTERS);
      const fitsUpTo = lastTrue(longest, most, (count) => fits(() => count));
      return { ...subject, outcome: 'proven', fitsUpTo };
    }
    const fitsUpTo = isComplete ? lastTrue(0, longest, (count) => fits(upTo(count))) : 0;
    const failing = (count: number): string | null => {
      const own = widest(upTo(count));
      return own !== null && !this.#fitsReally(own) ? own.text : null;
    };
    if (failing(longest) === null) {
      if (!isComplete) return unknown('script');
      return unknown(autoWrap ? 'lines' : this.#looks.some((look) => look.length > 1) ? 'style' : 'edge');
    }
    let count = fitsUpTo + 1;
    while (count < Math.min(longest, fitsUpTo + ATTEMPTS) && failing(count) === null) count++;
    // Where it is far from what is proven, the shortest one is searched: longer ones don't fit either.
    if (failing(count) === null) count = 1 + lastTrue(count, longest, (length) => failing(length) === null);
    const value = failing(count) ?? failing(longest) ?? '';
    return { ...subject, outcome: 'fails', fitsUpTo, value, isShortest: isComplete && count === fitsUpTo + 1 };
  }

  #lengths(): readonly number[] {
    return this.#expected.sources.flatMap((source) => (source === null ? [] : source.length));
  }

  /** The text as its parts; `lengthOf` gives the length of a value from the longest one. */
  #textParts(lengthOf: (own: number) => number): readonly TextPart[] {
    const { sources, prefix, suffix } = this.#element;
    return [
      { type: 'fixed', codes: codesOf(prefix) },
      ...sources.map((source, i): TextPart => {
        const own = this.#expected.sources[i];
        const look = this.#lookOfSource[i];
        if (own === null || own === undefined) {
          return { type: 'fixed', codes: codesOf(source.type === 'fixed' ? source.text : '', look) };
        }
        return { type: 'any', codes: codesOf(this.#characters, look), length: lengthOf(own.length) };
      }),
      { type: 'fixed', codes: codesOf(suffix) },
    ];
  }

  /** The distances in all texts; in a text of one look apart for texts with a Latin letter and for those without. */
  #tables(letters: readonly string[], fixed: readonly number[]): readonly TextTable[] {
    const close = { ...this.#element, letterSpacing: 0, autoWrap: false, align: 'left' } as const;
    const style = shapeRequest(close, 0, '', this.#sizeMm);
    if (!this.#isPlain()) return [{ ...pairsOfLooks(letters, this.#looks, style, this.#parts), texts: 'all' }];
    const others = letters.filter((letter) => !LATIN.test(letter));
    const latin: TextTable = { ...readPairs(letters, true, style, this.#parts), texts: 'latin' };
    if (others.length === 0 || !fixed.every(isNotLatin)) return [latin];
    return [latin, { ...readPairs(others, false, style, this.#parts), texts: 'others' }];
  }

  /** With letter spacing behind each letter but the last. It shrinks with the size. */
  #spaced(table: TextTable): TextTable {
    const { letterSpacing, fontSize } = this.#element;
    if (letterSpacing === 0) return table;
    const units = (letterSpacing / fontSize) * EM_UNITS;
    return {
      ...table,
      advance: (code, next) => table.advance(code, next) + (next === END ? 0 : units),
      most: table.most + units,
    };
  }

  #isPlain(): boolean {
    return this.#looks.length === 1 && this.#looks[0]?.length === 1 && this.#looks[0].every(isPlainStyle);
  }

  #widest(tables: readonly TextTable[], parts: readonly TextPart[], breaks: boolean): WidestText | null {
    const found = tables.flatMap(({ advance, texts }) => {
      // A letter at the end of a line is not followed by the next one.
      const inLine: typeof advance = (code, next) =>
        next === END ? advance(code, END) : Math.max(advance(code, next), advance(code, END));
      const own = texts !== 'others' ? parts : parts.map((part) => ({ ...part, codes: part.codes.filter(isNotLatin) }));
      return widestText(own, breaks ? inLine : advance, texts === 'latin') ?? [];
    });
    return found.reduce<WidestText | null>((most, own) => (own.width > (most?.width ?? -1) ? own : most), null);
  }

  /**
   * Whether all texts of at most this width, in layout units, are inside. In a text that wraps, two adjacent lines are
   * together longer than one line without its last letter, because otherwise the second would have begun on the first.
   */
  #insideOf({ lengthMm, acrossMm }: Room, mostUnits: number): (width: number) => boolean {
    const mmPerUnit = this.#sizeMm / EM_UNITS;
    const first = this.#lineHeightMm(1);
    if (first > acrossMm + TOLERANCE_MM) return () => false;
    if (!this.#element.autoWrap) {
      const slack = this.#isPlain() && this.#element.letterSpacing === 0 ? 0 : CLEARLY;
      return (width) => rounded(width + slack) * mmPerUnit * this.#narrowing <= lengthMm + TOLERANCE_MM;
    }
    const pitch = this.#lineHeightMm(2) - first;
    const mostLines = pitch > 0 ? 1 + Math.floor((acrossMm + TOLERANCE_MM - first) / pitch) : 1;
    const line = wrapUnits(lengthMm / this.#narrowing, mmPerUnit) - CLEARLY;
    const pair = line - mostUnits;
    return (width) => width <= line || (pair > 0 && 2 * Math.ceil(width / pair) - 1 <= mostLines);
  }

  /** The height of lines with letters in all styles of the text. */
  #lineHeightMm(lines: number): Mm {
    const letter = this.#characters.trim()[0] ?? '0';
    const line = this.#looks.flat().map((own): TextRun => ({ text: letter, style: own }));
    const { text, spans } = joinRuns(
      Array.from({ length: lines }, (_, i) => (i === 0 ? line : [{ text: '\n' }, ...line])).flat(),
    );
    const style = { ...this.#element, autoWrap: false, align: 'left' as const };
    return this.#parts.measure.extent(shapeRequest(style, 0, text, this.#sizeMm, spans)).heightMm;
  }

  /** Null where letters may extend beyond the label however short the text is. */
  #room(letters: readonly string[]): Room | null {
    const { widthMm, heightMm, fit, maxFontSize, fontSize, align, autoWrap } = this.#element;
    const overhangMm = this.#overhangEm(letters) * fontUnitsToMm(fit === 'resize' ? maxFontSize : fontSize);
    const onLabel = (rect: Rect): boolean => this.#isOnLabel(grownRect(rect, overhangMm));
    const box = { x: 0, y: 0, width: widthMm, height: heightMm };
    if (fit === 'grow') {
      // It may grow down to the edge of the label.
      return onLabel(box)
        ? { lengthMm: widthMm, acrossMm: longestTrue((height) => onLabel({ ...box, height })) }
        : null;
    }
    if (fitsBox(this.#element)) {
      return onLabel(box) ? { lengthMm: lineLengthMm(this.#element), acrossMm: heightMm } : null;
    }
    const line = this.#lineHeightMm(1);
    if (autoWrap) {
      const acrossMm = longestTrue((height) => onLabel({ ...box, height }));
      return acrossMm < line ? null : { lengthMm: widthMm, acrossMm };
    }
    // A text that is spread over its box is painted in the whole box.
    const spread = align === 'justify' || align === 'stretch' ? widthMm : 0;
    const lengthMm = longestTrue((width) =>
      onLabel({ x: startOf(align, widthMm - width), y: 0, width: Math.max(width, spread), height: line }),
    );
    return lengthMm === 0 ? null : { lengthMm, acrossMm: line };
  }

  #isOnLabel(rect: Rect): boolean {
    const { x, y, width, height } = applyToRect(contentTransform(this.#element), rect);
    const label = this.#context.label;
    return x >= 0 && y >= 0 && x + width <= label.widthMm && y + height <= label.heightMm;
  }

  /** How far a letter's ink extends beyond its advance and its line at most, as a part of the em. */
  #overhangEm(letters: readonly string[]): number {
    const { fontSize } = this.#element;
    const plain = { ...this.#element, fit: 'none', autoWrap: false, align: 'left', antiMirror: false } as const;
    const styled = this.#looks.flat().flatMap((style) => letters.map((letter) => joinRuns([{ text: letter, style }])));
    const overhangs = styled.map((letter) => {
      if (letter.text === ' ') return 0;
      const { ops, painted } = setText(plain, letter, this.#context);
      const item = { elementId: this.#element.id, transform: IDENTITY, ops, bounds: painted };
      return this.#parts.painter.cutTextMm(item, painted, FINE_DPI);
    });
    return Math.max(0, ...overhangs) / fontUnitsToMm(fontSize);
  }

  #styled({ codes }: WidestText): StyledText {
    return joinRuns(
      codes.map((code) => ({ text: String.fromCodePoint(letterOf(code)), style: this.#looks[lookOf(code)]?.[0] })),
    );
  }

  /** Lays the text out like a label of a run. */
  #fitsReally(widest: WidestText): boolean {
    const text = emphasized(this.#styled(widest), this.#element.emphasizedWords);
    const { ops, painted, isTooLong, warnings } = setText(this.#element, text, this.#context);
    if (isTooLong || warnings.some(({ code }) => code === 'text.shortened')) return false;
    const transform = contentTransform(this.#element);
    const item = { elementId: this.#element.id, transform, ops, bounds: applyToRect(transform, painted) };
    const { widthMm, heightMm } = this.#context.label;
    return (
      this.#parts.painter.cutTextMm(item, { x: 0, y: 0, width: widthMm, height: heightMm }, this.#context.dpi) === 0
    );
  }
}

/** The distances of letters, and in which texts they have them. */
interface TextTable extends PairTable {
  readonly texts: 'all' | 'latin' | 'others';
}

/** The styles of a part, whose words may be bold. */
function withEmphasis(style: RunStyle, isPossible: boolean): Look {
  return isPossible ? [style, { ...style, bold: true }] : [style];
}

function sameLook(a: Look, b: Look): boolean {
  return a.length === b.length && a.every((style, i) => sameStyle(style, b[i]));
}

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function codesOf(text: string, look = 0): readonly number[] {
  return Array.from(text, (character) => inLook(look, character.codePointAt(0) ?? 0));
}

function isNotLatin(code: number): boolean {
  return !LATIN.test(String.fromCodePoint(code));
}

/** Where a line that is longer than its box starts. */
function startOf(align: TextAlign, free: Mm): Mm {
  if (align === 'center') return free / 2;
  return align === 'right' ? free : 0;
}

/** The last of the numbers from `least` to `most` for which `holds`, which holds for `least` and up to some number. */
function lastTrue(least: number, most: number, holds: (count: number) => boolean): number {
  let [known, beyond] = [least, most + 1];
  // The widest letters are about as wide as each other: most numbers of characters are small.
  for (let stride = 4; beyond - known > 1; stride *= 2) {
    const at = known + stride < beyond && beyond > most ? known + stride : (known + beyond) >> 1;
    if (holds(at)) known = at;
    else beyond = at;
  }
  return known;
}

/** The largest length for which `holds`, to a thousandth of a millimeter; 0 where it holds for none. */
function longestTrue(holds: (mm: Mm) => boolean): Mm {
  let [known, beyond] = [0, ANY_LENGTH_MM];
  while (beyond - known > TOLERANCE_MM) {
    const at = (known + beyond) / 2;
    if (holds(at)) known = at;
    else beyond = at;
  }
  return known;
}
