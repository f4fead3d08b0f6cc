import { useEffect, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { PlainPage } from '#app/shell/PlainPage.tsx';
import { GUIDES, guideText, TOPICS } from './help-topics.ts';
import { ShortcutList } from './ShortcutList.tsx';
import './help.css';

/** The whole guide, by its number; the address may name a place in it. */
export function HelpDetailScreen(): ReactElement {
  const { t } = useTranslation('help');
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const isGuide = GUIDES.includes(query.get('id') ?? '');
  useEffect(() => {
    if (isGuide) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isGuide]);

  if (!isGuide) {
    return (
      <PlainPage title={t('guide')} intro={t('noDetail')}>
        <p className="help-links">
          <Link to="/helpCatalog">{t('catalog')}</Link>
        </p>
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('guide')} intro={t('guideText')}>
      {TOPICS.map(({ id, title, texts }) => (
        <section key={id} id={id}>
          <h2>{guideText(t, title)}</h2>
          {id === 'shortcuts' ? (
            <>
              <p>{t('shortcutsText')}</p>
              <ShortcutList />
            </>
          ) : (
            texts.map((text) => <p key={text}>{guideText(t, text)}</p>)
          )}
        </section>
      ))}
      <p className="help-links">
        <Link to="/helpCatalog">{t('catalog')}</Link>
        <Link to="/helpSearch">{t('search')}</Link>
      </p>
    </PlainPage>
  );
}
