import { useEffect, useRef, type ReactElement } from 'react';
import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Alert, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { focusOn } from '#app/ui/focus/focus-place.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { isWithoutProblem, outcomeOf, repeatsText } from './outcome.ts';
import { GradeTable } from './GradeTable.tsx';
import { ReportTools, type ReportToolsProps } from './ReportTools.tsx';
import { rowNumbers } from './row-numbers.ts';
import './print-outcome.css';

interface RefusedRow {
  readonly key: string;
  readonly row: number;
  readonly element: string;
  readonly reason: string;
}

export interface ReportViewProps extends ReportToolsProps {
  /** Whether the report replaces what the user worked with: its heading then gets the focus. */
  readonly takesFocus?: boolean;
}

/** The report after a run: the requested labels, the results, and the rows that need attention. */
export function ReportView({ takesFocus = false, ...props }: ReportViewProps): ReactElement {
  const { report } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && heading.current !== null) focusOn(heading.current);
  }, [takesFocus]);
  const { t, i18n } = useTranslation(['print', 'problems']);
  const number = numberFormat(i18n.language);
  const { unconfirmed = false } = report;
  const rows = report.refusals.map((refusal, i): RefusedRow => ({
    key: String(i),
    row: refusal.row,
    element: refusal.elementName,
    reason: problemText(t, refusal.problem),
  }));
  const figures = [
    ['asked', report.asked],
    ['verified', report.verified],
    ['sent', report.sent],
    ['refused', report.refused],
    ...(report.inDoubt > 0 ? [['inDoubt', report.inDoubt] as const] : []),
    ...(report.notPrinted > 0 ? [['notPrinted', report.notPrinted] as const] : []),
  ] as const;

  return (
    <section className="print-report" aria-label={t('report.title')}>
      <header>
        {isWithoutProblem(report) ? (
          <CheckCircleFilled aria-hidden className="print-report-good" />
        ) : (
          <ExclamationCircleFilled aria-hidden />
        )}
        <div>
          <h3 ref={heading}>{t(`report.outcome.${outcomeOf(report)}`)}</h3>
          <p>{t('report.where', { printer: report.printer, job: report.jobName })}</p>
          {report.folder === undefined ? null : (
            <p className="print-report-folder">{t('report.folder', { folder: report.folder })}</p>
          )}
          {report.repeats === undefined ? null : <p>{repeatsText(t, i18n.language, report.repeats)}</p>}
        </div>
      </header>
      {unconfirmed ? <Alert type="warning" showIcon title={t('assistant.unconfirmed')} /> : null}
      {report.problem === null ? null : <Alert type="error" showIcon title={problemText(t, report.problem)} />}
      <dl className="print-figures">
        {figures.map(([name, value]) => (
          <div key={name} data-alarming={(name === 'refused' || name === 'inDoubt') && value > 0}>
            <dt>{t(`count.${name}`)}</dt>
            <dd>{number.format(value)}</dd>
          </div>
        ))}
      </dl>
      {report.editedCells === 0 ? null : <p>{t('edited', { count: report.editedCells })}</p>}
      {report.doubtfulPages.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={t('report.doubt', { count: report.inDoubt })}
          description={t('report.doubtRows', {
            rows: rowNumbers(report.doubtfulPages.flatMap((page) => page.rows)),
          })}
        />
      )}
      <ReportTools {...props} />
      <GradeTable grades={report.grades} />
      {rows.length === 0 ? (
        <p className="print-report-none">
          {t(report.outcome === 'finished' ? 'report.noneRefused' : 'report.noneRefusedPartly')}
        </p>
      ) : (
        <>
          <h4 className="print-report-rows">{t('report.refusedRows', { count: report.refusedRows })}</h4>
          <Table<RefusedRow>
            size="small"
            dataSource={rows}
            pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
            columns={[
              // A label without a spreadsheet has no row.
              { title: t('report.row'), dataIndex: 'row', width: 88, render: (row: number) => (row > 0 ? row : '–') },
              { title: t('report.element'), dataIndex: 'element', width: 160 },
              { title: t('report.reason'), dataIndex: 'reason' },
            ]}
          />
          {report.refusalsBeyond === 0 ? null : <p>{t('report.beyond', { count: report.refusalsBeyond })}</p>}
        </>
      )}
    </section>
  );
}
