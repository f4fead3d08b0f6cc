import { useId, useState, type ReactElement } from 'react';
import { Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { PASSKEY_NAME_MAX_LENGTH } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

interface PasskeyNameDialogProps {
  /** The current name; empty for a new passkey, which gets a suggestion. */
  readonly name: string;
  /** Saves the name and closes; resolves to the problem, if any. */
  readonly onKeep: (name: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

export function PasskeyNameDialog(props: PasskeyNameDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'common', 'problems']);
  const id = useId();
  const [name, setName] = useState(props.name === '' ? t('passkey.proposedName') : props.name);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const isEmpty = name.trim() === '';

  async function keep(): Promise<void> {
    if (busy || isEmpty) return;
    setBusy(true);
    const wrong = await props.onKeep(name);
    setBusy(false);
    setFault(wrong);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={t(props.name === '' ? 'passkey.nameTitle' : 'passkey.renameTitle')}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: isEmpty, loading: busy }}
      onOk={() => void keep()}
      onCancel={props.onClose}
    >
      <label className="user-label" htmlFor={id}>
        {t('passkey.name')}
      </label>
      <Input
        id={id}
        autoFocus
        value={name}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        status={isEmpty || fault !== null ? 'error' : ''}
        aria-describedby={`${id}-fault`}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
        }}
        onPressEnter={() => void keep()}
      />
      <p className="user-fault" id={`${id}-fault`} role="alert">
        {isEmpty ? t('passkey.nameEmpty') : fault === null ? '' : problemText(t, fault)}
      </p>
    </Modal>
  );
}
