import { useState, type ReactElement } from 'react';
import { App, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MemberPlan } from '#protocol/api.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { formatMoney } from '#app/state/language-formats.ts';
import { PaymentArea } from './PaymentArea.tsx';
import { usePayment, type Purchase } from './use-payment.ts';
import './shop.css';

/** The client identifier of the specification. */
const APP = { app: 3 };

interface PlanShopProps {
  /** The call that lists the plans. */
  readonly call: 'memberPlans' | 'spacePlans';
  readonly title: string;
  readonly onPaid: () => void;
}

/** The plans as cards; choosing one shows its payment. */
export function PlanShop({ call, title, onPaid }: PlanShopProps): ReactElement | null {
  const { t } = useTranslation(['shop', 'tips']);
  const { message } = App.useApp();
  const { answer, problem, reload } = useAnswer(call, APP);
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const payment = usePayment(purchase, (state) => {
    if (state === 'paid') {
      void message.success(t('tips:tip94'));
      onPaid();
    } else void message.error(t('tips:tip95'));
  });
  if (problem !== null) return <ListProblem problem={problem} onRetry={reload} />;
  if (answer === null) return <Skeleton active aria-busy="true" />;
  if (answer.list.length === 0) return null;
  const chosen = answer.list.find(({ m_id }) => m_id === purchase?.planId) ?? null;
  return (
    <section className="shop" aria-label={title}>
      <h2>{title}</h2>
      <ul className="card-grid shop-plans">
        {answer.list.map((plan) => (
          <li key={plan.m_id}>
            <PlanCard
              plan={plan}
              isChosen={plan === chosen}
              onChoose={() => {
                const provider = plan.providers.find((name) => name === purchase?.provider) ?? plan.providers[0];
                if (provider !== undefined && plan !== chosen) setPurchase({ planId: plan.m_id, provider, attempt: 0 });
              }}
            />
          </li>
        ))}
      </ul>
      {purchase === null || chosen === null ? (
        <p className="shop-hint">{t('choose')}</p>
      ) : (
        <PaymentArea plan={chosen} purchase={purchase} payment={payment} onPurchase={setPurchase} />
      )}
    </section>
  );
}

interface PlanCardProps {
  readonly plan: MemberPlan;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PlanCard({ plan, isChosen, onChoose }: PlanCardProps): ReactElement {
  const { t, i18n } = useTranslation('shop');
  const price = (amount: string): string => formatMoney(Number(amount), plan.currency, i18n.language);
  const isReduced = plan.original_price !== plan.discount_price;
  return (
    <button
      type="button"
      className="card card-button shop-plan"
      aria-pressed={isChosen}
      disabled={plan.providers.length === 0}
      data-testid={`plan-${plan.m_id}`}
      onClick={onChoose}
    >
      <span className="shop-plan-tags">
        {plan.is_recommend ? <b>{t('recommended')}</b> : null}
        {plan.is_preference ? <b>{t('popular')}</b> : null}
      </span>
      <span className="shop-plan-term">{plan.the_term}</span>
      <strong>{price(plan.discount_price)}</strong>
      {isReduced ? (
        <span className="shop-plan-before">{t('before', { price: price(plan.original_price) })}</span>
      ) : null}
      {plan.providers.length === 0 ? <span>{t('notPayable')}</span> : null}
    </button>
  );
}
