import { useId, useState, type ReactElement } from 'react';
import { Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { MAX_BATCH_CODES, MAX_PLAN_DAYS, PRODUCT_KINDS, type ProductKind } from '#protocol/api.ts';
import { DayField, startOfDay } from '#app/ui/choice/DayField.tsx';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { useServices } from '#app/state/services.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';

const GIB = 2 ** 30;

/** Creates a batch of codes: what they give, and their number. */
export function MakeCodesDialog(props: { readonly onClose: () => void; readonly onMade: () => void }): ReactElement {
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const id = useId();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ProductKind>('member');
  const [days, setDays] = useState(31);
  const [gigabytes, setGigabytes] = useState(1);
  const [count, setCount] = useState(100);
  /** The last day of redemption; empty for no expiration. */
  const [lastDay, setLastDay] = useState('');
  return (
    <ConfirmAction
      title={t('codes.make')}
      text={t('codes.makeText')}
      isReady={name.trim() !== ''}
      onClose={props.onClose}
      onConfirm={async () => {
        const end = startOfDay(lastDay, 1);
        const expires = end === null ? '' : new Date(end - 1).toISOString();
        const bytes = kind === 'space' ? Math.round(gigabytes * GIB) : 0;
        const answer = await api.call('operatorMakeCodes', { name: name.trim(), kind, days, bytes, count, expires });
        if (!answer.ok) return answer.error;
        props.onMade();
        return null;
      }}
    >
      <label className="operator-field" htmlFor={`${id}-name`}>
        {t('codes.name')}
      </label>
      <Input id={`${id}-name`} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      <div className="operator-field" id={`${id}-kind`}>
        {t('codes.gives')}
      </div>
      <Segmented<ProductKind>
        aria-labelledby={`${id}-kind`}
        value={kind}
        options={PRODUCT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'space' ? (
        <>
          <label className="operator-field" htmlFor={`${id}-size`}>
            {t('users.gigabytes')}
          </label>
          <NumberInput id={`${id}-size`} min={0.1} max={100_000} value={gigabytes} onChange={setGigabytes} />
        </>
      ) : null}
      <label className="operator-field" htmlFor={`${id}-days`}>
        {t('users.days')}
      </label>
      <NumberInput id={`${id}-days`} min={1} max={MAX_PLAN_DAYS} precision={0} value={days} onChange={setDays} />
      <label className="operator-field" htmlFor={`${id}-count`}>
        {t('codes.count')}
      </label>
      <NumberInput id={`${id}-count`} min={1} max={MAX_BATCH_CODES} precision={0} value={count} onChange={setCount} />
      <label className="operator-field" htmlFor={`${id}-expires`}>
        {t('codes.expires')}
      </label>
      <DayField id={`${id}-expires`} placeholder={t('never')} value={lastDay} onChange={setLastDay} />
    </ConfirmAction>
  );
}
