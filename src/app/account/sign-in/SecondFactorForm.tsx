import { useState, type ReactElement } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type UserInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

interface SecondFactorFormProps {
  /** The ticket from the first factor. */
  readonly ticket: string;
  readonly onDone: (user: UserInfo) => void;
  /** Back to the first factor, with the problem, if any. */
  readonly onBack: (fault: Problem | null) => void;
}

/** Asks for a one-time code or a recovery code after the first factor. */
export function SecondFactorForm({ ticket, onDone, onBack }: SecondFactorFormProps): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  const { api } = useServices();
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [isRecovery, setRecovery] = useState(false);

  async function submit(code: string): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await api.call('signInSecondFactor', { ticket, code });
    setBusy(false);
    if (answer.ok) onDone(answer.value);
    else if (answer.error.apiCode === API_CODES.unauthorized) onBack(answer.error);
    else setFault(answer.error);
  }

  return (
    <Form<{ code: string }>
      key={String(isRecovery)}
      layout="vertical"
      requiredMark={false}
      size="large"
      onFinish={({ code }) => void submit(code)}
    >
      {fault === null ? null : <Alert type="error" showIcon className="auth-fault" title={problemText(t, fault)} />}
      <p className="auth-again">{t(isRecovery ? 'factor.recoveryText' : 'factor.codeText')}</p>
      <Form.Item
        name="code"
        label={t(isRecovery ? 'factor.recoveryCode' : 'factor.code')}
        rules={[{ required: true, whitespace: true, message: t('factor.codeEmpty') }]}
      >
        <Input
          autoFocus
          maxLength={40}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          spellCheck={false}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('factor.submit')}
      </Button>
      <Button type="link" block className="auth-leave" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'factor.useCode' : 'factor.useRecovery')}
      </Button>
      <Button type="link" block onClick={() => onBack(null)}>
        {t('factor.back')}
      </Button>
    </Form>
  );
}
