import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RunStage } from '#app/print/runs/run-manager.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';

/** Buttons to resume or cancel a label that waits for the assistant, as in the list of runs. */
export function HeldButtons(props: { readonly jobId: string; readonly stage: RunStage | null }): ReactElement | null {
  const { jobId, stage } = props;
  const { t } = useTranslation('print');
  const manager = useRunManager();
  if (stage?.type !== 'running' || stage.cancelling || stage.state.phase.type !== 'held') return null;
  return (
    <div className="scan-item-buttons">
      <Button size="small" type="primary" onClick={() => manager.resume(jobId)}>
        {t('print:run.reconnect')}
      </Button>
      <Button size="small" danger onClick={() => manager.cancel(jobId)}>
        {t('print:run.cancel')}
      </Button>
    </div>
  );
}
