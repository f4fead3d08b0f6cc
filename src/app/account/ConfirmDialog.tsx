import { useId, useState, type ReactElement } from 'react';
import { Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly okText: string;
  readonly isDanger?: boolean;
  /** Performs the confirmed action and closes; resolves to the problem, if any. */
  readonly onConfirm: (confirmation: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/**
 * Asks for the password before an action that only the user may perform; an account without a password confirms its name.
 */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement | null {
  const { t } = useTranslation(['security', 'common', 'problems']);
  const security = useAnswer('accountSecurity', {});
  const id = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const shownFault = fault ?? security.problem;
  const byPassword = security.answer?.has_password !== false;

  async function confirm(): Promise<void> {
    if (busy || typed === '') return;
    setBusy(true);
    const wrong = await props.onConfirm(typed);
    setBusy(false);
    setFault(wrong);
  }

  // Hidden until the required confirmation is known: the field would change while the user types.
  if (security.answer === null && security.problem === null) return null;
  const field = {
    id,
    value: typed,
    autoFocus: true,
    status: fault === null ? ('' as const) : ('error' as const),
    'aria-describedby': `${id}-fault`,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      setFault(null);
    },
    onPressEnter: () => void confirm(),
  };
  return (
    <Modal
      open
      centered
      width={460}
      title={props.title}
      okText={props.okText}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: typed === '', danger: props.isDanger === true, loading: busy }}
      onOk={() => void confirm()}
      onCancel={props.onClose}
    >
      <p className="user-dialog-text">{props.text}</p>
      <label className="user-label" htmlFor={id}>
        {byPassword ? t('confirm.password') : t('confirm.name', { name: security.answer?.account_name ?? '' })}
      </label>
      {byPassword ? (
        <Input.Password {...field} className="user-password" autoComplete="current-password" />
      ) : (
        <Input {...field} autoComplete="off" spellCheck={false} />
      )}
      <p className="user-fault" id={`${id}-fault`} role="alert">
        {shownFault === null ? '' : problemText(t, shownFault)}
      </p>
    </Modal>
  );
}
