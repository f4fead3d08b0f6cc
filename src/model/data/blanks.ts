import { elementBox } from '#model/elements/base/box.ts';
import { MAX_BLANK_LENGTH, type BlankRules, type DataSource, type FixedSource } from '#model/elements/base/content.ts';
import { contentsOf, definitionOf, withContents, type LabelElement } from '#model/elements/element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Template } from '#model/template/template.ts';

/**
 * Identifies a blank within its template: an element, one of its contents, and the place of the source in that content.
 */
export type BlankKey = `${ElementId}:${number}:${number}`;

/** A text of the label that the user fills in when printing. */
export interface Blank extends BlankRules {
  readonly key: BlankKey;
  readonly element: LabelElement;
  /** The index of its content in `contentsOf`: 0 for an element with one content. */
  readonly content: number;
  /** Which of the element's texts it is, if there are several: `row,column` for a table cell. */
  readonly place?: string | undefined;
  /** Its place among the sources of that content. */
  readonly index: number;
  /** It is typed as text with several lines, and not the content of a code. */
  readonly isText: boolean;
  /** The template's own text. */
  readonly text: string;
}

/** The filled-in texts. A blank that is missing here keeps the template's own text. */
export type BlankValues = ReadonlyMap<BlankKey, string>;

/** The most characters that can be filled in on one label, which the history of runs can store. */
export const MAX_FILLED_LENGTH = 5_000;
/** A label with more blanks cannot be filled in. */
export const MAX_BLANKS = 100;

export const NOTHING_FILLED: BlankValues = new Map();

export function blankKey(element: ElementId, content: number, index: number): BlankKey {
  return `${element}:${content}:${index}`;
}

/**
 * The blanks of a template in reading order: elements line by line, each from the left; contents of one element in
 * their order, such as table cells row by row.
 */
export function blanksOf({ elements }: Pick<Template, 'elements'>): readonly Blank[] {
  const found = elements.flatMap((element) => {
    const blanks = contentsOf(element).flatMap(({ sources, place }, content) =>
      sources.flatMap((source, index): readonly Blank[] => {
        if (!isBlank(source)) return [];
        const { blank, text } = source;
        const isText = definitionOf(element.type).typedContent(element, content) !== null;
        return [{ ...blank, key: blankKey(element.id, content, index), element, content, place, index, isText, text }];
      }),
    );
    return blanks.length === 0 ? [] : [{ blanks, box: elementBox(element) }];
  });
  return inReadingOrder(found).flatMap(({ blanks }) => blanks);
}

function isBlank(source: DataSource): source is FixedSource & { readonly blank: BlankRules } {
  return source.type === 'fixed' && source.blank !== undefined;
}

/** Boxes are in one line if the middle of one is not below the box that the line begins with. */
function inReadingOrder<T extends { readonly box: Rect }>(all: readonly T[]): readonly T[] {
  const lines: T[][] = [];
  let end = -Infinity;
  for (const one of all.toSorted((a, b) => a.box.y - b.box.y)) {
    const { y, height } = one.box;
    if (y + height / 2 < end) lines.at(-1)?.push(one);
    else {
      lines.push([one]);
      end = y + height;
    }
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.box.x - b.box.x));
}

/** The name of a blank: the designer's or, without one, its element and its place there. */
export function blankName({ label, element, place }: Pick<Blank, 'label' | 'element' | 'place'>): string {
  if (label.trim() !== '') return label;
  return place === undefined ? element.name : `${element.name} (${place})`;
}

/** The blank that a problem of its element concerns: that of the content that the problem names, if any. */
export function blankOfProblem(blanks: readonly Blank[], element: ElementId, { path }: Problem): Blank | undefined {
  return blanks.find(
    (blank) =>
      blank.element.id === element && (blank.place === undefined || path === undefined || blank.place === path),
  );
}

/** The template with these texts in its blanks; the same object when nothing changes. Keys of no blank are ignored. */
export function filledTemplate(template: Template, values: BlankValues): Template {
  if (values.size === 0) return template;
  let isSame = true;
  const elements = template.elements.map((element) => {
    let isOwn = true;
    const contents = contentsOf(element).map(({ sources }, content) =>
      sources.map((source, index) => {
        const text = isBlank(source) ? values.get(blankKey(element.id, content, index)) : undefined;
        if (text === undefined || text === source.text) return source;
        isOwn = false;
        return { ...source, text };
      }),
    );
    if (isOwn) return element;
    isSame = false;
    return withContents(element, contents);
  });
  return isSame ? template : { ...template, elements };
}

/**
 * The fault of a text by the rules of its blank; null when there is none. Whether a code can encode it shows only when
 * the page is rendered. Problems: `blank.required`, `blank.tooLong`.
 */
export function blankFault({ required, maxLength }: BlankRules, text: string): Problem | null {
  if (text === '') return required ? problem('blank.required') : null;
  const limit = maxLength ?? MAX_BLANK_LENGTH;
  const length = Array.from(text).length;
  return length > limit ? problem('blank.tooLong', { length, limit }) : null;
}

/**
 * The fault of all filled-in texts together; null when there is none. Problems: `blank.none`, `blank.tooMany`,
 * `blank.tooMuch`.
 */
export function formFault(blanks: readonly Blank[], values: BlankValues): Problem | null {
  if (blanks.length === 0) return problem('blank.none');
  if (blanks.length > MAX_BLANKS) return problem('blank.tooMany', { limit: MAX_BLANKS });
  const length = blanks.reduce((sum, { key }) => sum + Array.from(values.get(key) ?? '').length, 0);
  return length > MAX_FILLED_LENGTH ? problem('blank.tooMuch', { length, limit: MAX_FILLED_LENGTH }) : null;
}
