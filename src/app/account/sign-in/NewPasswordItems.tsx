import type { ReactElement } from 'react';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#protocol/api.ts';
import { check, hardToGuess } from './field-rules.ts';

interface NewPasswordItemsProps {
  /** Fields of the same form that contain the user's names. */
  readonly names?: readonly string[];
}

/** A new password and its confirmation; `password` and `passwordAgain` in the form. */
export function NewPasswordItems({ names = [] }: NewPasswordItemsProps): ReactElement {
  const { t } = useTranslation(['auth', 'problems']);
  return (
    <>
      <Form.Item
        name="password"
        label={t('field.password')}
        rules={[
          check((value) => value.length >= PASSWORD_MIN_LENGTH, t('fault.passwordShort', { min: PASSWORD_MIN_LENGTH })),
          ({ getFieldValue }) =>
            hardToGuess(
              names.map((name) => String(getFieldValue(name) ?? '')),
              t,
            ),
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
    </>
  );
}
