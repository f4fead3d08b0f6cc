import type { ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { elementTexts } from '#model/page/element-texts.ts';

/** Characters of a content that are shown, searched and announced. */
const CONTENT_LETTERS = 80;

/** The content of an element, as far as it is known without data: its texts, and the names of its columns in braces. */
export function contentText(element: LabelElement): string {
  return joined(contentsOf(element).map(({ sources }) => sources.map(sourceText).join('')));
}

/** The content of an element on the label of this record; `elements` are the values that it may refer to. */
export function shownText(element: LabelElement, record: DataRecord, elements: ElementValues): string {
  return joined(elementTexts(element, record, elements).values);
}

function joined(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.trim() !== '') text += text === '' ? piece : ` · ${piece}`;
    if (text.length >= CONTENT_LETTERS) break;
  }
  return text.replaceAll(/\s+/g, ' ').slice(0, CONTENT_LETTERS);
}

function sourceText(source: DataSource): string {
  switch (source.type) {
    case 'fixed':
      return source.text;
    case 'column':
      return `{${source.column}}`;
    case 'sequence':
      return source.initial;
    case 'expression':
      return source.formula;
    case 'reference':
    case 'unknown':
      return '';
  }
}
