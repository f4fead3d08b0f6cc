import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import type { SessionUser } from '#app/state/session.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { sessionUserOf } from './session-user.ts';

interface LoginValues {
  readonly account: string;
  readonly password: string;
}

/**
 * Asks for email or username and password, and for a one-time code if the account has them; or for a passkey. Calls
 * `onDone` with the signed-in user.
 */
export function LoginForm(props: { readonly onDone: (user: SessionUser) => void }): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  const { api } = useServices();
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string | null>(null);

  async function submit(values: LoginValues): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await api.call('login', { account: values.account.trim(), password: values.password });
    setBusy(false);
    if (!answer.ok && answer.error.ticket !== undefined) {
      setTicket(answer.error.ticket);
      return;
    }
    if (!answer.ok) {
      setFault(answer.error);
      return;
    }
    props.onDone(sessionUserOf(answer.value));
  }

  if (ticket !== null) {
    return (
      <SecondFactorForm
        ticket={ticket}
        onDone={(user) => props.onDone(sessionUserOf(user))}
        onBack={(wrong) => {
          setTicket(null);
          setFault(wrong);
        }}
      />
    );
  }
  const notice = fault === null ? null : noticeText(t, fault);
  return (
    <Form<LoginValues> layout="vertical" requiredMark={false} size="large" onFinish={(values) => void submit(values)}>
      {notice === null ? null : <Alert type="error" showIcon className="auth-fault" title={notice} />}
      <Form.Item
        name="account"
        label={t('field.account')}
        rules={[{ required: true, whitespace: true, message: t('fault.accountEmpty') }]}
      >
        <Input autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('field.password')}
        rules={[{ required: true, message: t('fault.passwordEmpty') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('login.submit')}
      </Button>
      <PasskeyButton onDone={props.onDone} onFault={setFault} />
    </Form>
  );
}
