import { useId, useMemo, type ReactElement } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { languageName } from '#model/template/label-languages.ts';
import { untranslatedTexts } from '#model/template/translated-template.ts';
import type { Template } from '#model/template/template.ts';
import { Field } from './Field.tsx';

export interface LanguageFieldProps {
  /** The label with all its languages. */
  readonly template: Template;
  /** Null for the label's own choice: by its column, or its main language. */
  readonly language: LanguageTag | null;
  readonly disabled: boolean;
  readonly onChange: (language: LanguageTag | null) => void;
}

/** The language of the labels to print. Hidden for a label in one language. */
export function LanguageField({ template, language, disabled, onChange }: LanguageFieldProps): ReactElement | null {
  const { t, i18n } = useTranslation('print');
  const id = useId();
  const missing = useMemo(
    () => (language === null ? 0 : untranslatedTexts(template, language).length),
    [template, language],
  );
  const { languages } = template.label;
  if (languages === undefined || languages.tags.length < 2) return null;
  const { tags, column } = languages;
  const nameOf = (tag: LanguageTag): string => languageName(tag, i18n.language);
  const hint = t('language.missing', {
    count: missing,
    language: nameOf(language ?? tags[0]),
    main: nameOf(tags[0]),
  });
  return (
    <Field label={t('language.label')} htmlFor={id} {...(missing === 0 ? {} : { hint })}>
      <Select<string>
        id={id}
        data-testid="print-language"
        disabled={disabled}
        value={language ?? (column === undefined ? tags[0] : '')}
        options={[
          ...(column === undefined ? [] : [{ value: '', label: t('language.byColumn', { column: column.column }) }]),
          ...tags.map((tag) => ({ value: tag, label: nameOf(tag) })),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      />
    </Field>
  );
}
