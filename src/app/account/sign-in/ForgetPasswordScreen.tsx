import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Button, Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useServices } from '#app/state/services.tsx';
import { AddressItem, type AddressKind } from './AddressItem.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeItem } from './CodeItem.tsx';
import { FormFault } from './FormFault.tsx';
import { NewPasswordItems } from './NewPasswordItems.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useArrive } from './use-arrive.ts';
import { targetOf, useCodeSender, type AccountValues } from './use-code-sender.ts';
import { useSending } from './use-sending.ts';
import { useSignInWays } from './use-sign-in-ways.ts';

/** Resets the password with a code that is sent to the account's address or number. */
export function ForgetPasswordScreen(): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const { api } = useServices();
  const [form] = Form.useForm<AccountValues>();
  const [chosen, setChosen] = useState<AddressKind | null>(null);
  const ways = useSignInWays();
  const { fault, busy, ticket, send, goBack } = useSending();
  const arrive = useArrive();
  const kind = chosen ?? (ways?.email === false && ways.phone ? 'phone' : 'email');
  const sendCode = useCodeSender(form, 'reset', kind);

  function submit(values: AccountValues): Promise<void> {
    const { code = '', password = '' } = values;
    return send(api.call('resetPassword', { ...targetOf(kind, values), code, password }), (user) =>
      arrive(user, '/index'),
    );
  }

  if (ticket !== null) {
    return (
      <AuthFrame title={t('forget.title')} text={t('forget.changed')}>
        <SecondFactorForm ticket={ticket} onDone={(user) => arrive(user, '/index')} onBack={goBack} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('forget.title')} text={t('forget.text')}>
      {ways !== null && ways.email && ways.phone ? (
        <Segmented
          block
          className="auth-ways"
          aria-label={t('forget.ways')}
          value={kind}
          onChange={setChosen}
          options={(['email', 'phone'] as const).map((value) => ({ value, label: t(`register.by.${value}`) }))}
        />
      ) : null}
      {ways !== null && !ways.email && !ways.phone ? (
        <Alert type="warning" showIcon title={t('forget.impossible')} />
      ) : (
        <Form<AccountValues>
          form={form}
          layout="vertical"
          requiredMark={false}
          size="large"
          validateTrigger="onBlur"
          onFinish={(values) => void submit(values)}
        >
          <FormFault fault={fault} />
          <AddressItem key={kind} kind={kind} />
          <CodeItem key={`code ${kind}`} onSend={sendCode} outbox={ways?.outbox === true} />
          <NewPasswordItems names={['email']} />
          <Button type="primary" htmlType="submit" block loading={busy}>
            {t('forget.submit')}
          </Button>
        </Form>
      )}
      <p className="auth-other">
        <Link to="/login">{t('forget.back')}</Link>
      </p>
    </AuthFrame>
  );
}
