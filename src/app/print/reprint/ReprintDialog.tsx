import { type ReactElement, useEffect, useState } from 'react';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { type EarlierRun, openEarlierRun } from './earlier-run.ts';
import { ReprintForm, type ReprintFormProps } from './ReprintForm.tsx';
import type { Result } from '#model/kernel/result.ts';
import { useServices } from '#app/state/services.tsx';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import './reprint.css';

export interface ReprintDialogProps extends Omit<ReprintFormProps, 'run' | 'hasRows'> {
  readonly jobName: string;
  /** Whether the run used a spreadsheet, if that is known from elsewhere than this browser's own runs. */
  readonly hasRows?: boolean;
}

/** Reprints labels of an earlier run: those after the last good one, or some rows. */
export function ReprintDialog(props: ReprintDialogProps): ReactElement {
  const { t } = useTranslation(['reprint', 'common', 'problems']);
  const opened = useEarlierRun(props.jobId);
  const run = opened?.ok === true ? opened.value : null;
  const hasRows = run?.isBound ?? props.hasRows ?? false;
  return (
    <Modal
      open
      title={t('title', { name: props.jobName })}
      className="reprint-modal"
      width="min(620px, calc(100vw - 48px))"
      centered
      footer={null}
      onCancel={props.onClose}
    >
      <div className="reprint">
        {opened === null ? <Skeleton active /> : null}
        {run === null ? null : <RunLine run={run} />}
        {opened?.ok === false ? <Alert type="warning" showIcon title={placeText(t, opened.error)} /> : null}
        {run !== null || (opened !== null && hasRows) ? (
          <ReprintForm {...props} run={run} hasRows={hasRows} />
        ) : (
          <div className="reprint-buttons">
            <Button onClick={props.onClose}>{t('common:action.close')}</Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

/** When and where the run was printed, and how many of its labels were printed. */
function RunLine({ run: { kept, labels, printed } }: { readonly run: EarlierRun }): ReactElement {
  const { t, i18n } = useTranslation('reprint');
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const number = numberFormat(i18n.language);
  return (
    <p>
      {t('of', {
        time: time.format(kept.startedAt),
        printer: kept.printer,
        printed: number.format(printed.count),
        asked: number.format(labels.count),
      })}
    </p>
  );
}

/** A run of this browser while mounted; null until it is open. */
function useEarlierRun(jobId: string): Result<EarlierRun> | null {
  const services = useServices();
  const [opened, setOpened] = useState<Result<EarlierRun> | null>(null);
  useEffect(() => {
    let isShown = true;
    const opening = openEarlierRun(services, jobId);
    void opening.then((run) => isShown && setOpened(run));
    return () => {
      isShown = false;
      void opening.then((run) => run.ok && run.value.reader.dispose());
    };
  }, [services, jobId]);
  return opened;
}
