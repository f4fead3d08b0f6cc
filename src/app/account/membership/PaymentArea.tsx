import { useEffect, useRef, type ReactElement } from 'react';
import { Alert, Button, Segmented, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MemberPlan, PaymentProviderName } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { dateFormat, formatMoney } from '#app/state/language-formats.ts';
import type { Payment, Purchase } from './use-payment.ts';

interface PaymentAreaProps {
  readonly plan: MemberPlan;
  readonly purchase: Purchase;
  readonly payment: Payment;
  readonly onPurchase: (purchase: Purchase) => void;
}

/** Payment of the chosen plan: the QR code, other payment methods, and the order's status. */
export function PaymentArea({ plan, purchase, payment, onPurchase }: PaymentAreaProps): ReactElement {
  const { t, i18n } = useTranslation(['shop', 'tips', 'common', 'problems']);
  const { order, state, problem } = payment;
  const area = useRef<HTMLDivElement>(null);
  const id = order?.o_id;
  useEffect(() => {
    if (id !== undefined) area.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const again = (): void => onPurchase({ ...purchase, attempt: purchase.attempt + 1 });
  return (
    <div ref={area} className="card card-padded shop-payment" data-state={state}>
      {plan.providers.length > 1 ? (
        <Segmented<PaymentProviderName>
          aria-label={t('way')}
          value={purchase.provider}
          options={plan.providers.map((name) => ({ value: name, label: t(`provider.${name}`) }))}
          onChange={(provider) => onPurchase({ ...purchase, provider, attempt: 0 })}
        />
      ) : null}
      <p className="shop-amount">
        <span>{plan.the_term}</span>
        <strong>{formatMoney(Number(plan.discount_price), plan.currency, i18n.language)}</strong>
      </p>
      {problem !== null ? (
        <Alert
          type="error"
          showIcon
          title={placeText(t, problem)}
          action={
            <Button size="small" onClick={again}>
              {t('common:action.retry')}
            </Button>
          }
        />
      ) : order === null ? (
        <div className="shop-waiting" role="status" aria-busy="true" aria-label={t('making')}>
          <Spin />
        </div>
      ) : state === 'created' ? (
        <OpenOrder order={order} />
      ) : (
        <Ended state={state} onAgain={again} />
      )}
    </div>
  );
}

function OpenOrder({ order }: { readonly order: NonNullable<Payment['order']> }): ReactElement {
  const { t, i18n } = useTranslation('shop');
  const expires = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  // A test payment needs no phone: it is paid in this browser.
  const isTest = order.provider === 'sandbox';
  const payHere =
    order.link === '' ? null : (
      <Button
        type={isTest ? 'primary' : 'default'}
        {...(isTest ? { size: 'large' } : {})}
        href={order.link}
        target="_blank"
        rel="noopener"
        data-testid="pay-link"
      >
        {t('payHere')}
      </Button>
    );
  return (
    <>
      {isTest ? <p className="shop-test">{t('sandboxNote')}</p> : null}
      {isTest ? payHere : null}
      {order.image === '' ? null : (
        <img
          className="shop-qr"
          src={order.image}
          alt={t('qr')}
          width={isTest ? 132 : 220}
          height={isTest ? 132 : 220}
          data-testid="pay-qr"
        />
      )}
      {order.text === '' ? null : <p className="shop-text">{order.text}</p>}
      {order.provider === 'operator' ? <p>{t('orderNumber', { id: order.o_id })}</p> : null}
      {isTest ? null : payHere}
      <p className="shop-hint" role="status">
        {t(order.image === '' ? 'waiting' : 'scan')} {t('until', { time: expires.format(new Date(order.expires)) })}
      </p>
    </>
  );
}

interface EndedProps {
  readonly state: 'paid' | 'failed' | 'expired';
  readonly onAgain: () => void;
}

function Ended({ state, onAgain }: EndedProps): ReactElement {
  const { t } = useTranslation(['shop', 'tips']);
  const text = { paid: t('tips:tip94'), failed: t('tips:tip95'), expired: t('expired') }[state];
  const type = ({ paid: 'success', failed: 'error', expired: 'warning' } as const)[state];
  return (
    <Alert
      type={type}
      showIcon
      role="status"
      title={text}
      data-testid="pay-ended"
      action={
        <Button size="small" onClick={onAgain}>
          {t(state === 'paid' ? 'buyAgain' : 'newOrder')}
        </Button>
      }
    />
  );
}
