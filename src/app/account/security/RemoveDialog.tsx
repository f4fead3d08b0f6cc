import { useState, type ReactElement } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly okText: string;
  /** Performs the removal and closes; resolves to the problem, if any. */
  readonly onConfirm: () => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks for confirmation before something is removed. */
export function RemoveDialog(props: RemoveDialogProps): ReactElement {
  const { t } = useTranslation(['common', 'problems']);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    const wrong = await props.onConfirm();
    setBusy(false);
    setFault(wrong);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={props.title}
      okText={props.okText}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('action.cancel')}
      onOk={() => void confirm()}
      onCancel={props.onClose}
    >
      <p className="user-dialog-text">{props.text}</p>
      <p className="user-fault" role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
    </Modal>
  );
}
