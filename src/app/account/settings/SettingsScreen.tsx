import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '#app/ui/page/Page.tsx';
import { AppearanceCard } from './AppearanceCard.tsx';
import { ComputerCard } from './ComputerCard.tsx';
import { EditorCard } from './EditorCard.tsx';
import { PrintingCard } from './PrintingCard.tsx';
import './settings.css';

/** `/settings`: all that this browser keeps of how its user likes to work, in one place. Each change holds at once. */
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
