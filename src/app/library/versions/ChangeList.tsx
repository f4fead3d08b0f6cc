import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { listFormat } from '#app/state/language-formats.ts';
import type { Changes } from './use-changes.ts';

/** The changes since a version, in words. */
export function ChangeList({ changes }: { readonly changes: Changes }): ReactElement {
  const { t, i18n } = useTranslation('versions');
  const list = listFormat(i18n.language, { type: 'conjunction' });
  return (
    // A tab stop, so that the arrow keys scroll a long list.
    <section
      className="version-changes"
      aria-label={t('changes')}
      aria-live="polite"
      tabIndex={0}
      data-testid="version-changes"
    >
      {changes === 'comparing' ? (
        <p>{t('comparing')}</p>
      ) : changes === 'failed' ? (
        <p>{t('notCompared')}</p>
      ) : changes.elements.length + changes.label.length === 0 ? (
        <p>{t('same')}</p>
      ) : (
        <ul>
          {changes.label.length === 0 ? null : (
            <li data-change="changed">{t('label', { what: list.format(changes.label.map((one) => t(one))) })}</li>
          )}
          {changes.elements.map(({ type, id, name, what }) => (
            <li key={id} data-change={type}>
              {type === 'changed'
                ? t('changed', { name, what: list.format(what.map((one) => t(one))) })
                : t(type, { name })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
