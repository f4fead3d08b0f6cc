import { useId, useState, type ReactElement } from 'react';
import { Alert, Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { SecondFactorDraft } from '#protocol/api.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { QrPicture } from './QrPicture.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';

interface SecondFactorDialogProps {
  readonly draft: SecondFactorDraft;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code, asks for a code of it, and then shows the recovery codes, this once. */
export function SecondFactorDialog({ draft, onClose }: SecondFactorDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'common', 'problems']);
  const { api } = useServices();
  const id = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);

  async function confirm(): Promise<void> {
    if (busy || code.trim() === '') return;
    setBusy(true);
    const answer = await api.call('confirmSecondFactor', { code });
    setBusy(false);
    if (answer.ok) setRecovery(answer.value.recovery_codes);
    else setFault(answer.error);
  }

  if (recovery !== null) {
    return (
      <Modal
        open
        centered
        width={460}
        title={t('recovery.title')}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" autoFocus onClick={onClose}>
            {t('recovery.kept')}
          </Button>
        }
      >
        <Alert type="warning" showIcon className="factor-codes-word" title={t('recovery.once')} />
        <RecoveryCodeList codes={recovery} />
      </Modal>
    );
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t('factor.setUpTitle')}
      okText={t('factor.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: code.trim() === '', loading: busy }}
      mask={{ closable: false }}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <ol className="factor-steps">
        <li>
          {t('factor.scan')}
          <QrPicture content={draft.uri} title={t('factor.qr')} />
          <span className="factor-secret">
            {t('factor.orType')} <code>{draft.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          </span>
        </li>
        <li>
          <label htmlFor={id}>{t('factor.enterCode')}</label>
          <Input
            id={id}
            className="factor-code"
            value={code}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            status={fault === null ? '' : 'error'}
            aria-describedby={`${id}-fault`}
            onChange={(event) => {
              setCode(event.target.value);
              setFault(null);
            }}
            onPressEnter={() => void confirm()}
          />
        </li>
      </ol>
      <p className="user-fault" id={`${id}-fault`} role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
    </Modal>
  );
}
