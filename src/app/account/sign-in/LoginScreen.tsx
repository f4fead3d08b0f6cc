import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '#app/account/sign-in/redirect.ts';
import { useSession, useSetSession, type SessionUser } from '#app/state/session.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginForm } from './LoginForm.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { useSessionOfCookie } from './use-session-of-cookie.ts';
import { useSignInWays } from './use-sign-in-ways.ts';

export function LoginScreen(): ReactElement {
  const { t } = useTranslation(['auth', 'signin']);
  const session = useSession();
  const setSession = useSetSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const ways = useSignInWays();
  useSessionOfCookie();
  const target = safeRedirect(query.get('redirect'), window.location.origin) ?? '/index';
  if (session !== null) return <Navigate to={target} replace />;

  function signedIn(user: SessionUser): void {
    setSession(user);
    void navigate(target, { replace: true });
  }

  return (
    <AuthFrame title={t('login.title')} text={t('login.text')}>
      <LoginForm onDone={signedIn} />
      <p className="auth-links">
        <Link to="/forgetpwd">{t('signin:login.forgot')}</Link>
        <Link to={{ pathname: '/prelogin', search: query.toString() }}>{t('signin:login.others')}</Link>
      </p>
      <ProviderButtons ways={ways} target={target} />
      <p className="auth-other">
        {t('login.noAccount')}{' '}
        <Link to={{ pathname: '/register', search: query.toString() }}>{t('login.register')}</Link>
      </p>
      <p className="auth-note">{t('login.fresh')}</p>
    </AuthFrame>
  );
}
