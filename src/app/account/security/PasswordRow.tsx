import { useState, type ReactElement } from 'react';
import { LockOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AccountSecurity } from '#protocol/api.ts';
import { ChangePasswordForm } from '#app/account/sign-in/ChangePasswordForm.tsx';
import { useServices } from '#app/state/services.tsx';
import { Waiting } from '../Waiting.tsx';
import type { AnswerState } from '#app/state/use-answer.ts';

/** The password, with a link to all sign-in methods. */
export function PasswordRow({ security }: { readonly security: AnswerState<AccountSecurity> }): ReactElement {
  const { t } = useTranslation(['signin', 'security']);
  const { api } = useServices();
  const [isOpen, setOpen] = useState(false);
  const hasPassword = security.answer?.has_password === true;

  return (
    <li>
      <div>
        <strong>{t('bind.password')}</strong>
        <Waiting answered={security} rows={1}>
          {() => (
            <p>
              <span className="user-tag" data-good={hasPassword || undefined}>
                {t(hasPassword ? 'bind.hasPassword' : 'bind.noPassword')}
              </span>
            </p>
          )}
        </Waiting>
      </div>
      <span className="user-buttons">
        {security.answer === null ? null : (
          <Button icon={<LockOutlined aria-hidden />} onClick={() => setOpen(true)}>
            {t(hasPassword ? 'bind.dialog.password' : 'security:password.set')}
          </Button>
        )}
        <Link to="/bindings">{t('bind.title')}</Link>
      </span>
      <Modal
        open={isOpen}
        centered
        width={440}
        title={t(hasPassword ? 'bind.dialog.password' : 'security:password.set')}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <ChangePasswordForm
          hasPassword={hasPassword}
          onChange={(old_password, password) => api.call('changePassword', { old_password, password })}
          onDone={() => {
            setOpen(false);
            security.reload();
          }}
        />
      </Modal>
    </li>
  );
}
