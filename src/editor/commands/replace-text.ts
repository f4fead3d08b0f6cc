import { ok } from '#model/kernel/result.ts';
import { retyped, type FixedSource } from '#model/elements/base/content.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { contentsOf, withContents, type LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import type { ContentSlot } from './content.ts';

/** What is searched in the typed texts of a label. */
export interface TextSearch {
  readonly text: string;
  readonly matchCase: boolean;
  /** No letter, digit or underscore before and after it. */
  readonly wholeWords: boolean;
}

/** Where a text was found: UTF-16 offsets of its first character and of the one after its last. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

/** A typed text in which something was found. */
export interface FoundText extends ContentSlot {
  readonly element: LabelElement;
  readonly text: string;
  /** The language of the text; undefined for the main one. */
  readonly language?: LanguageTag;
  readonly matches: readonly TextMatch[];
}

/**
 * The typed texts with matches, in all languages and in painting order. Names of columns, formulas, and the label's own
 * address, which follows the label, are not searched. Empty for an empty search.
 */
export function findTexts(elements: readonly LabelElement[], search: TextSearch): readonly FoundText[] {
  const pattern = patternOf(search);
  if (pattern === null) return [];
  return elements.flatMap((element) =>
    contentsOf(element).flatMap(({ sources }, content) =>
      sources.flatMap((source): readonly FoundText[] => {
        if (!isSearched(source)) return [];
        const own = { id: element.id, element, content };
        const translations = Object.entries(source.translations ?? {});
        return [
          ...foundIn(own, source.text, pattern),
          ...translations.flatMap(([language, text]) => foundIn({ ...own, language }, text, pattern)),
        ];
      }),
    ),
  );
}

function foundIn(of: Omit<FoundText, 'text' | 'matches'>, text: string, pattern: RegExp): readonly FoundText[] {
  const matches = [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));
  return matches.length === 0 ? [] : [{ ...of, text, matches }];
}

/** Replaces every match, as one step of undo. */
export function replaceTexts(search: TextSearch, replacement: string): Command {
  return ({ template }) => ok({ template: withReplacedTexts(template, search, replacement) });
}

/** The template with every match replaced; the same object where nothing matches. */
export function withReplacedTexts(template: Template, search: TextSearch, replacement: string): Template {
  const pattern = patternOf(search);
  if (pattern === null) return template;
  const changed = template.elements.flatMap((element): readonly LabelElement[] => {
    let hasChanged = false;
    const contents = contentsOf(element).map(({ sources }) =>
      sources.map((source) => {
        if (!isSearched(source)) return source;
        // A function, because `$&` in the replacement means itself.
        const changedText = (text: string): string => text.replaceAll(pattern, () => replacement);
        const text = changedText(source.text);
        const before = Object.entries(source.translations ?? {});
        const translations = before.map(([tag, own]) => [tag, changedText(own)] as const);
        if (text === source.text && translations.every(([, own], i) => own === before[i]?.[1])) return source;
        hasChanged = true;
        return {
          ...retyped(source, text),
          ...(before.length === 0 ? {} : { translations: Object.fromEntries(translations) }),
        };
      }),
    );
    return hasChanged ? [withContents(element, contents)] : [];
  });
  return changed.length === 0 ? template : withElements(template, changed);
}

function isSearched(source: { readonly type: string; readonly opensLabel?: true }): source is FixedSource {
  return source.type === 'fixed' && source.opensLabel !== true;
}

function patternOf({ text, matchCase, wholeWords }: TextSearch): RegExp | null {
  if (text === '') return null;
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const whole = wholeWords ? String.raw`(?<![\p{L}\p{N}_])${literal}(?![\p{L}\p{N}_])` : literal;
  return new RegExp(whole, matchCase ? 'gv' : 'giv');
}
