import type { ReactElement } from 'react';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSetSession } from '#app/state/session.ts';
import { LoginForm } from './LoginForm.tsx';

/** Over a screen whose session has ended: sign in and go on, or give the screen up for the login page. */
export function SignInAgainDialog(props: { readonly open: boolean }): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  const setSession = useSetSession();
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
      <p className="auth-again">{t('again.text')}</p>
      <LoginForm onDone={() => undefined} />
      <Button type="link" block className="auth-leave" onClick={() => setSession(null)}>
        {t('again.leave')}
      </Button>
    </Modal>
  );
}
