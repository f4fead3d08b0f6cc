import { useDeferredValue, useState, type ReactElement } from 'react';
import { App, Button, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { ORDER_STATES, type OperatorOrder, type OrderState } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { formatMoney } from '#app/state/language-formats.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';

const COLORS = { created: 'blue', paid: 'green', failed: 'red', expired: 'default' } as const;

/** All orders. One that was paid in another way is confirmed here, with the bank's reference of the payment. */
export function OrdersSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const { api } = useServices();
  const { message } = App.useApp();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<OrderState | null>(null);
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<{ readonly order: OperatorOrder; readonly paid: boolean } | null>(null);
  const input = { search, ...(state === null ? {} : { state }), page, size: PAGE_SIZE };
  const orders = useAnswer('operatorOrderList', useDeferredValue(input));

  function ended(answer: ApiResult<null>): Problem | null {
    orders.reload();
    if (!answer.ok) return answer.error;
    void message.success(t('done'));
    setAsked(null);
    return null;
  }

  return (
    <>
      <div className="operator-tools">
        <SearchField
          label={t('orders.search')}
          value={search}
          onChange={(words) => {
            setSearch(words);
            setPage(1);
          }}
        />
        <Select<OrderState>
          allowClear
          placeholder={t('users.state')}
          aria-label={t('users.state')}
          value={state}
          options={ORDER_STATES.map((value) => ({ value, label: t(`orders.state.${value}`) }))}
          onChange={(value: OrderState | undefined) => {
            setState(value ?? null);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('section.orders')}
        answer={orders}
        page={page}
        onPage={setPage}
        rowKey={(order) => order.o_id}
        columns={[
          { title: t('orders.order'), dataIndex: 'o_id' },
          { title: t('users.name'), dataIndex: 'buyer' },
          { title: t('orders.what'), dataIndex: 'the_term' },
          {
            title: t('orders.amount'),
            align: 'right',
            className: 'operator-number',
            render: (_, order) => formatMoney(order.amount / 100, order.currency, i18n.language),
          },
          { title: t('orders.provider'), render: (_, order) => t(`orders.by.${order.provider}`) },
          {
            title: t('users.state'),
            render: (_, order) => <Tag color={COLORS[order.state]}>{t(`orders.state.${order.state}`)}</Tag>,
          },
          { title: t('orders.created'), render: (_, order) => showTime(order.created, i18n.language) },
          {
            title: t('actions'),
            render: (_, order) =>
              order.state === 'created' && order.provider === 'operator' ? (
                <div className="operator-actions">
                  <Button size="small" type="primary" onClick={() => setAsked({ order, paid: true })}>
                    {t('orders.confirm')}
                  </Button>
                  <Button size="small" danger onClick={() => setAsked({ order, paid: false })}>
                    {t('orders.fail')}
                  </Button>
                </div>
              ) : null,
          },
        ]}
      />
      {asked === null ? null : asked.paid ? (
        <ConfirmAction
          title={t('orders.confirm')}
          text={t('orders.confirmText', { name: asked.order.buyer, what: asked.order.the_term })}
          typed={t('orders.transaction')}
          onClose={() => setAsked(null)}
          onConfirm={async (typed) =>
            ended(
              await api.call('operatorConfirmOrder', {
                o_id: asked.order.o_id,
                transaction_id: typed.trim().slice(0, 100),
              }),
            )
          }
        />
      ) : (
        <ConfirmAction
          title={t('orders.fail')}
          text={t('orders.failText')}
          isDanger
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('operatorFailOrder', { o_id: asked.order.o_id }))}
        />
      )}
    </>
  );
}
