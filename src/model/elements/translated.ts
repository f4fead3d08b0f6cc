import type { ElementId } from '#model/kernel/ids.ts';
import type { OwnText } from './base/content-behaviour.ts';
import type { DataSource, ExpressionSource, FixedSource } from './base/content.ts';
import { withTranslation, type LanguageTag, type Translations } from './base/translations.ts';
import { HYPHEN_LANGUAGES } from './base/hyphenation.ts';
import { contentsOf, definitionOf, withContents, type LabelElement } from './element.ts';

/** A source with a text that can be translated. */
export type TranslatableSource = FixedSource | ExpressionSource;

/** A blank is filled in as it is printed, and an address leads to the same label in every language. */
export function isTranslatable(source: DataSource): source is TranslatableSource {
  if (source.type === 'expression') return true;
  return source.type === 'fixed' && source.blank === undefined && source.opensLabel === undefined;
}

/** The text of a source that is translated: of an expression, its formula. */
export function mainText(source: TranslatableSource): string {
  return source.type === 'fixed' ? source.text : source.formula;
}

/** The source with its text of this language as its only one; the same object where it has no translations. */
export function sourceIn<S extends DataSource>(source: S, tag: LanguageTag): S {
  if (!isTranslatable(source) || source.translations === undefined) return source;
  const { translations, ...own } = source;
  const text = translations[tag];
  if (text === undefined) return own as TranslatableSource as S;
  const next = own.type === 'fixed' ? { ...own, text } : { ...own, formula: text };
  return next as TranslatableSource as S;
}

/** A formula as it is in each language, the main one first. */
export function formulasOf(source: ExpressionSource): readonly ExpressionSource[] {
  return [source, ...Object.keys(source.translations ?? {}).map((tag) => sourceIn(source, tag))];
}

/** The source with another text in a language; null removes the translation. */
export function withSourceTranslation<S extends TranslatableSource>(
  source: S,
  tag: LanguageTag,
  text: string | null,
): S {
  const { translations: before, ...own } = source;
  const translations = withTranslation(before, tag, text);
  return (translations === undefined ? own : { ...own, translations }) as S;
}

interface InLanguage {
  readonly element: LabelElement;
  /** How many of its texts the language lacks. */
  readonly missing: number;
}

/** Made once for each language, because layouts are kept by the element's identity. */
const known = new WeakMap<LabelElement, Map<LanguageTag, InLanguage>>();

/**
 * The element with its texts of this language, and the main text where it has no translation. The same object for the
 * main language (undefined), and where it has no translations.
 */
export function elementIn(element: LabelElement, tag: LanguageTag | undefined): LabelElement {
  return tag === undefined ? element : inLanguage(element, tag).element;
}

/** How many texts of the element a language lacks. */
export function untranslatedCount(element: LabelElement, tag: LanguageTag | undefined): number {
  return tag === undefined ? 0 : inLanguage(element, tag).missing;
}

function inLanguage(element: LabelElement, tag: LanguageTag): InLanguage {
  let made = known.get(element);
  const before = made?.get(tag);
  if (before !== undefined) return before;
  const missing = translatableTexts(element).filter((text) => isUntranslated(text, tag)).length;
  const next = { element: translated(element, tag), missing };
  if (made === undefined) known.set(element, (made = new Map()));
  made.set(tag, next);
  return next;
}

function translated(of: LabelElement, tag: LanguageTag): LabelElement {
  const isTranslated = translatableTexts(of).some(({ translations }) => translations[tag] !== undefined);
  const element = isTranslated ? hyphenatedIn(of, tag, 'none') : of;
  let isSame = true;
  const contents = contentsOf(element).map(({ sources }) =>
    sources.map((source) => {
      const next = sourceIn(source, tag);
      if (next !== source) isSame = false;
      return next;
    }),
  );
  const own = isSame ? element : withContents(element, contents);
  const texts = ownTextsOf(own);
  if (texts.every(({ translations }) => translations === undefined)) return own;
  return withOwnTexts(
    own,
    texts.map(({ field, text, translations }) => ({ field, text: translations?.[tag] ?? text })),
  );
}

/** The element with its words hyphenated as in this language, if they are at all; `without`: for one without rules. */
function hyphenatedIn(element: LabelElement, tag: LanguageTag, without: 'none' | 'same'): LabelElement {
  if (!('hyphenation' in element) || element.hyphenation === 'none') return element;
  const own = HYPHEN_LANGUAGES.find((language) => language === tag.split('-')[0]);
  const hyphenation = own ?? (without === 'none' ? 'none' : element.hyphenation);
  return hyphenation === element.hyphenation ? element : { ...element, hyphenation };
}

function ownTextsOf(element: LabelElement): readonly OwnText[] {
  return definitionOf(element.type).ownTexts?.(element) ?? [];
}

