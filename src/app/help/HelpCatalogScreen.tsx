import { useCallback, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HELP_SECTIONS } from '#protocol/help-content.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { useServices } from '#app/state/services.tsx';
import { HelpFetched } from './HelpFetched.tsx';
import { HelpPage } from './HelpPage.tsx';
import { articlePath } from './help-paths.ts';
import { loadCatalog, loadOwnTexts } from './help-source.ts';
import { useFetched } from './use-help.ts';

/** All articles, section by section. */
export function HelpCatalogScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  const { api } = useServices();
  const language = currentLanguage(i18n);
  const catalog = useFetched(
    useCallback(async () => loadCatalog(language, await loadOwnTexts(api, language)), [api, language]),
  );
  return (
    <HelpPage title={t('catalog')} intro={t('catalogText')}>
      <HelpFetched part={catalog}>
        {(entries) =>
          HELP_SECTIONS.map((section) => (
            <section key={section}>
              <h2>{t(`section.${section}`)}</h2>
              <ul className="help-topics">
                {entries
                  .filter((entry) => entry.section === section)
                  .map(({ id, title, summary }) => (
                    <li key={id}>
                      <Link to={articlePath(id)}>{title}</Link>
                      <p>{summary}</p>
                    </li>
                  ))}
              </ul>
            </section>
          ))
        }
      </HelpFetched>
    </HelpPage>
  );
}
