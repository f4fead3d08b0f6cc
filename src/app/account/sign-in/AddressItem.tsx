import { useMemo, type ReactElement } from 'react';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { isEmail } from '#protocol/api.ts';
import { phoneCountries, phoneNumber } from '#protocol/phone-number.ts';
import { check } from './field-rules.ts';

export type AddressKind = 'email' | 'phone';

/** Default country, by language, of numbers without a plus. */
const COUNTRIES: Readonly<Record<string, string>> = { zh: 'CN', en: 'US', pt: 'BR', es: 'ES', ru: 'RU' };

export function usualCountry(language: string): string {
  return COUNTRIES[language] ?? 'US';
}

/** An e-mail address (`email` in the form), or a phone number (`phone`, with `country`). */
export function AddressItem({ kind }: { readonly kind: AddressKind }): ReactElement {
  const { t } = useTranslation('signin');
  if (kind === 'phone') return <PhoneItem />;
  return (
    <Form.Item
      name="email"
      label={t('field.email')}
      rules={[check((value) => isEmail(value.trim()), t('fault.email'))]}
    >
      <Input autoComplete="email" inputMode="email" />
    </Form.Item>
  );
}

function PhoneItem(): ReactElement {
  const { t, i18n } = useTranslation('signin');
  const form = Form.useFormInstance();
  const language = i18n.resolvedLanguage ?? 'en';
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return phoneCountries()
      .map(({ code, callingCode }) => ({ value: code, label: `${names.of(code) ?? code} +${callingCode}` }))
      .sort((one, other) => one.label.localeCompare(other.label, language));
  }, [language]);
  return (
    <>
      <Form.Item name="country" label={t('field.country')} initialValue={usualCountry(language)}>
        <Select
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={() => {
            if (form.getFieldValue('phone') !== undefined) void form.validateFields(['phone']).catch(() => undefined);
          }}
        />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('field.phone')}
        rules={[
          ({ getFieldValue }) =>
            check((value) => phoneNumber(value, String(getFieldValue('country'))) !== null, t('fault.phone')),
        ]}
      >
        <Input autoComplete="tel" inputMode="tel" />
      </Form.Item>
    </>
  );
}
