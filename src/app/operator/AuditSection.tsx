import { useDeferredValue, useState, type ReactElement } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  AUDIT_EVENTS,
  AUDIT_OUTCOMES,
  type AuditEvent,
  type AuditOutcome,
  type OperatorAuditCsvInput,
} from '#protocol/api.ts';
import { DayField, startOfDay } from '#app/ui/choice/DayField.tsx';
import { downloadFile } from '#app/ui/download-file.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';

interface Filter {
  readonly search: string;
  readonly event: AuditEvent | null;
  readonly outcome: AuditOutcome | null;
  /** First and last day, as `2026-01-31` in the user's own time; empty for any. */
  readonly fromDay: string;
  readonly toDay: string;
}

function inputOf({ search, event, outcome, fromDay, toDay }: Filter): Omit<OperatorAuditCsvInput, 'user_id'> {
  const from = startOfDay(fromDay, 0);
  const to = startOfDay(toDay, 1);
  return {
    ...(search.trim() === '' ? {} : { search }),
    ...(event === null ? {} : { event }),
    ...(outcome === null ? {} : { outcome }),
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  };
}

/** The audit log of the installation: by user, event and day, with an export. */
export function AuditSection(): ReactElement {
  const { t, i18n } = useTranslation(['operator', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const [filter, setFilter] = useState<Filter>({ search: '', event: null, outcome: null, fromDay: '', toDay: '' });
  const [page, setPage] = useState(1);
  const [exporting, setExporting] = useState(false);
  const asked = useDeferredValue(inputOf(filter));
  const entries = useAnswer('operatorAuditLog', { ...asked, page, size: PAGE_SIZE });
  const change = (next: Partial<Filter>): void => {
    setFilter({ ...filter, ...next });
    setPage(1);
  };

  async function exportCsv(): Promise<void> {
    setExporting(true);
    const answer = await api.call('operatorAuditCsv', inputOf(filter));
    setExporting(false);
    if (!answer.ok) {
      void message.error(problemText(t, answer.error));
      return;
    }
    downloadFile([new TextEncoder().encode(answer.value.csv)], 'text/csv', 'audit.csv');
    const { rows, count } = answer.value;
    void message.success(t(rows < count ? 'audit.part' : 'audit.exported', { rows, count }));
  }

  return (
    <>
      <div className="operator-tools">
        <SearchField label={t('audit.search')} value={filter.search} onChange={(words) => change({ search: words })} />
        <Select<AuditEvent>
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('audit.event')}
          aria-label={t('audit.event')}
          value={filter.event}
          options={AUDIT_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
          onChange={(event: AuditEvent | undefined) => change({ event: event ?? null })}
        />
        <Select<AuditOutcome>
          allowClear
          placeholder={t('audit.outcome')}
          aria-label={t('audit.outcome')}
          value={filter.outcome}
          options={AUDIT_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          onChange={(outcome: AuditOutcome | undefined) => change({ outcome: outcome ?? null })}
        />
        <DayField
          label={t('audit.from')}
          placeholder={t('audit.from')}
          value={filter.fromDay}
          max={filter.toDay}
          onChange={(fromDay) => change({ fromDay })}
        />
        <DayField
          label={t('audit.to')}
          placeholder={t('audit.to')}
          value={filter.toDay}
          min={filter.fromDay}
          onChange={(toDay) => change({ toDay })}
        />
        <Button icon={<DownloadOutlined aria-hidden />} loading={exporting} onClick={() => void exportCsv()}>
          {t('audit.export')}
        </Button>
      </div>
      <PagedTable
        label={t('section.audit')}
        answer={entries}
        page={page}
        onPage={setPage}
        rowKey={(entry) => entry.id}
        columns={[
          { title: t('audit.time'), render: (_, entry) => showTime(entry.time, i18n.language) },
          { title: t('users.name'), render: (_, entry) => (entry.name === '' ? entry.user_id : entry.name) },
          { title: t('audit.event'), render: (_, entry) => t(`event.${entry.event}`) },
          {
            title: t('audit.outcome'),
            render: (_, entry) => (
              <Tag color={entry.outcome === 'done' ? 'green' : 'red'}>{t(`outcome.${entry.outcome}`)}</Tag>
            ),
          },
          { title: t('audit.address'), dataIndex: 'address' },
          {
            title: t('audit.details'),
            className: 'operator-details',
            render: (_, entry) =>
              Object.entries(entry.details)
                .map(([name, value]) => `${name}: ${value}`)
                .join(', '),
          },
        ]}
      />
    </>
  );
}
