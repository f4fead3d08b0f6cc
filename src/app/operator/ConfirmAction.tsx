import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

interface ConfirmActionProps {
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  /** The label of a required text field, whose value `onConfirm` gets. */
  readonly typed?: string;
  /** Whether the field has several lines. */
  readonly isLong?: boolean;
  /** False while a required choice is missing. */
  readonly isReady?: boolean;
  /** CSS pixels; defaults to 480. */
  readonly width?: number;
  /** More fields. */
  readonly children?: ReactNode;
  /** Performs the action and closes; resolves to the problem, if any. */
  readonly onConfirm: (typed: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that affects a user. */
export function ConfirmAction(props: ConfirmActionProps): ReactElement {
  const { t } = useTranslation(['operator', 'common', 'problems']);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const missing = props.isReady === false || (props.typed !== undefined && typed.trim() === '');

  async function confirm(): Promise<void> {
    if (busy || missing) return;
    setBusy(true);
    setFault(null);
    const wrong = await props.onConfirm(typed);
    setBusy(false);
    setFault(wrong);
  }

  const field = {
    id,
    value: typed,
    autoFocus: true,
    maxLength: 500,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  };
  return (
    <Modal
      open
      centered
      width={props.width ?? 480}
      title={props.title}
      okText={props.title}
      okButtonProps={{ danger: props.isDanger === true, loading: busy, disabled: missing }}
      cancelText={t('common:action.cancel')}
      onOk={() => void confirm()}
      onCancel={props.onClose}
    >
      <p className="operator-lead">{props.text}</p>
      {props.children}
      {props.typed === undefined ? null : (
        <>
          <label className="operator-field" htmlFor={id}>
            {props.typed}
          </label>
          {props.isLong === true ? (
            <Input.TextArea {...field} rows={4} />
          ) : (
            <Input {...field} autoComplete="off" spellCheck={false} onPressEnter={() => void confirm()} />
          )}
        </>
      )}
      <p className="operator-fault" role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
    </Modal>
  );
}
