import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { elementIn, isUntranslated, translatableTexts, type TranslatableText } from '#model/elements/translated.ts';
import { namedLanguage } from './label-languages.ts';
import type { Template } from './template.ts';

/**
 * The template in one of its languages, which is then its only one. The text of the main language stays where there is no
 * translation. The same object for a template that has not this language.
 */
export function templateIn(template: Template, tag: LanguageTag | null): Template {
  if (tag === null || template.label.languages?.tags.includes(tag) !== true) return template;
  const label = { ...template.label, languages: { tags: [tag] as const } };
  return { ...template, label, elements: template.elements.map((element) => elementIn(element, tag)) };
}

/** A template in the language of a run. */
export interface ChosenLanguage {
  readonly template: Template;
  /** Empty where the label's column chooses the language, or the main one is printed. */
  readonly language: LanguageTag | '';
  /** How many texts the language lacks; they are printed in the main one. */
  readonly missing: number;
}

/**
 * The template in the language that is chosen for a whole run, by its tag or name; null leaves the choice to the label.
 * Problems: those of `namedLanguage`; `language.unknown` for a label without languages.
 */
export function inChosenLanguage(template: Template, chosen: string | null): Result<ChosenLanguage> {
  const { languages } = template.label;
  if (chosen === null) return ok({ template, language: '', missing: 0 });
  if (languages === undefined) return err(problem('language.unknown', { value: chosen, languages: '-' }));
  const tag = namedLanguage(languages, chosen);
  if (!tag.ok) return tag;
  const missing = untranslatedTexts(template, tag.value).length;
  return ok({ template: templateIn(template, tag.value), language: tag.value, missing });
}

/** The language of a template that was made for a run in one of its languages; null for any other. */
export function onlyLanguage({ label }: Pick<Template, 'label'>): LanguageTag | null {
  const [only, more] = label.languages?.tags ?? [];
  return more === undefined ? (only ?? null) : null;
}

/** Every text of the template that can be translated, in painting order. */
export function textsOf({ elements }: Pick<Template, 'elements'>): readonly TranslatableText[] {
  return elements.flatMap(translatableTexts);
}

/** The texts that a language lacks. The main language lacks none. */
export function untranslatedTexts(
  template: Pick<Template, 'elements' | 'label'>,
  tag: LanguageTag,
): readonly TranslatableText[] {
  if (template.label.languages?.tags[0] === tag) return [];
  return textsOf(template).filter((text) => isUntranslated(text, tag));
}
