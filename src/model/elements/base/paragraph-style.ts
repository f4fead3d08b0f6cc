import type { Mm } from '#model/kernel/units.ts';
import { HYPHENATIONS, type Hyphenation } from './hyphenation.ts';
import { NO_TAB_STOPS, readTabStops, writeTabStops, type TabStop } from './tab-stops.ts';
import { codeOf, type FieldReader } from './fields.ts';

/**
 * The writing direction of a text's paragraphs. `text`: that of the first letter of the whole text. `paragraph`: each
 * paragraph has that of its own first letter.
 */
export const TEXT_DIRECTIONS = ['text', 'paragraph', 'ltr', 'rtl'] as const;
export type TextDirection = (typeof TEXT_DIRECTIONS)[number];

/** The mark before each paragraph that is not empty. Numbers count from 1. */
export const LIST_KINDS = ['none', 'bullets', 'dashes', 'numbers'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/**
 * How the paragraphs of a text are set: every line end of the text ends a paragraph. The start of a line is its right
 * end in a paragraph written from right to left, and its top in vertical text. Lengths keep when the text shrinks.
 */
export interface ParagraphStyle {
  /** The space between two paragraphs. */
  readonly paragraphSpacingMm: Mm;
  /** The distance of all lines from the start of the box. */
  readonly indentMm: Mm;
  /**
   * How much further the first line of each paragraph is indented; negative for a hanging indent, whose place is then a
   * tab stop, too. Lists hang by the length of their marks instead.
   */
  readonly firstIndentMm: Mm;
  readonly list: ListKind;
  /** In any order. */
  readonly tabStops: readonly TabStop[];
  readonly textDirection: TextDirection;
  /** For horizontal text that wraps. */
  readonly hyphenation: Hyphenation;
}

/** The style of a text whose paragraphs are lines like any other; nothing of it is in the file. */
export const NO_PARAGRAPHS: ParagraphStyle = {
  paragraphSpacingMm: 0,
  indentMm: 0,
  firstIndentMm: 0,
  list: 'none',
  tabStops: NO_TAB_STOPS,
  textDirection: 'text',
  hyphenation: 'none',
};

export const PARAGRAPH_FIELDS = Object.keys(NO_PARAGRAPHS) as readonly (keyof ParagraphStyle)[];

/** The largest spacing and indent: no label has room for more. */
export const MAX_PARAGRAPH_MM = 100;

const LIST_CODES: Readonly<Record<string, ListKind>> = {
  None: 'none',
  Bullets: 'bullets',
  Dashes: 'dashes',
  Numbers: 'numbers',
};
const DIRECTION_CODES: Readonly<Record<string, TextDirection>> = {
  Text: 'text',
  Paragraph: 'paragraph',
  LeftToRight: 'ltr',
  RightToLeft: 'rtl',
};

/** Languages have their own codes in the file. */
const HYPHENATION_CODES: Readonly<Record<string, Hyphenation>> = Object.fromEntries(
  HYPHENATIONS.map((each) => [each === 'none' ? 'None' : each, each]),
);

/** The paragraph style of an element; null for one without, or whose paragraphs are lines like any other. */
export function paragraphStyleOf(element: Partial<ParagraphStyle>): ParagraphStyle | null {
  if (element.list === undefined) return null;
  const isPlain = PARAGRAPH_FIELDS.every((field) => {
    if (field === 'tabStops') return (element.tabStops ?? NO_TAB_STOPS).length === 0;
    return (element[field] ?? NO_PARAGRAPHS[field]) === NO_PARAGRAPHS[field];
  });
  return isPlain ? null : { ...NO_PARAGRAPHS, ...element };
}

export function readParagraphStyle(fields: FieldReader): ParagraphStyle {
  return {
    paragraphSpacingMm: fields.number('ParagraphSpacing', 0, 0, MAX_PARAGRAPH_MM),
    indentMm: fields.number('ParagraphIndent', 0, 0, MAX_PARAGRAPH_MM),
    firstIndentMm: fields.number('FirstLineIndent', 0, -MAX_PARAGRAPH_MM, MAX_PARAGRAPH_MM),
    list: fields.code<ListKind>('TextList', LIST_CODES, 'none'),
    tabStops: readTabStops(fields),
    textDirection: fields.code<TextDirection>('TextDirection', DIRECTION_CODES, 'text'),
    hyphenation: fields.code<Hyphenation>('Hyphenation', HYPHENATION_CODES, 'none'),
  };
}

/** Older programs ignore these attributes, so only those that differ from the default are written. */
export function writeParagraphStyle(style: ParagraphStyle): Readonly<Record<string, string | number>> {
  const { paragraphSpacingMm, indentMm, firstIndentMm, list, tabStops, textDirection, hyphenation } = style;
  return {
    ...(paragraphSpacingMm === 0 ? {} : { ParagraphSpacing: paragraphSpacingMm }),
    ...(indentMm === 0 ? {} : { ParagraphIndent: indentMm }),
    ...(firstIndentMm === 0 ? {} : { FirstLineIndent: firstIndentMm }),
    ...(list === 'none' ? {} : { TextList: codeOf(LIST_CODES, list) }),
    ...writeTabStops(tabStops),
    ...(textDirection === 'text' ? {} : { TextDirection: codeOf(DIRECTION_CODES, textDirection) }),
    ...(hyphenation === 'none' ? {} : { Hyphenation: codeOf(HYPHENATION_CODES, hyphenation) }),
  };
}
