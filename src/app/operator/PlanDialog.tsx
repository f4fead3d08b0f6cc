import { useId, useState, type ReactElement } from 'react';
import { Checkbox, Input, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  CURRENCIES,
  LANGUAGES,
  MAX_PLAN_DAYS,
  MAX_PRICE,
  PRODUCT_KINDS,
  type AddPlanInput,
  type OperatorPlan,
  type ProductKind,
} from '#protocol/api.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { useServices } from '#app/state/services.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';

const GIB = 2 ** 30;
type Fields = Omit<AddPlanInput, 'user_id'>;

const NEW_PLAN: Fields = {
  kind: 'member',
  names: { zh: '', en: '', pt: '', es: '', ru: '' },
  days: 31,
  bytes: 0,
  price: 100,
  original_price: 100,
  currency: 'EUR',
  is_recommend: false,
  is_preference: false,
  position: 100,
};

function fieldsOf({ id: _id, retired: _retired, currency, ...fields }: OperatorPlan): Fields {
  return { ...fields, currency: CURRENCIES.find((one) => one === currency) ?? 'EUR' };
}

/** Adds or edits a plan: names in all languages, content and price. */
export function PlanDialog(props: {
  /** Null for a new one. */
  readonly plan: OperatorPlan | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactElement {
  const { plan } = props;
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const id = useId();
  const [fields, setFields] = useState<Fields>(plan === null ? NEW_PLAN : fieldsOf(plan));
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  const number = (
    name: string,
    label: string,
    value: number,
    most: number,
    onChange: (value: number) => void,
    precision = 0,
  ): ReactElement => (
    <>
      <label className="operator-field" htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <NumberInput
        id={`${id}-${name}`}
        min={precision === 0 ? 1 : 0.01}
        max={most}
        precision={precision}
        value={value}
        onChange={onChange}
      />
    </>
  );

  return (
    <ConfirmAction
      title={t(plan === null ? 'plans.add' : 'plans.save')}
      text={t('plans.text')}
      isReady={Object.values(fields.names).every((name) => name.trim() !== '')}
      onClose={props.onClose}
      onConfirm={async () => {
        const { kind, ...rest } = fields;
        const saved =
          plan === null
            ? await api.call('operatorAddPlan', { kind, ...rest })
            : await api.call('operatorEditPlan', { id: plan.id, ...rest });
        if (!saved.ok) return saved.error;
        props.onSaved();
        return null;
      }}
    >
      {plan === null ? (
        <Segmented<ProductKind>
          aria-label={t('plans.kind')}
          value={fields.kind}
          options={PRODUCT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => set({ kind, bytes: kind === 'space' ? GIB : 0 })}
        />
      ) : null}
      {LANGUAGES.map((language) => (
        <div key={language}>
          <label className="operator-field" htmlFor={`${id}-${language}`}>
            {t('plans.nameIn', { language })}
          </label>
          <Input
            id={`${id}-${language}`}
            maxLength={60}
            value={fields.names[language]}
            onChange={(event) => set({ names: { ...fields.names, [language]: event.target.value } })}
          />
        </div>
      ))}
      {number('days', t('users.days'), fields.days, MAX_PLAN_DAYS, (days) => set({ days }))}
      {fields.kind === 'space'
        ? number(
            'size',
            t('users.gigabytes'),
            fields.bytes / GIB,
            100_000,
            (size) => set({ bytes: Math.round(size * GIB) }),
            2,
          )
        : null}
      {number(
        'price',
        t('plans.price'),
        fields.price / 100,
        MAX_PRICE / 100,
        (price) => set({ price: Math.round(price * 100) }),
        2,
      )}
      {number(
        'original',
        t('plans.original'),
        fields.original_price / 100,
        MAX_PRICE / 100,
        (price) => set({ original_price: Math.round(price * 100) }),
        2,
      )}
      <label className="operator-field" htmlFor={`${id}-currency`}>
        {t('plans.currency')}
      </label>
      <Select
        id={`${id}-currency`}
        value={fields.currency}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        onChange={(currency) => set({ currency })}
      />
      <div className="operator-field">
        <Checkbox checked={fields.is_recommend} onChange={(event) => set({ is_recommend: event.target.checked })}>
          {t('plans.recommended')}
        </Checkbox>
      </div>
    </ConfirmAction>
  );
}
