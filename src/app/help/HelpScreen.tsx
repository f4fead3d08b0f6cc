import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PlainPage } from '#app/shell/PlainPage.tsx';
import { guidePath, STEPS } from './help-topics.ts';
import { ShortcutList } from './ShortcutList.tsx';
import './help.css';

export function HelpScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  return (
    <PlainPage title={t('title')} intro={t('intro')}>
      <ol className="help-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{t(`step.${step}`)}</strong>
            <p>{t(`step.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className="help-links">
        <Link to={guidePath(i18n.language)}>{t('guide')}</Link>
        <Link to="/helpCatalog">{t('catalog')}</Link>
        <Link to="/helpSearch">{t('search')}</Link>
      </p>
      <h2>{t('shortcuts')}</h2>
      <p className="plain-page-note">{t('shortcutsText')}</p>
      <ShortcutList />
    </PlainPage>
  );
}
