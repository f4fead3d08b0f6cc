import type { ReactElement } from 'react';
import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LanguageName } from '#app/state/i18n/LanguageName.tsx';
import { LANGUAGES, type Language } from '#app/state/i18n/languages.ts';
import { THEME_ICONS } from '#app/ui/page/ThemeMenu.tsx';
import { useLanguage } from '#app/state/language.ts';
import { THEME_CHOICES, useSetThemeChoice, useThemeChoice, type ThemeChoice } from '#app/state/theme.ts';
import { useSetUnit, useUnit, type MeasureUnit } from '#app/state/unit.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { SettingRow } from './SettingRow.tsx';

/** Theme and language. */
export function AppearanceCard(): ReactElement {
  const { t } = useTranslation(['settings', 'common']);
  const choice = useThemeChoice();
  const setChoice = useSetThemeChoice();
  const [language, setLanguage] = useLanguage();
  const unit = useUnit();
  const setUnit = useSetUnit();
  return (
    <Card title={t('appearance')}>
      <ul className="card-rows">
        <SettingRow title={t('common:theme.label')} text={t('themeText')}>
          {(titleId) => (
            <Segmented<ThemeChoice>
              value={choice}
              aria-labelledby={titleId}
              options={THEME_CHOICES.map((value) => ({
                value,
                icon: THEME_ICONS[value],
                label: t(`common:theme.${value}`),
              }))}
              onChange={setChoice}
            />
          )}
        </SettingRow>
        <SettingRow title={t('common:language')}>
          {(titleId) => (
            <Select<Language>
              className="setting-select"
              value={language}
              aria-labelledby={titleId}
              options={LANGUAGES.map((value) => ({ value, label: <LanguageName of={value} /> }))}
              onChange={setLanguage}
            />
          )}
        </SettingRow>
        <SettingRow title={t('common:unit.label')} text={t('unitText')}>
          {(titleId) => (
            <Segmented<MeasureUnit>
              value={unit}
              aria-labelledby={titleId}
              options={[
                { value: 'mm', label: t('common:unit.mm') },
                { value: 'inch', label: t('common:unit.inch') },
              ]}
              onChange={setUnit}
            />
          )}
        </SettingRow>
      </ul>
    </Card>
  );
}
