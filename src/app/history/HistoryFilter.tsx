import type { ReactElement } from 'react';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PRINT_STATES, type PrintRecordListInput } from '#protocol/api.ts';

import { SearchField } from '#app/search-field/SearchField.tsx';
/** What the list is narrowed to. Empty texts narrow nothing. */
export interface HistoryQuery {
  readonly search: string;
  readonly printer: string;
  readonly state: NonNullable<PrintRecordListInput['state']> | '';
  /** First and last day, as `2026-01-31` in the user's own time. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const ALL_RUNS: HistoryQuery = { search: '', printer: '', state: '', fromDay: '', toDay: '' };

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The query as the server takes it. */
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

/** Milliseconds since 1970 of the midnight that begins the day, so many days later; null for no date. */
function startOfDay(day: string, later: number): number | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isFinite(time) && time >= 0 ? time : null;
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
          <Input
            type="date"
            value={query.fromDay}
            max={query.toDay === '' ? undefined : query.toDay}
            onChange={(event) => onChange({ ...query, fromDay: event.target.value })}
          />
        </label>
        <label className="history-day">
          <span>{t('to')}</span>
          <Input
            type="date"
            value={query.toDay}
            min={query.fromDay === '' ? undefined : query.fromDay}
            onChange={(event) => onChange({ ...query, toDay: event.target.value })}
          />
        </label>
      </div>
    </search>
  );
}
