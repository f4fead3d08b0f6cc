import type { ReactElement } from 'react';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/i18n/problem-text.ts';
import { ReprintForm, type ReprintFormProps } from './ReprintForm.tsx';
import { useEarlierRun } from './use-earlier-run.ts';
import './reprint.css';

export interface ReprintDialogProps extends Omit<ReprintFormProps, 'run'> {
  readonly jobId: string;
  readonly jobName: string;
}

/** Prints labels of an earlier run once more: those behind the last good one, or some rows. */
export function ReprintDialog(props: ReprintDialogProps): ReactElement {
  const { t } = useTranslation(['reprint', 'common', 'problems']);
  const run = useEarlierRun(props.jobId);
  return (
    <Modal
      open
      title={t('title', { name: props.jobName })}
      className="reprint-modal"
      width="min(620px, calc(100vw - 48px))"
      centered
      footer={run?.ok === true ? null : <Button onClick={props.onClose}>{t('common:action.close')}</Button>}
      onCancel={props.onClose}
    >
      {run === null ? (
        <Skeleton active />
      ) : run.ok ? (
        <ReprintForm {...props} run={run.value} />
      ) : (
        <Alert type="warning" showIcon title={problemText(t, run.error)} />
      )}
    </Modal>
  );
}