function withOwnTexts(element: LabelElement, texts: readonly OwnText[]): LabelElement {
  return definitionOf(element.type).withOwnTexts?.(element, texts) ?? element;
}

/**
 * The element in a label whose main language is another one: its texts in that language become the main ones, and those
 * that were are translations. A text that lacks that language stays as it is.
 */
export function withMainLanguage(of: LabelElement, before: LanguageTag, main: LanguageTag): LabelElement {
  const isTranslated = translatableTexts(of).some(({ translations }) => translations[main] !== undefined);
  const element = isTranslated ? hyphenatedIn(of, main, 'same') : of;
  const exchanged = (text: string, translations: Translations = {}): readonly [string, Translations | undefined] => {
    const next = translations[main];
    if (next === undefined) return [text, translations];
    return [next, withTranslation(withTranslation(translations, main, null), before, text)];
  };
  let isSame = true;
  const contents = contentsOf(element).map(({ sources }) =>
    sources.map((source): DataSource => {
      if (!isTranslatable(source) || source.translations?.[main] === undefined) return source;
      isSame = false;
      const [text, translations = {}] = exchanged(mainText(source), source.translations);
      return source.type === 'fixed' ? { ...source, text, translations } : { ...source, formula: text, translations };
    }),
  );
  const own = isSame ? element : withContents(element, contents);
  const texts = ownTextsOf(element);
  if (texts.every(({ translations }) => translations?.[main] === undefined)) return own;
  return withOwnTexts(
    own,
    texts.map(({ field, text: own, translations: others }) => {
      const [text, translations] = exchanged(own, others);
      return { field, text, translations };
    }),
  );
}

/** Identifies a text within its template: its element, and the place of the text there. */
export type TextKey = `${ElementId}:${string}`;

/** A fixed text of an element, with its translations. */
export interface TranslatableText {
  readonly key: TextKey;
  readonly element: LabelElement;
  /** Which of the element's texts it is, if there are several: `row,column` for a table cell. */
  readonly place?: string | undefined;
  readonly text: string;
  readonly translations: Translations;
  /** It is part of a code, which is usually the same in every language. */
  readonly isCode: boolean;
  /** It is a formula. */
  readonly isFormula: boolean;
}

/** The texts of an element that can be translated, in their order; empty ones without translations are left out. */
export function translatableTexts(element: LabelElement): readonly TranslatableText[] {
  const { id } = element;
  const contents = contentsOf(element).flatMap(({ sources, place }, content) => {
    const isCode = definitionOf(element.type).typedContent(element, content) === null;
    return sources.flatMap((source, index): readonly TranslatableText[] => {
      if (!isTranslatable(source)) return [];
      const { translations = {} } = source;
      const isFormula = source.type === 'expression';
      return [
        { key: `${id}:${content}:${index}`, element, place, text: mainText(source), translations, isCode, isFormula },
      ];
    });
  });
  const own = ownTextsOf(element).map(({ field, text, translations = {} }): TranslatableText => ({
    key: `${id}:${field}`,
    element,
    text,
    translations,
    isCode: false,
    isFormula: false,
  }));
  return [...contents, ...own].filter(({ text, translations }) => text !== '' || Object.keys(translations).length > 0);
}

/**
 * Whether a language lacks a text: it has no translation, and the main text has letters. A code without one is meant to
 * be the same.
 */
export function isUntranslated({ text, translations, isCode, isFormula }: TranslatableText, tag: LanguageTag): boolean {
  if (isCode || translations[tag] !== undefined) return false;
  // Names in braces are no words of the text.
  return /\p{L}/u.test(isFormula ? text.replaceAll(/\{[^{}]*\}/g, '') : text);
}

/** The element with other texts in some languages; null removes a translation. The same object when nothing changes. */
export function withTranslations(
  element: LabelElement,
  change: (key: TextKey, translations: Translations) => Readonly<Record<LanguageTag, string | null>>,
): LabelElement {
  const { id } = element;
  let isSame = true;
  const changed = (key: TextKey, before: Translations = {}): Translations | undefined => {
    let next: Translations | undefined = before;
    for (const [tag, text] of Object.entries(change(key, before))) {
      if ((next?.[tag] ?? null) === text) continue;
      isSame = false;
      next = withTranslation(next, tag, text);
    }
    return next;
  };
  const contents = contentsOf(element).map(({ sources }, content) =>
    sources.map((source, index) => {
      if (!isTranslatable(source)) return source;
      const next = changed(`${id}:${content}:${index}`, source.translations);
      const { translations: _, ...own } = source;
      return next === undefined || Object.keys(next).length === 0 ? own : { ...own, translations: next };
    }),
  );
  const texts = ownTextsOf(element).map(({ field, text, translations }) => {
    const next = changed(`${id}:${field}`, translations);
    return { field, text, translations: next === undefined || Object.keys(next).length === 0 ? undefined : next };
  });
  return isSame ? element : withOwnTexts(withContents(element, contents), texts);
}
