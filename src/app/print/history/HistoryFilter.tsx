import type { ReactElement } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PRINT_STATES, type PrintRecordListInput } from '#protocol/api.ts';

import { DayField, startOfDay } from '#app/ui/choice/DayField.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
/** The filters of the list. Empty texts filter nothing. */
export interface HistoryQuery {
  readonly search: string;
  readonly printer: string;
  readonly state: NonNullable<PrintRecordListInput['state']> | '';
  /** First and last day, as `2026-01-31` in local time. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const ALL_RUNS: HistoryQuery = { search: '', printer: '', state: '', fromDay: '', toDay: '' };

/** The query in the server's form. */
export function listInputOf(query: HistoryQuery): PrintRecordListInput {
  const search = query.search.trim();
  const from = startOfDay(query.fromDay, 0);
  const before = startOfDay(query.toDay, 1);
  return {
    ...(search === '' ? {} : { search }),
    ...(query.printer === '' ? {} : { printer: query.printer }),
    ...(query.state === '' ? {} : { state: query.state }),
    ...(from === null ? {} : { from }),
    ...(before === null ? {} : { before }),
  };
}

/** Search, printer, state and days. */
export function HistoryFilter(props: {
  readonly query: HistoryQuery;
  readonly printers: readonly string[];
  readonly onChange: (query: HistoryQuery) => void;
}): ReactElement {
  const { query, printers, onChange } = props;
  const { t } = useTranslation('history');
  return (
    <search className="history-filter">
      <SearchField
        className="history-search"
        maxLength={300}
        label={t('search')}
        value={query.search}
        onChange={(words) => onChange({ ...query, search: words })}
      />
      <Select
        className="history-printer"
        aria-label={t('printer')}
        value={query.printer}
        options={[
          { value: '', label: t('anyPrinter') },
          ...printers.filter((printer) => printer !== '').map((printer) => ({ value: printer, label: printer })),
        ]}
        onChange={(printer) => onChange({ ...query, printer })}
      />
      <Select<HistoryQuery['state']>
        className="history-state-choice"
        aria-label={t('state')}
        value={query.state}
        options={[
          { value: '', label: t('anyState') },
          ...PRINT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
        onChange={(state) => onChange({ ...query, state })}
      />
      <div className="history-days">
        <label className="history-day">
          <span>{t('from')}</span>
          <DayField value={query.fromDay} max={query.toDay} onChange={(fromDay) => onChange({ ...query, fromDay })} />
        </label>
        <label className="history-day">
          <span>{t('to')}</span>
          <DayField value={query.toDay} min={query.fromDay} onChange={(toDay) => onChange({ ...query, toDay })} />
        </label>
      </div>
    </search>
  );
}
