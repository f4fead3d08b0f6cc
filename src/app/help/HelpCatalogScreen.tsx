import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PlainPage } from '#app/shell/PlainPage.tsx';
import { guidePath, guideText, TOPICS } from './help-topics.ts';
import './help.css';

/** The topics of the guide, each leading to its place in it. */
export function HelpCatalogScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  return (
    <PlainPage title={t('catalog')} intro={t('catalogText')}>
      <ul className="help-topics">
        {TOPICS.map(({ id, title, texts }) => (
          <li key={id}>
            <Link to={guidePath(i18n.language, id)}>{guideText(t, title)}</Link>
            <p>{guideText(t, texts[0] ?? title)}</p>
          </li>
        ))}
      </ul>
      <p className="help-links">
        <Link to="/helpSearch">{t('search')}</Link>
        <Link to="/help">{t('title')}</Link>
      </p>
    </PlainPage>
  );
}
