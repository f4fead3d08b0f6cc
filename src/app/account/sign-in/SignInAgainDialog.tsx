import type { ReactElement } from 'react';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  storedUser,
  useDepart,
  useSession,
  useSessionEndReason,
  useSetSession,
  type SessionUser,
} from '#app/state/session.ts';
import { LoginForm } from './LoginForm.tsx';

/**
 * Shown over a screen after its session has ended: the user signs in and continues, or leaves for the login page. If
 * another user signs in, the page reloads for them, and the unsaved work is kept for its owner.
 */
export function SignInAgainDialog(props: { readonly open: boolean }): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  const session = useSession();
  const reason = useSessionEndReason();
  const setSession = useSetSession();
  const depart = useDepart();

  function signedIn(user: SessionUser): void {
    if (user.userId === session?.userId) setSession(user);
    else depart(user, '/index');
  }
  function leave(): void {
    // A session of another user from another tab stays open.
    const other = storedUser();
    depart(other, other === null ? '/login' : '/index');
  }

  return (
    <Modal
      open={props.open}
      title={t('again.title')}
      width={420}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
      footer={null}
    >
      {reason === '' ? null : <p className="auth-again">{reason}</p>}
      <p className="auth-again">{t('again.text')}</p>
      <p className="auth-again">{t('again.other', { name: session?.name ?? '' })}</p>
      <LoginForm onDone={signedIn} />
      <Button type="link" block className="auth-leave" onClick={leave}>
        {t('again.leave')}
      </Button>
    </Modal>
  );
}
