import { useState, type ReactElement } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import { ReportView } from '#app/report/ReportView.tsx';
import type { ShownRun } from './run-desk.ts';
import { RunItem } from './RunItem.tsx';
import { useRunDesk, useRuns } from './runs.tsx';
import './run-list.css';

export interface RunListProps {
  /** Called when a report is opened over the list and closed again. */
  onLeave(): void;
  /** Labels of the run are to be printed once more. */
  onAgain(run: ShownRun): void;
}

/** The user's runs, the latest first. */
export function RunList({ onLeave, onAgain }: RunListProps): ReactElement {
  const { t } = useTranslation(['runs', 'print', 'common']);
  const desk = useRunDesk();
  const runs = useRuns();
  const [report, setReport] = useState<PrintReport | null>(null);
  return (
    <>
      <h2>{t('runs:title')}</h2>
      <ul>
        {runs.toReversed().map((run) => (
          <RunItem key={run.jobId} run={run} onReport={setReport} onAgain={onAgain} />
        ))}
      </ul>
      <Modal
        open={report !== null}
        title={report?.jobName}
        width="min(920px, calc(100vw - 48px))"
        centered
        destroyOnHidden
        footer={null}
        onCancel={() => {
          if (report !== null) desk.dismiss(report.jobId);
          setReport(null);
          onLeave();
        }}
      >
        {report === null ? null : (
          <ReportView
            report={report}
            onAgain={() => {
              setReport(null);
              const run = runs.find(({ jobId }) => jobId === report.jobId);
              if (run !== undefined) onAgain(run);
            }}
          />
        )}
      </Modal>
    </>
  );
}
