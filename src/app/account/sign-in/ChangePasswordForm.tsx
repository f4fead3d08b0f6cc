import type { ReactElement } from 'react';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { FormFault } from './FormFault.tsx';
import { NewPasswordItems } from './NewPasswordItems.tsx';
import { useSending } from './use-sending.ts';

interface ChangePasswordFormProps {
  /** An account with a third-party sign-in may have no password. */
  readonly hasPassword: boolean;
  /** `oldPassword` is empty if there is none. */
  readonly onChange: (oldPassword: string, password: string) => Promise<Result<null, Problem>>;
  readonly onDone: () => void;
}

/** Changes the password of the signed-in user. */
export function ChangePasswordForm({ hasPassword, onChange, onDone }: ChangePasswordFormProps): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const { fault, busy, send } = useSending();
  return (
    <Form<{ oldPassword?: string; password: string }>
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={({ oldPassword = '', password }) => void send(onChange(oldPassword, password), onDone)}
    >
      <p className="auth-again">{t('password.text')}</p>
      <FormFault fault={fault} />
      {hasPassword ? (
        <Form.Item
          name="oldPassword"
          label={t('field.oldPassword')}
          rules={[{ required: true, message: t('auth:fault.passwordEmpty') }]}
        >
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      ) : null}
      <NewPasswordItems />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('password.submit')}
      </Button>
    </Form>
  );
}
