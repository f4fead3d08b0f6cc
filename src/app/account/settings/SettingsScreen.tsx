import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#app/ui/page/Page.tsx';
import { AppearanceCard } from './AppearanceCard.tsx';
import { ComputerCard } from './ComputerCard.tsx';
import { EditorCard } from './EditorCard.tsx';
import { PrintingCard } from './PrintingCard.tsx';
import './settings.css';

/** `/settings`: all preferences that this browser keeps. Changes apply immediately. */
export function SettingsScreen(): ReactElement {
  const { t } = useTranslation('settings');
  return (
    <Page className="settings" title={t('title')} intro={t('intro')}>
      <AppearanceCard />
      <EditorCard />
      <PrintingCard />
      <ComputerCard />
    </Page>
  );
}
