import { useCallback, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HELP_SECTIONS } from '#protocol/help-content.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { useServices } from '#app/state/services.tsx';
import { HelpFetched } from './HelpFetched.tsx';
import { HelpPage } from './HelpPage.tsx';
import { articlePath, guidePath } from './help-paths.ts';
import { loadCatalog, loadOwnTexts } from './help-source.ts';
import { useFetched } from './use-help.ts';

const STEPS = ['design', 'bind', 'check', 'print'] as const;

/** The start page of the help center: the first steps, the articles, and the shortcuts. */
export function HelpScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  const { api } = useServices();
  const language = currentLanguage(i18n);
  const catalog = useFetched(
    useCallback(async () => loadCatalog(language, await loadOwnTexts(api, language)), [api, language]),
  );
  return (
    <HelpPage title={t('title')} intro={t('intro')}>
      <ol className="help-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{t(`step.${step}`)}</strong>
            <p>{t(`step.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className="help-guide">
        <Link to={guidePath(language)}>{t('guide')}</Link>
      </p>
      <HelpFetched part={catalog}>
        {(entries) => (
          <div className="help-sections">
            {HELP_SECTIONS.map((section) => (
              <section key={section}>
                <h2>{t(`section.${section}`)}</h2>
                <ul>
                  {entries
                    .filter((entry) => entry.section === section)
                    .map(({ id, title }) => (
                      <li key={id}>
                        <Link to={articlePath(id)}>{title}</Link>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </HelpFetched>
      <h2>{t('shortcuts')}</h2>
      <p className="plain-page-note">{t('shortcutsText')}</p>
      <ShortcutList />
    </HelpPage>
  );
}

function ShortcutList(): ReactElement {
  const { t } = useTranslation('help');
  return (
    <dl className="help-keys">
      {SHORTCUTS.map(({ action, keys }) => (
        <div key={action}>
          <dt>{t(`key.${action}`)}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Specification 1, section 9. */
const SHORTCUTS: readonly { readonly action: string; readonly keys: readonly string[] }[] = [
  { action: 'selectAll', keys: ['Ctrl', 'A'] },
  { action: 'copy', keys: ['Ctrl', 'C'] },
  { action: 'paste', keys: ['Ctrl', 'V'] },
  { action: 'lock', keys: ['Ctrl', 'L'] },
  { action: 'undo', keys: ['Ctrl', 'Z'] },
  { action: 'redo', keys: ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Ctrl', 'S'] },
  { action: 'download', keys: ['Ctrl', 'Shift', 'S'] },
  { action: 'print', keys: ['Ctrl', 'P'] },
  { action: 'grid', keys: ['Ctrl', "'"] },
  { action: 'delete', keys: ['Delete'] },
  { action: 'nudge', keys: ['←', '↑', '→', '↓'] },
];
