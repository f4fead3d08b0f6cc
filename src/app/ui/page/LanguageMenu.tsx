import type { ReactElement } from 'react';
import { GlobalOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '../ButtonMenu.tsx';
import { LANGUAGES, LANGUAGE_NAMES, isLanguage } from '#app/state/i18n/languages.ts';
import { LanguageName } from '#app/state/i18n/LanguageName.tsx';
import { useLanguage } from '#app/state/language.ts';

export function LanguageMenu(): ReactElement {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  return (
    <ButtonMenu
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: LANGUAGES.map((key) => ({ key, label: <LanguageName of={key} /> })),
        onClick: ({ key }) => {
          if (isLanguage(key)) setLanguage(key);
        },
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined aria-hidden />}
        aria-label={`${t('language')}: ${LANGUAGE_NAMES[language]}`}
      >
        <LanguageName of={language} />
      </Button>
    </ButtonMenu>
  );
}
