import type { ReactElement } from 'react';
import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { THEME_CHOICES, useSetThemeChoice, useShownTheme, useThemeChoice, type ThemeChoice } from '#app/state/theme.ts';
import { ButtonMenu } from '../ButtonMenu.tsx';

export const THEME_ICONS: Readonly<Record<ThemeChoice, ReactElement>> = {
  system: <DesktopOutlined aria-hidden />,
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
};

/** Selects the theme; the button shows the icon of the current one. */
export function ThemeMenu(): ReactElement {
  const { t } = useTranslation();
  const choice = useThemeChoice();
  const setChoice = useSetThemeChoice();
  const shown = useShownTheme();
  return (
    <ButtonMenu
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: THEME_CHOICES.map((key) => ({ key, icon: THEME_ICONS[key], label: t(`theme.${key}`) })),
        onClick: ({ key }) => {
          const next = THEME_CHOICES.find((one) => one === key);
          if (next !== undefined) setChoice(next);
        },
      }}
    >
      <Button
        type="text"
        icon={THEME_ICONS[shown]}
        aria-label={`${t('theme.label')}: ${t(`theme.${choice}`)}`}
        data-testid="theme-menu"
      />
    </ButtonMenu>
  );
}
