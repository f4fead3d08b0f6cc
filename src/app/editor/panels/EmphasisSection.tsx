import { Button, Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_EMPHASIZED_LENGTH } from '#model/elements/text/emphasis.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { growingField } from '#app/ui/growing-field.ts';
import { usePatch } from '../session/patch.ts';
import { Section } from '../widgets/fields.tsx';
import { ALLERGEN_WORDS, type AllergenLanguage } from './allergen-words.ts';

const LANGUAGES: readonly { readonly value: AllergenLanguage; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'pt', label: 'Português' },
  { value: 'it', label: 'Italiano' },
  { value: 'ru', label: 'Русский' },
  { value: 'zh', label: '中文' },
];

/** The words that are bold in the text, and lists of allergens to begin with. */
export function EmphasisSection({ element }: { readonly element: TextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('text');

  function add(language: AllergenLanguage): void {
    const list = ALLERGEN_WORDS[language];
    const words = element.emphasizedWords.trim();
    const joined = words === '' ? list : `${words}, ${list}`;
    if (!words.includes(list) && joined.length <= MAX_EMPHASIZED_LENGTH) patch({ emphasizedWords: joined });
  }
  return (
    <Section title={t('panel.emphasis')}>
      <Input.TextArea
        {...growingField(1, 6)}
        maxLength={MAX_EMPHASIZED_LENGTH}
        placeholder={t('panel.emphasisHint')}
        aria-label={t('panel.emphasis')}
        data-testid="emphasized-words"
        value={element.emphasizedWords}
        spellCheck={false}
        onChange={(event) => patch({ emphasizedWords: event.target.value }, 'emphasizedWords')}
        onBlur={end}
      />
      <ButtonMenu
        menu={{
          items: LANGUAGES.map(({ value, label }) => ({ key: value, label })),
          onClick: ({ key }) => add(key as AllergenLanguage),
        }}
      >
        <Button size="small" data-testid="allergen-list">
          {t('panel.allergens')}
        </Button>
      </ButtonMenu>
    </Section>
  );
}
