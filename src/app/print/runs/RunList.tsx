import { useState, type ReactElement } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import { ReportView } from '#app/print/report/ReportView.tsx';
import type { ServerRun } from '#protocol/api.ts';
import type { ShownRun } from './run-manager.ts';
import { RunItem } from './RunItem.tsx';
import { useRunManager, useRuns, useServerRuns } from './runs.tsx';
import { DoubtDialog } from './DoubtDialog.tsx';
import { ServerRunItem } from './ServerRunItem.tsx';
import { ServerRunReportDialog } from './ServerRunReportDialog.tsx';
import './run-list.css';

export interface RunListProps {
  /** Called when a report is opened over the list, and when it is closed. */
  onLeave(): void;
  /** Called to print labels of the run again. */
  onAgain(run: ShownRun): void;
}

/** The user's runs, latest first. */
export function RunList({ onLeave, onAgain }: RunListProps): ReactElement {
  const { t } = useTranslation(['runs', 'print', 'common']);
  const manager = useRunManager();
  const runs = useRuns();
  const { list: others, count } = useServerRuns();
  const [report, setReport] = useState<PrintReport | null>(null);
  const [otherReport, setOtherReport] = useState<ServerRun | null>(null);
  const [doubted, setDoubted] = useState<ServerRun | null>(null);
  return (
    <>
      <h2>{t('runs:title')}</h2>
      <ul>
        {latestFirst(runs, others).map((run) =>
          'jobId' in run ? (
            <RunItem key={run.jobId} run={run} onReport={setReport} onAgain={onAgain} />
          ) : (
            <ServerRunItem key={run.id} run={run} onReport={setOtherReport} onDoubt={setDoubted} />
          ),
        )}
      </ul>
      {count > others.length ? (
        <p className="run-item-hint">{t('runs:more', { count: count - others.length })}</p>
      ) : null}
      {doubted === null ? null : <DoubtDialog run={doubted} onClose={() => setDoubted(null)} />}
      {otherReport === null ? null : <ServerRunReportDialog run={otherReport} onClose={() => setOtherReport(null)} />}
      <Modal
        open={report !== null}
        title={report?.jobName}
        width="min(920px, calc(100vw - 48px))"
        centered
        destroyOnHidden
        footer={null}
        onCancel={() => {
          if (report !== null) manager.seen(report.jobId);
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

/** Runs of this browser and of the server, by start time. */
function latestFirst(runs: readonly ShownRun[], others: readonly ServerRun[]): readonly (ShownRun | ServerRun)[] {
  const startOf = (run: ShownRun | ServerRun): number => ('jobId' in run ? run.startedAt : Date.parse(run.add_time));
  return [...runs.toReversed(), ...others].sort((a, b) => startOf(b) - startOf(a));
}
