import { useState, type ReactElement } from 'react';
import { Button, Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { AgreementDialog, type AgreementText } from './AgreementDialog.tsx';

/** The required checkbox with links to the agreements; `agreement` in the form. */
export function AgreementItem(): ReactElement {
  const { t } = useTranslation('signin');
  const [shown, setShown] = useState<AgreementText | null>(null);
  return (
    <div className="auth-agreement">
      <Form.Item
        name="agreement"
        valuePropName="checked"
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_rule, value: unknown) =>
              value === true ? Promise.resolve() : Promise.reject(new Error(t('fault.agreement'))),
          },
        ]}
      >
        <Checkbox>{t('agreement.agree')}</Checkbox>
      </Form.Item>
      <p>
        <Button type="link" size="small" onClick={() => setShown('terms')}>
          {t('agreement.terms')}
        </Button>
        <Button type="link" size="small" onClick={() => setShown('privacy')}>
          {t('agreement.privacy')}
        </Button>
      </p>
      {shown === null ? null : <AgreementDialog text={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
