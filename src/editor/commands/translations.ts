import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { fixedText, retyped, withRunStyle, type DataSource, type FixedSource } from '#model/elements/base/content.ts';
import { sameStyle } from '#model/elements/base/styled-text.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { contentsOf } from '#model/elements/element.ts';
import {
  isTranslatable,
  mainText,
  sourceIn,
  withSourceTranslation,
  withTranslations,
  type TextKey,
} from '#model/elements/translated.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { isTypedSource, withContent, type ContentSlot } from './content.ts';

/**
 * Changes the languages of the label (null for none) and the translations of its texts, as one step of undo. A text that
 * is missing in `texts` keeps those of the languages that stay; null removes one.
 */
export function setLanguages(
  languages: LabelLanguages | null,
  texts: ReadonlyMap<TextKey, Readonly<Record<LanguageTag, string | null>>>,
): Command {
  return ({ template }) => {
    const { languages: before, ...others } = template.label;
    const removed = (before?.tags ?? []).filter((tag) => languages?.tags.includes(tag) !== true);
    const none = Object.fromEntries(removed.map((tag) => [tag, null]));
    const elements = template.elements.map((element) =>
      withTranslations(element, (key) => ({ ...none, ...texts.get(key) })),
    );
    const isSame = JSON.stringify(before ?? null) === JSON.stringify(languages);
    const label = isSame ? template.label : { ...others, ...(languages === null ? {} : { languages }) };
    return ok({ template: { ...withElements(template, elements), label } });
  };
}

/** Sets the text of a content with one fixed source in a language other than the main one. */
export function setTranslation(slot: ContentSlot, text: string, tag: LanguageTag): Command {
  return ({ template }) => {
    const element = template.elements.find(({ id }) => id === slot.id);
    const sources = element === undefined ? undefined : contentsOf(element)[slot.content]?.sources;
    const [source] = sources ?? [];
    if (element === undefined || source === undefined || !isTranslatable(source)) return ok({ template });
    const next = withSourceTranslation(source, tag, text);
    return ok({ template: withElements(template, [withContent(element, slot.content, [next])]) });
  };
}

/**
 * Writes typed runs as the translation of a content. All languages share its fields and their order. Problem:
 * `edit.fieldsOfTranslation` when a field was removed, added or moved.
 */
export function setTranslatedRuns(slot: ContentSlot, runs: readonly DataSource[], tag: LanguageTag): Command {
  return ({ template }) => {
    const element = template.elements.find(({ id }) => id === slot.id);
    const sources = element === undefined ? undefined : contentsOf(element)[slot.content]?.sources;
    if (element === undefined || sources === undefined) return ok({ template });
    const next = withTranslatedRuns(sources, runs, tag);
    if (next === null) return err(problem('edit.fieldsOfTranslation'));
    return ok({ template: withElements(template, [withContent(element, slot.content, next)]) });
  };
}

/** The sources with these runs as their translation; null when the fields between the runs are others. */
export function withTranslatedRuns(
  sources: readonly DataSource[],
  runs: readonly DataSource[],
  tag: LanguageTag,
): readonly DataSource[] | null {
  const [own, typed] = [segments(sources), segments(runs)];
  if (own.length !== typed.length) return null;
  const all: DataSource[] = [];
  for (const [i, { texts, field }] of own.entries()) {
    const next = typed[i];
    if (next === undefined || !isSameField(field, next.field, tag)) return null;
    all.push(...translatedTexts(texts, next.texts, tag), ...(field === null ? [] : [field]));
  }
  return all.length === 0 ? [fixedText('')] : all;
}

interface Segment {
  readonly texts: readonly FixedSource[];
  /** The source after the typed texts that is not typed; null at the end. */
  readonly field: DataSource | null;
}

function segments(sources: readonly DataSource[]): readonly Segment[] {
  const all: Segment[] = [];
  let texts: FixedSource[] = [];
  for (const source of sources) {
    if (isTypedSource(source)) {
      texts.push(source);
      continue;
    }
    all.push({ texts, field: source });
    texts = [];
  }
  return [...all, { texts, field: null }];
}

function isSameField(one: DataSource | null, other: DataSource | null, tag: LanguageTag): boolean {
  const plain = (source: DataSource | null): string =>
    source === null ? '' : JSON.stringify(withRunStyle(sourceIn(source, tag), undefined));
  return plain(one) === plain(other);
}

/** Runs of one style are one text in all languages. Others are texts of their own, empty in the other languages. */
function translatedTexts(
  own: readonly FixedSource[],
  typed: readonly FixedSource[],
  tag: LanguageTag,
): readonly FixedSource[] {
  const all: FixedSource[] = [];
  let at = 0;
  const leave = (end: number): void => {
    for (; at < end; at++) {
      const source = own[at];
      if (source === undefined) continue;
      const left = withSourceTranslation(source, tag, '');
      if (left.text !== '' || Object.values(left.translations ?? {}).some((text) => text !== '')) all.push(left);
    }
  };
  for (const run of typed) {
    const same = own.findIndex((source, i) => i >= at && sameStyle(source.style, run.style));
    const source = same < 0 ? undefined : own[same];
    if (source === undefined) {
      all.push(withRunStyle(withSourceTranslation(fixedText(''), tag, run.text), run.style));
      continue;
    }
    leave(same);
    all.push(withSourceTranslation(source, tag, run.text));
    at = same + 1;
  }
  leave(own.length);
  return all;
}

/** The source with its text of a language replaced; undefined is the main language. */
export function retypedIn(source: FixedSource, text: string, tag: LanguageTag | undefined): FixedSource {
  return tag === undefined ? retyped(source, text) : withSourceTranslation(source, tag, text);
}

/** The text of a source in a language, and whether it has a translation there. */
export function textOf(source: DataSource, tag: LanguageTag | undefined): string {
  if (!isTranslatable(source)) return source.text;
  return tag === undefined ? mainText(source) : mainText(sourceIn(source, tag));
}
