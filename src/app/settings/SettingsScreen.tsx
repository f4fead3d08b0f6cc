import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceCard } from './AppearanceCard.tsx';
import { ComputerCard } from './ComputerCard.tsx';
import { EditorCard } from './EditorCard.tsx';
import { PrintingCard } from './PrintingCard.tsx';
import '#app/user/user.css';
import './settings.css';

/** `/settings`: all that this browser keeps of how its user likes to work, in one place. Each change holds at once. */
export function SettingsScreen(): ReactElement {
  const { t } = useTranslation('settings');
  return (
    <div className="user settings">
      <div>
        <h1>{t('title')}</h1>
        <p className="settings-intro">{t('intro')}</p>
      </div>
      <AppearanceCard />
      <EditorCard />
      <PrintingCard />
      <ComputerCard />
    </div>
  );
}
