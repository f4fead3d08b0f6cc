import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { App, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

const NOTES = ['note1', 'note2', 'note3', 'note4'] as const;

interface RedeemDialogProps {
  readonly onRedeemed: () => void;
  readonly onClose: () => void;
}

/** Redeems a code. A click on the mask closes it. */
export function RedeemDialog({ onRedeemed, onClose }: RedeemDialogProps): ReactElement {
  const { t } = useTranslation(['member', 'common', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const id = useId();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const fault = isEmpty ? t('redeem.empty') : problem === null ? '' : placeText(t, problem);

  async function redeem(): Promise<void> {
    if (busy) return;
    setEmpty(code.trim() === '');
    if (code.trim() === '') return;
    setBusy(true);
    const answer = await api.call('exchangeMember', { exchange_code: code });
    setBusy(false);
    setProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    void message.success(answer.value.text);
    onRedeemed();
    onClose();
  }

  return (
    <Modal
      open
      centered
      width={460}
      title={t('redeem.title')}
      okText={t('redeem.now')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void redeem()}
      onCancel={onClose}
    >
      <label htmlFor={id}>{t('redeem.code')}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        maxLength={40}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        value={code}
        status={fault === '' ? '' : 'error'}
        aria-describedby={`${id}-fault`}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(null);
          setEmpty(false);
        }}
        onPressEnter={() => void redeem()}
      />
      <p id={`${id}-fault`} role="alert" className="member-fault">
        {fault}
      </p>
      <ol className="member-notes">
        {NOTES.map((note) => (
          <li key={note}>{t(`redeem.${note}`)}</li>
        ))}
      </ol>
    </Modal>
  );
}
