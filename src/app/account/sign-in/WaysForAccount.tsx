import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SignInWays } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import type { AddressKind } from './AddressItem.tsx';
import { CodeItem } from './CodeItem.tsx';
import { FormFault } from './FormFault.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useArrive } from './use-arrive.ts';
import { useSending } from './use-sending.ts';

/** The account that wants to sign in. */
export interface NamedAccount {
  /** A username, an email address, or a number in E.164. */
  readonly name: string;
  /** Where a code can be sent; null for a username. */
  readonly reachedBy: AddressKind | null;
}

interface WaysForAccountProps {
  readonly account: NamedAccount;
  readonly ways: SignInWays | null;
  /** The path after signing in. */
  readonly target: string;
  /** The user chooses another account. */
  readonly onOther: () => void;
}

/** Signs in to one account with its password, or with a code if one can be sent. */
export function WaysForAccount({ account, ways, target, onOther }: WaysForAccountProps): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const { api } = useServices();
  const [way, setWay] = useState<'password' | 'code'>('password');
  const { fault, busy, ticket, send, goBack } = useSending();
  const arrive = useArrive();
  const byCode = account.reachedBy !== null && ways?.[account.reachedBy] === true;

  function submit(values: { readonly password?: string; readonly code?: string }): Promise<void> {
    const { password = '', code = '' } = values;
    const call =
      way === 'code'
        ? api.call('loginByCode', { target: account.name, code })
        : api.call('login', { account: account.name, password });
    return send(call, (user) => arrive(user, target));
  }

  if (ticket !== null) {
    return <SecondFactorForm ticket={ticket} onDone={(user) => arrive(user, target)} onBack={goBack} />;
  }
  return (
    <>
      <p className="auth-account">
        <strong>{account.name}</strong>
        <Button type="link" size="small" onClick={onOther}>
          {t('prelogin.other')}
        </Button>
      </p>
      {byCode ? (
        <Segmented
          block
          className="auth-ways"
          aria-label={t('prelogin.ways')}
          value={way}
          onChange={setWay}
          options={(['password', 'code'] as const).map((value) => ({ value, label: t(`prelogin.by.${value}`) }))}
        />
      ) : null}
      <Form layout="vertical" requiredMark={false} size="large" onFinish={(values) => void submit(values)}>
        <FormFault fault={fault} />
        {way === 'code' ? (
          <CodeItem
            onSend={() => api.call('sendCode', { purpose: 'login', target: account.name })}
            outbox={ways?.outbox === true}
          />
        ) : (
          <Form.Item
            name="password"
            label={t('auth:field.password')}
            rules={[{ required: true, message: t('auth:fault.passwordEmpty') }]}
          >
            <Input.Password autoComplete="current-password" autoFocus />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth:login.submit')}
        </Button>
      </Form>
      <p className="auth-links">
        <Link to="/forgetpwd">{t('login.forgot')}</Link>
      </p>
    </>
  );
}
