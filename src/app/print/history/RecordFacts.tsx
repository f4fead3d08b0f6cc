import type { ReactElement } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PrintRecordDetail, RecordedSettings } from '#protocol/api.ts';
import { languageName } from '#model/template/label-languages.ts';
import { useSession } from '#app/state/session.ts';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import { dataNames } from './RecordTable.tsx';

/** The time, user, data and settings of a run. */
export function RecordFacts({ record }: { readonly record: PrintRecordDetail }): ReactElement {
  const { t, i18n } = useTranslation(['history', 'print']);
  const session = useSession();
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  const number = numberFormat(i18n.language);
  const { settings } = record;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('started'), time.format(record.started_at)],
    [t('ended'), record.ended_at === null ? '–' : time.format(record.ended_at)],
    ...(settings.repeats === undefined ? [] : [[t('repeats'), time.format(settings.repeats.startedAt)] as const]),
    [t('who'), session?.name ?? ''],
    [t('printer'), record.printer],
    [t('data'), record.data.length === 0 ? '–' : dataNames(record)],
    ...(record.data.length === 0 ? [] : [[t('rows'), rowsText(t, settings.rows)] as const]),
    ...(settings.filled ?? []).map(({ name, text }) => [t('filled', { name }), text === '' ? '–' : text] as const),
    [t('copies'), number.format(settings.copies)],
    ...(settings.copies_column === null ? [] : [[t('print:copies.column'), settings.copies_column] as const]),
    ...(settings.language === undefined
      ? []
      : [[t('print:language.label'), languageName(settings.language, i18n.language)] as const]),
    [t('print:resolution.label'), t('print:resolution.dpi', { dpi: settings.dpi })],
    [t('print:grade.label'), t(`print:grade.least.${settings.min_grade}`)],
  ];
  return (
    <dl className="history-facts">
      {facts.map(([name, value], i) => (
        <div key={`${i} ${name}`}>
          <dt>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsText(t: TFunction<['history', 'print']>, rows: RecordedSettings['rows']): string {
  switch (rows.type) {
    case 'all':
      return t('allRows');
    case 'range':
      return `${rows.from ?? ''}–${rows.to ?? ''}`;
    case 'chosen':
      return rows.text;
    case 'checked':
      return t('print:rows.checked', { count: rows.ranges.reduce((sum, [from, to]) => sum + to - from, 0) });
    case 'unknown':
      return t('manyRows');
  }
}
