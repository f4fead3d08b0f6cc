import { useState, type ReactElement } from 'react';
import { refusedRows } from '#app/print/reprint/refused-rows.ts';
import { ReprintDialog } from '#app/print/reprint/ReprintDialog.tsx';
import type { ShownRun } from '#app/print/runs/run-manager.ts';
import { RunList, type RunListProps } from '#app/print/runs/RunList.tsx';

/** The list of runs, with the dialog that reprints labels. */
export function RunTrayList({ onLeave }: Pick<RunListProps, 'onLeave'>): ReactElement {
  const [again, setAgain] = useState<ShownRun | null>(null);
  const close = (): void => setAgain(null);
  return (
    <>
      <RunList onLeave={onLeave} onAgain={setAgain} />
      {again === null ? null : (
        <ReprintDialog
          jobId={again.jobId}
          jobName={again.jobName}
          refused={refusedRows(again.stage.type === 'over' ? again.stage.report : again.stage.state)}
          isOver={again.stage.type === 'over'}
          isCanceled={again.stage.type === 'over' && again.stage.report.outcome === 'cancelled'}
          onClose={close}
          onStarted={close}
          onOpened={() => {
            close();
            onLeave();
          }}
        />
      )}
    </>
  );
}
