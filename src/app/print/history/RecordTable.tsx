import type { ReactElement } from 'react';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '#model/symbology/read/grade.ts';
import type { PrintRecord } from '#protocol/api.ts';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import '#app/ui/grade.css';

/**
 * The result of a run for the user: a finished run whose labels were all rejected has printed nothing, and one with
 * rejected or unconfirmed labels has problems. The grades of rejected labels are counted, too.
 */
export function shownState({
  state,
  asked,
  sent,
  refused,
  in_doubt: inDoubt,
}: Pick<PrintRecord, 'state' | 'asked' | 'sent' | 'refused' | 'in_doubt'>):
  | PrintRecord['state']
  | 'nothing'
  | 'partly' {
  if (state !== 'finished') return state;
  if (asked > 0 && sent === 0) return 'nothing';
  return refused + inDoubt > 0 ? 'partly' : state;
}

/** The names of the sheets that the labels used. */
export function dataNames({ data }: Pick<PrintRecord, 'data'>): string {
  return data.map(({ file, sheet }) => (sheet === '' ? file : `${file} · ${sheet}`)).join(', ');
}

/** Runs, one per row. The label's name opens the details. */
export function RecordTable(props: {
  readonly records: readonly PrintRecord[];
  readonly loading: boolean;
  readonly onOpen: (record: PrintRecord) => void;
}): ReactElement {
  const { t, i18n } = useTranslation(['history', 'print']);
  const number = numberFormat(i18n.language);
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Table<PrintRecord>
      className="history-table table-card"
      rowKey="job_id"
      dataSource={[...props.records]}
      loading={props.loading}
      pagination={false}
      scroll={{ x: 815 }}
      columns={[
        {
          title: t('label'),
          render: (_value, record) => (
            <>
              <button type="button" className="history-name" onClick={() => props.onOpen(record)}>
                {record.name}
              </button>
              {record.data.length === 0 ? null : <small title={dataNames(record)}>{dataNames(record)}</small>}
            </>
          ),
        },
        { title: t('started'), width: 210, render: (_value, record) => time.format(record.started_at) },
        { title: t('printer'), width: 110, ellipsis: true, dataIndex: 'printer' },
        {
          title: t('labels'),
          width: 110,
          render: (_value, record) => (
            <>
              {t('sentOf', {
                // The result of an unfinished run is unknown here.
                sent: record.state === 'started' ? '–' : number.format(record.sent),
                asked: number.format(record.asked),
              })}
              {record.refused + record.in_doubt === 0 ? null : (
                <small className="history-alarm">
                  {[
                    ...(record.refused > 0 ? [`${t('print:count.refused')}: ${number.format(record.refused)}`] : []),
                    ...(record.in_doubt > 0 ? [`${t('print:count.inDoubt')}: ${number.format(record.in_doubt)}`] : []),
                  ].join(' · ')}
                </small>
              )}
            </>
          ),
        },
        { title: t('lowest'), width: 130, render: (_value, { grades }) => <LowestGrade grades={grades} /> },
        {
          title: t('state'),
          width: 150,
          render: (_value, record) => (
            <span className="history-state" data-state={shownState(record)}>
              {t(`states.${shownState(record)}`)}
            </span>
          ),
        },
      ]}
    />
  );
}

function LowestGrade({ grades }: { readonly grades: Readonly<Record<Grade, number>> }): ReactElement {
  const lowest = GRADES.findLast((grade) => grades[grade] > 0);
  if (lowest === undefined) return <>–</>;
  return (
    <span className="lw-grade" data-grade={lowest}>
      {lowest}
    </span>
  );
}
