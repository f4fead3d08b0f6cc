import { useCallback, useEffect, type ReactElement } from 'react';
import { ArrowLeftOutlined, ArrowRightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { HelpArticle, HelpBlock, HelpEntry } from '#protocol/help-content.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { FallbackNotice } from '#app/ui/lazy-component.tsx';
import { useServices } from '#app/state/services.tsx';
import { HelpBlocks } from './HelpBlocks.tsx';
import { HelpPage } from './HelpPage.tsx';
import { articlePath } from './help-paths.ts';
import { loadArticle, loadCatalog, loadOwnTexts, ownId } from './help-source.ts';
import { useFetched } from './use-help.ts';

/** The least number of headings for a table of contents. */
const LEAST_HEADINGS = 3;

/** One article, by its number; the address may contain an anchor. */
export function HelpDetailScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  const { api } = useServices();
  const language = currentLanguage(i18n);
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const fetched = useFetched(
    useCallback(async () => {
      const own = await loadOwnTexts(api, language);
      const [entries, article] = await Promise.all([loadCatalog(language, own), loadArticle(api, language, id, own)]);
      return { entries, article };
    }, [api, language, id]),
  );

  if (fetched.state !== 'there') {
    return (
      <HelpPage title={t('title')} intro="">
        <FallbackNotice
          hasFailed={fetched.state === 'failed'}
          onAgain={() => {
            if (fetched.state === 'failed') fetched.again();
          }}
        />
      </HelpPage>
    );
  }
  const { entries, article } = fetched.value;
  const at = entries.findIndex((entry) => entry.id === ownId(language, id));
  const entry = entries[at];
  if (article === null || entry === undefined)
    return (
      <HelpPage title={t('title')} intro={t('noDetail')}>
        <Link to="/helpCatalog">{t('catalog')}</Link>
      </HelpPage>
    );
  return (
    <HelpPage title={entry.title} intro={t(`section.${entry.section}`)}>
      <Article key={article.id} article={article} />
      <Neighbours before={entries[at - 1]} after={entries[at + 1]} />
    </HelpPage>
  );
}

function Article({ article }: { readonly article: HelpArticle }): ReactElement {
  const { t } = useTranslation('help');
  const { hash } = useLocation();
  const place = decodeURIComponent(hash.slice(1));
  useEffect(() => {
    if (place !== '') document.getElementById(place)?.scrollIntoView();
    else window.scrollTo({ top: 0 });
  }, [place]);
  const headings = article.blocks.filter((block): block is HelpBlock & { type: 'heading' } => block.type === 'heading');
  return (
    <div className="help-read">
      {headings.length < LEAST_HEADINGS ? null : (
        <nav className="help-contents" aria-label={t('onThisPage')}>
          <strong>{t('onThisPage')}</strong>
          <ul>
            {headings.map(({ id, level, text }) => (
              <li key={id} data-level={level}>
                <Link to={{ search: `?id=${article.id}`, hash: id }}>{text}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article className="help-article">
        <HelpBlocks blocks={article.blocks} />
      </article>
    </div>
  );
}

function Neighbours(props: {
  readonly before: HelpEntry | undefined;
  readonly after: HelpEntry | undefined;
}): ReactElement {
  const { t } = useTranslation('help');
  const { before, after } = props;
  return (
    <nav className="help-neighbours" aria-label={t('neighbours')}>
      {before === undefined ? (
        <span />
      ) : (
        <Link to={articlePath(before.id)} rel="prev">
          <small>
            <ArrowLeftOutlined aria-hidden /> {t('before')}
          </small>
          {before.title}
        </Link>
      )}
      {after === undefined ? null : (
        <Link to={articlePath(after.id)} rel="next">
          <small>
            {t('after')} <ArrowRightOutlined aria-hidden />
          </small>
          {after.title}
        </Link>
      )}
    </nav>
  );
}
