import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Language, LANGUAGES, type OperatorPlan } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { formatMoney } from '#app/state/language-formats.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PagedTable } from './PagedTable.tsx';
import { PlanDialog } from './PlanDialog.tsx';

/** The plans for sale: memberships and packages of cloud storage. */
export function PlansSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const { api } = useServices();
  const { message } = App.useApp();
  const plans = useAnswer('operatorPlanList', {});
  const [edited, setEdited] = useState<OperatorPlan | 'new' | null>(null);
  const [asked, setAsked] = useState<OperatorPlan | null>(null);
  const language: Language = LANGUAGES.find((one) => one === i18n.language) ?? 'en';
  const answer = plans.answer === null ? null : { list: plans.answer.list, count: plans.answer.list.length };
  return (
    <>
      <div className="operator-tools">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          {t('plans.add')}
        </Button>
      </div>
      <PagedTable
        label={t('section.plans')}
        answer={{ ...plans, answer }}
        page={1}
        isWhole
        onPage={() => undefined}
        rowKey={(plan) => plan.id}
        columns={[
          {
            title: t('plans.name'),
            render: (_, plan) => (
              <Button type="link" className="operator-link" onClick={() => setEdited(plan)}>
                {plan.names[language]}
              </Button>
            ),
          },
          { title: t('plans.kind'), render: (_, plan) => t(`kind.${plan.kind}`) },
          { title: t('users.days'), dataIndex: 'days', align: 'right', className: 'operator-number' },
          {
            title: t('users.space'),
            render: (_, plan) => (plan.bytes === 0 ? '' : formatBytes(plan.bytes, i18n.language)),
          },
          {
            title: t('plans.price'),
            align: 'right',
            className: 'operator-number',
            render: (_, plan) => formatMoney(plan.price / 100, plan.currency, i18n.language),
          },
          {
            title: t('users.state'),
            render: (_, plan) => (
              <Tag color={plan.retired === '' ? 'green' : 'default'}>
                {t(plan.retired === '' ? 'plans.sold' : 'plans.retired')}
              </Tag>
            ),
          },
          {
            title: t('actions'),
            render: (_, plan) => (
              <Button size="small" onClick={() => setAsked(plan)}>
                {t(plan.retired === '' ? 'plans.retire' : 'plans.sell')}
              </Button>
            ),
          },
        ]}
      />
      {edited === null ? null : (
        <PlanDialog
          plan={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void message.success(t('done'));
            plans.reload();
          }}
        />
      )}
      {asked === null ? null : (
        <ConfirmAction
          title={t(asked.retired === '' ? 'plans.retire' : 'plans.sell')}
          text={t(asked.retired === '' ? 'plans.retireText' : 'plans.sellText', { name: asked.names[language] })}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const done = await api.call('operatorRetirePlan', { id: asked.id, retired: asked.retired === '' });
            plans.reload();
            if (!done.ok) return done.error;
            setAsked(null);
            return null;
          }}
        />
      )}
    </>
  );
}
