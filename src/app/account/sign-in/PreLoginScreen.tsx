import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { isEmail } from '#protocol/api.ts';
import { phoneNumber } from '#protocol/phone-number.ts';
import { safeRedirect } from '#app/account/sign-in/redirect.ts';
import { useSession } from '#app/state/session.ts';
import { usualCountry } from './AddressItem.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { WaysForAccount, type NamedAccount } from './WaysForAccount.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

/** Asks for the account, and then offers its sign-in methods: the password, a code, a third party. */
export function PreLoginScreen(): ReactElement {
  const { t, i18n } = useTranslation(['signin', 'auth']);
  const session = useSession();
  const [query] = useSearchParams();
  const [account, setAccount] = useState<NamedAccount | null>(null);
  const ways = useSignInWays();
  const target = safeRedirect(query.get('redirect'), window.location.origin) ?? '/index';
  if (session !== null) return <Navigate to={target} replace />;
  const country = usualCountry(i18n.resolvedLanguage ?? 'en');

  return (
    <AuthFrame title={t('prelogin.title')} text={account === null ? t('prelogin.text') : t('prelogin.choose')}>
      {account === null ? (
        <Form<{ account: string }>
          layout="vertical"
          requiredMark={false}
          size="large"
          onFinish={(values) => setAccount(namedAccount(values.account, country))}
        >
          <Form.Item
            name="account"
            label={t('field.anyAccount')}
            rules={[{ required: true, whitespace: true, message: t('fault.anyAccount') }]}
          >
            <Input autoComplete="username" autoFocus />
          </Form.Item>
          <Button type="primary" htmlType="submit" block>
            {t('prelogin.next')}
          </Button>
        </Form>
      ) : (
        <WaysForAccount account={account} ways={ways} target={target} onOther={() => setAccount(null)} />
      )}
      <ProviderButtons ways={ways} target={target} />
      <p className="auth-other">
        {t('auth:login.noAccount')}{' '}
        <Link to={{ pathname: '/register', search: query.toString() }}>{t('auth:login.register')}</Link>
      </p>
    </AuthFrame>
  );
}

/** A number without a plus belongs to the language's default country, if it is valid there. */
function namedAccount(typed: string, country: string): NamedAccount {
  const text = typed.trim();
  if (isEmail(text)) return { name: text, reachedBy: 'email' };
  const phone = phoneNumber(text, country);
  return phone === null ? { name: text, reachedBy: null } : { name: phone, reachedBy: 'phone' };
}
