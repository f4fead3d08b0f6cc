import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { USER_NAME_MAX_LENGTH, USER_NAME_MIN_LENGTH, isUserName, type RegisterInput } from '#protocol/api.ts';
import { safeRedirect } from '#app/account/sign-in/redirect.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSetSession } from '#app/state/session.ts';
import { AddressItem, type AddressKind } from './AddressItem.tsx';
import { AgreementItem } from './AgreementItem.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeItem } from './CodeItem.tsx';
import { check } from './field-rules.ts';
import { FormFault } from './FormFault.tsx';
import { NewPasswordItems } from './NewPasswordItems.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { sessionUserOf } from './session-user.ts';
import { useCodeSender, type AccountValues } from './use-code-sender.ts';
import { useSending } from './use-sending.ts';
import { useSignInWays } from './use-sign-in-ways.ts';

type Way = 'name' | AddressKind;

/** Creates an account with a username, an email address or a phone number. */
export function RegisterScreen(): ReactElement {
  const { t } = useTranslation(['auth', 'signin']);
  const session = useSession();
  const setSession = useSetSession();
  const { api } = useServices();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [form] = Form.useForm<AccountValues>();
  const [way, setWay] = useState<Way>('name');
  const ways = useSignInWays();
  const { fault, busy, send } = useSending();
  const sendCode = useCodeSender(form, 'register', way === 'phone' ? 'phone' : 'email');
  const target = safeRedirect(query.get('redirect'), window.location.origin) ?? '/index';
  if (session !== null) return <Navigate to={target} replace />;

  const offered: readonly Way[] = [
    'name',
    ...(ways?.email === true ? (['email'] as const) : []),
    ...(ways?.phone === true ? (['phone'] as const) : []),
  ];

  function submit(values: AccountValues): Promise<void> {
    return send(api.call('register', registerInput(way, values)), (user) => {
      setSession(sessionUserOf(user));
      void navigate(target, { replace: true });
    });
  }

  return (
    <AuthFrame title={t('register.title')} text={t('register.text')}>
      {offered.length < 2 ? null : (
        <Segmented
          block
          className="auth-ways"
          aria-label={t('signin:register.ways')}
          value={way}
          onChange={setWay}
          options={offered.map((value) => ({ value, label: t(`signin:register.by.${value}`) }))}
        />
      )}
      <Form<AccountValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        size="large"
        validateTrigger="onBlur"
        onFinish={(values) => void submit(values)}
      >
        <FormFault fault={fault} />
        {way === 'name' ? (
          <Form.Item
            name="userName"
            label={t('field.userName')}
            rules={[
              check(
                (value) => isUserName(value.trim()),
                t('fault.userName', { min: USER_NAME_MIN_LENGTH, max: USER_NAME_MAX_LENGTH }),
              ),
            ]}
          >
            <Input autoComplete="username" autoFocus />
          </Form.Item>
        ) : (
          <>
            <AddressItem key={way} kind={way} />
            <CodeItem key={`code ${way}`} onSend={sendCode} outbox={ways?.outbox === true} />
          </>
        )}
        <NewPasswordItems names={['userName', 'email']} />
        <AgreementItem />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('register.submit')}
        </Button>
      </Form>
      <ProviderButtons ways={ways} target={target} />
      <p className="auth-other">
        {t('register.haveAccount')}{' '}
        <Link to={{ pathname: '/login', search: query.toString() }}>{t('register.login')}</Link>
      </p>
    </AuthFrame>
  );
}

function registerInput(way: Way, values: AccountValues): RegisterInput {
  const { password = '', userName = '', email = '', phone = '', country = '', code = '' } = values;
  switch (way) {
    case 'name':
      return { user_name: userName.trim(), password, agreement: true };
    case 'email':
      return { email: email.trim(), code, password, agreement: true };
    case 'phone':
      return { phone, country, code, password, agreement: true };
  }
}
