import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';

/** The installation's stored data, by owner. */
export function StorageSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const [page, setPage] = useState(1);
  const storage = useAnswer('operatorStorage', { page, size: PAGE_SIZE });
  const { answer } = storage;
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  const facts: readonly (readonly [string, string | number])[] =
    answer === null
      ? []
      : [
          [t('storage.files'), answer.files],
          [t('storage.bytes'), bytes(answer.bytes)],
          [t('storage.cap'), answer.cap_bytes === 0 ? t('storage.noCap') : bytes(answer.cap_bytes)],
          [t('storage.database'), answer.database_bytes === 0 ? '–' : bytes(answer.database_bytes)],
          [t('storage.toRemove'), answer.to_remove],
        ];
  return (
    <>
      <dl className="operator-facts operator-facts-large">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PagedTable
        label={t('storage.byUser')}
        answer={storage}
        page={page}
        onPage={setPage}
        rowKey={(row) => row.user_id}
        columns={[
          { title: t('users.name'), render: (_, row) => (row.name === '' ? t('storage.installation') : row.name) },
          { title: t('storage.files'), dataIndex: 'files', align: 'right', className: 'operator-number' },
          {
            title: t('storage.bytes'),
            align: 'right',
            className: 'operator-number',
            render: (_, row) => bytes(row.bytes),
          },
        ]}
      />
    </>
  );
}
