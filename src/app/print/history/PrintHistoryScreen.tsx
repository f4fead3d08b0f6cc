import { useDeferredValue, useState } from 'react';
import type { ReactElement } from 'react';
import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { PrintRecord } from '#protocol/api.ts';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { ALL_RUNS, HistoryFilter, listInputOf, type HistoryQuery } from './HistoryFilter.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useRecordList } from './use-record-list.ts';
import '#app/ui/list.css';
import './history.css';

const PAGE_SIZE = 20;

/** The user's print runs: search, details with the report, and printing again. */
export function PrintHistoryScreen(): ReactElement {
  const { t } = useTranslation(['history', 'common']);
  const [query, setQuery] = useState<HistoryQuery>(ALL_RUNS);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<PrintRecord | null>(null);
  const asked = useDeferredValue(query);
  const records = useRecordList({ ...listInputOf(asked), page, size: PAGE_SIZE });
  const lastPage = Math.max(1, Math.ceil(records.count / PAGE_SIZE));
  // The only run of the last page was deleted, so that page no longer exists.
  if (!records.loading && !records.stale && records.problem === null && page > lastPage) setPage(lastPage);
  const isEmpty = !records.loading && !records.stale && records.problem === null && records.count === 0;
  const isFiltered = JSON.stringify(query) !== JSON.stringify(ALL_RUNS);

  function ask(next: HistoryQuery): void {
    setQuery(next);
    setPage(1);
  }

  return (
    <Page
      title={t('title')}
      actions={
        <Button
          {...tooltip(t('reload'))}
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('reload')}
          loading={records.stale}
          onClick={records.reload}
        />
      }
    >
      <HistoryFilter query={query} printers={records.printers} onChange={ask} />
      <div className="history-count">
        <p role="status">{records.loading || records.problem !== null ? '' : t('count', { count: records.count })}</p>
        <Button size="small" disabled={!isFiltered} onClick={() => ask(ALL_RUNS)}>
          {t('reset')}
        </Button>
      </div>
      {records.problem === null ? null : <ListProblem problem={records.problem} onRetry={records.reload} />}
      {isEmpty ? (
        <div className="home-empty">
          <p>{t(isFiltered ? 'emptySearch' : 'empty')}</p>
          {isFiltered ? null : <Link to="/cloudTemplate">{t('common:nav.templates')}</Link>}
        </div>
      ) : records.list.length === 0 && records.problem !== null ? null : (
        <div aria-busy={records.loading}>
          <RecordTable records={records.list} loading={records.loading} onOpen={setOpened} />
        </div>
      )}
      <ListPages page={page} pageSize={PAGE_SIZE} total={records.count} onChange={setPage} />
      {opened === null ? null : (
        <RecordDialog
          record={opened}
          onClose={() => setOpened(null)}
          onDeleted={() => {
            setOpened(null);
            records.reload();
          }}
        />
      )}
    </Page>
  );
}
