import type { ReactElement } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';
import { LICENCE_KINDS, readLicences, type LicenceEntry } from './licence-entry.ts';
import './help.css';

/** Files of the build (build/licence-list.ts, build/third-party-notices.ts), not routes of the application. */
const LIST_PATH = '/licences.json';
const NOTICES_PATH = '/third-party-notices.txt';

/** The third-party components of the product and their licenses. */
export function LicencesScreen(): ReactElement {
  const { t } = useTranslation(['licences', 'common', 'problems']);
  const { api } = useServices();
  const {
    answer: list,
    problem: fault,
    isLoading,
    reload,
  } = useServerState([LIST_PATH], async (signal) => {
    const file = await api.fetchFile(LIST_PATH, { signal });
    if (!file.ok) return file;
    const read = readLicences(file.value);
    return read === null ? err(problem('server.badAnswer')) : ok(read);
  });
  return (
    <PlainPage title={t('title')} intro={t('intro')}>
      <p className="licences-full">
        <a href={NOTICES_PATH} target="_blank" rel="noreferrer">
          {t('full')}
        </a>
      </p>
      {fault === null ? null : (
        <Alert
          type="error"
          showIcon
          title={problemText(t, fault)}
          action={
            <Button size="small" onClick={reload}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {isLoading ? <Skeleton active aria-busy="true" /> : null}
      {list === null
        ? null
        : LICENCE_KINDS.map((kind) => (
            <section key={kind} data-testid={`licences-${kind}`}>
              <h2>{t(kind)}</h2>
              {kind === 'icons' ? <p>{t('iconsText')}</p> : null}
              <LicenceTable label={t(kind)} entries={list.filter((entry) => entry.kind === kind)} />
              {kind === 'icons' ? <p className="plain-page-note">{t('marksText')}</p> : null}
            </section>
          ))}
    </PlainPage>
  );
}

function LicenceTable({ label, entries }: { label: string; entries: readonly LicenceEntry[] }): ReactElement {
  const { t } = useTranslation('licences');
  return (
    <table className="licences-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('version')}</th>
          <th scope="col">{t('licence')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ name, version, licence, url }) => (
          <tr key={`${name} ${version}`}>
            <td>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </td>
            <td>{version}</td>
            <td>{licence === '' ? t('unsaid') : licence}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
