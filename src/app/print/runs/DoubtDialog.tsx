import { useState, type ReactElement } from 'react';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { DoubtDecision, ServerRun } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { useServerRunManager } from './runs.tsx';

interface DoubtDialogProps {
  readonly run: ServerRun;
  onClose(): void;
}

/** The unconfirmed pages of a run: the user marks each one as printed, or prints it again; or all of them at once. */
export function DoubtDialog({ run: { id, name }, onClose }: DoubtDialogProps): ReactElement {
  const { t } = useTranslation(['runs', 'common', 'problems']);
  const manager = useServerRunManager();
  const doubts = useAnswer('serverRunDoubts', { id });
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const pages = doubts.answer?.list ?? null;
  const problem = fault ?? doubts.problem;

  async function decide(decision: DoubtDecision, only: readonly number[] | null): Promise<void> {
    setBusy(true);
    setFault(null);
    setFault(await manager.decide(id, decision, only));
    await doubts.reload();
    setBusy(false);
  }

  return (
    <Modal
      open
      centered
      title={t('doubt.title')}
      width="min(560px, calc(100vw - 32px))"
      footer={null}
      onCancel={onClose}
    >
      <div className="run-report" data-testid="doubts">
        <p>
          <strong>{name}</strong>
        </p>
        <p>{t('doubt.text')}</p>
        {problem === null ? null : <Alert type="error" showIcon title={placeText(t, problem)} />}
        {doubts.isLoading ? <Skeleton active title={false} aria-busy /> : null}
        {pages?.length === 0 ? <p role="status">{t('doubt.none')}</p> : null}
        {pages === null || pages.length === 0 ? null : (
          <>
            <div className="run-report-files">
              <Button disabled={busy} onClick={() => void decide('printed', null)}>
                {t('doubt.allPrinted')}
              </Button>
              <Button disabled={busy} onClick={() => void decide('again', null)}>
                {t('doubt.allAgain')}
              </Button>
            </div>
            <ul className="run-doubts">
              {pages.map(({ page, state, assistant }) => (
                <li key={page} aria-label={t('doubt.page', { page })}>
                  <span>
                    {t('doubt.page', { page })}
                    {state === 'unanswered' ? <small>{t('doubt.unanswered', { assistant })}</small> : null}
                  </span>
                  <Button size="small" disabled={busy} onClick={() => void decide('printed', [page])}>
                    {t('doubt.printed')}
                  </Button>
                  <Button size="small" disabled={busy} onClick={() => void decide('again', [page])}>
                    {t('doubt.again')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  );
}
