import { Select } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag, type LanguageTag } from '#model/elements/base/translations.ts';
import { languageName } from '#model/template/label-languages.ts';

/** Languages to choose from; any other can be typed as a tag. */
const OFFERED: readonly LanguageTag[] = (
  'ar bg bn ca cs da de el en en-GB es es-MX et eu fa fi fr fr-CA ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk ' +
  'ms mt my nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur uz vi zh zh-Hant'
).split(' ');

export interface LanguageSelectProps {
  readonly label: string;
  readonly testId: string;
  /** Null for a field that adds. */
  readonly value: LanguageTag | null;
  /** The languages that the label has already. */
  readonly taken: readonly LanguageTag[];
  readonly disabled?: boolean;
  onChoose(tag: LanguageTag): void;
}

/** A list of languages by their names, searched by name in the user's language, in their own, or by tag. */
export function LanguageSelect({ label, testId, value, taken, disabled, onChoose }: LanguageSelectProps): JSX.Element {
  const { t, i18n } = useTranslation('languages');
  const [typed, setTyped] = useState('');
  const tag = languageTag(typed);
  const known = new Set([...OFFERED, ...taken, ...(value === null ? [] : [value]), ...(tag === null ? [] : [tag])]);
  const options = [...known]
    .map((each) => ({ tag: each, name: languageName(each, i18n.language), own: languageName(each, each) }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, i18n.language))
    .map(({ tag: each, name, own }) => ({
      value: each,
      label: name === own ? name : `${name} – ${own}`,
      words: `${name} ${own} ${languageName(each, 'en')} ${each}`.toLowerCase(),
      disabled: taken.includes(each),
      ...(taken.includes(each) ? { title: t('taken') } : {}),
    }));
  function rank({ tag: each, name, own }: { tag: LanguageTag; name: string; own: string }): number {
    const sought = typed.trim().toLowerCase();
    if (sought === '' || each.toLowerCase() === sought) return 0;
    if (name.toLowerCase().startsWith(sought)) return 1;
    return own.toLowerCase().startsWith(sought) ? 2 : 3;
  }
  return (
    <label className="lang-field">
      <span>{label}</span>
      <Select<LanguageTag | null>
        data-testid={testId}
        aria-label={label}
        value={value}
        disabled={disabled === true}
        placeholder={t('choose')}
        popupMatchSelectWidth={280}
        notFoundContent={<p className="lang-unknown">{t('unknown')}</p>}
        showSearch={{
          filterOption: (search, option) => String(option?.['words'] ?? '').includes(search.trim().toLowerCase()),
          onSearch: setTyped,
        }}
        options={options}
        onChange={(chosen) => {
          setTyped('');
          if (chosen !== null) onChoose(chosen);
        }}
      />
    </label>
  );
}
