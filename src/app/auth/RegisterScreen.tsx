import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { Problem } from '#model/kernel/problem.ts';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USER_NAME_MAX_LENGTH,
  USER_NAME_MIN_LENGTH,
  isEmail,
  isUserName,
} from '#protocol/api.ts';
import { toldText } from '#app/i18n/problem-text.ts';
import { safeRedirect } from '#app/shell/redirect.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSetSession } from '#app/state/session.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { sessionUserOf } from './session-user.ts';

interface RegisterValues {
  readonly userName: string;
  readonly email?: string;
  readonly password: string;
}

export function RegisterScreen(): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  const session = useSession();
  const setSession = useSetSession();
  const { api } = useServices();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const target = safeRedirect(query.get('redirect'), window.location.origin) ?? '/index';
  if (session !== null) return <Navigate to={target} replace />;

  async function submit(values: RegisterValues): Promise<void> {
    setBusy(true);
    setFault(null);
    const email = values.email?.trim() ?? '';
    const answer = await api.call('register', {
      user_name: values.userName.trim(),
      ...(email === '' ? {} : { email }),
      password: values.password,
    });
    setBusy(false);
    if (!answer.ok) {
      setFault(answer.error);
      return;
    }
    setSession(sessionUserOf(answer.value));
    void navigate(target, { replace: true });
  }

  const told = fault === null ? null : toldText(t, fault);
  return (
    <AuthFrame title={t('register.title')} text={t('register.text')}>
      <Form<RegisterValues>
        layout="vertical"
        requiredMark={false}
        size="large"
        validateTrigger="onBlur"
        onFinish={(values) => void submit(values)}
      >
        {told === null ? null : <Alert type="error" showIcon className="auth-fault" title={told} />}
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
        <Form.Item
          name="email"
          label={t('field.emailOptional')}
          rules={[check((value) => value.trim() === '' || isEmail(value.trim()), t('fault.email'))]}
        >
          <Input autoComplete="email" inputMode="email" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('field.password')}
          rules={[
            check(
              (value) => value.length >= PASSWORD_MIN_LENGTH,
              t('fault.passwordShort', { min: PASSWORD_MIN_LENGTH }),
            ),
            ({ getFieldsValue }) => hardToGuess(getFieldsValue(), t),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="passwordAgain"
          label={t('field.passwordAgain')}
          dependencies={['password']}
          rules={[
            ({ getFieldValue }) =>
              check((value) => value === (getFieldValue('password') ?? ''), t('fault.passwordsDiffer')),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('register.submit')}
        </Button>
      </Form>
      <p className="auth-other">
        {t('register.haveAccount')}{' '}
        <Link to={{ pathname: '/login', search: query.toString() }}>{t('register.login')}</Link>
      </p>
    </AuthFrame>
  );
}

/**
 * Checks the password by the same rules as the server. The list of common passwords is fetched when the first password
 * is typed; until it is here, and for a password that is too short anyway, the server's answer says what is wrong.
 */
function hardToGuess(values: Partial<RegisterValues>, t: TFunction<['auth', 'problems']>): FieldRule {
  return {
    validator: async (_rule, password = '') => {
      if (password.length < PASSWORD_MIN_LENGTH) return;
      const judge = await import('#protocol/password-strength.ts').catch(() => null);
      const fault = judge?.passwordFault(password, [values.userName ?? '', values.email ?? '']) ?? null;
      if (fault !== null) throw new Error(t(fault === 'personal' ? 'fault.passwordPersonal' : 'fault.passwordCommon'));
    },
  };
}

interface FieldRule {
  readonly validator: (rule: unknown, value: string | undefined) => Promise<void>;
}

function check(holds: (value: string) => boolean, message: string): FieldRule {
  return {
    validator: (_rule, value) => (holds(value ?? '') ? Promise.resolve() : Promise.reject(new Error(message))),
  };
}
