import { useState, type ReactElement } from 'react';
import { Modal } from 'antd';
import type { PrintReport } from '#printing/report.ts';
import { ReportView } from '#app/print/report/ReportView.tsx';
import { refusedRows } from './refused-rows.ts';
import { ReprintDialog } from './ReprintDialog.tsx';

/** The report of a run whose print window has closed. Its labels can be printed again. */
export function FinishedReport(props: { readonly report: PrintReport; onClose(): void }): ReactElement {
  const { report, onClose } = props;
  const [isAgain, setAgain] = useState(false);
  return (
    <Modal open centered title={report.jobName} width="min(920px, calc(100vw - 48px))" footer={null} onCancel={onClose}>
      <ReportView report={report} onAgain={() => setAgain(true)} />
      {isAgain ? (
        <ReprintDialog
          jobId={report.jobId}
          jobName={report.jobName}
          refused={refusedRows(report)}
          isOver
          onClose={() => setAgain(false)}
          onStarted={onClose}
          onOpened={onClose}
        />
      ) : null}
    </Modal>
  );
}
