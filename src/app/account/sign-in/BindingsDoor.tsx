import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { useDeparture, useSession } from '#app/state/session.ts';
import { loginPath } from '#app/account/sign-in/redirect.ts';
import { AuthFrame } from './AuthFrame.tsx';

/**
 * The bindings have a public address (specification 1, section 2); a visitor gets a notice there that nothing is bound yet.
 */
export function BindingsDoor(): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const session = useSession();
  const departure = useDeparture();
  if (session !== null || departure !== null) return <Outlet />;
  return (
    <AuthFrame title={t('bind.title')} text={t('bind.signedOut')}>
      <p className="auth-links">
        <Link to={loginPath('/bindings')}>{t('auth:login.submit')}</Link>
      </p>
    </AuthFrame>
  );
}
