import type { ReactElement } from 'react';
import { Alert, Progress, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CloudSpace, SpacePackage } from '#protocol/api.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Page } from '#app/ui/page/Page.tsx';
import { PlanShop } from '#app/account/membership/PlanShop.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import '#app/ui/list.css';
import '../../library/cloud-data/space.css';

/** The account's storage: usage, the plan's limit, and the packages with their expiration. */
export function ExpansionScreen(): ReactElement {
  const { t } = useTranslation(['space', 'shop', 'tips', 'problems']);
  const { answer: space, problem, isLoading, reload } = useAnswer('cloudSpace', {});
  return (
    <Page className="space" title={t('title')}>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      {isLoading ? <Skeleton active aria-busy="true" /> : null}
      {space === null ? null : <Space space={space} onChange={reload} />}
    </Page>
  );
}

function Space({ space, onChange }: { readonly space: CloudSpace; readonly onChange: () => void }): ReactElement {
  const { t, i18n } = useTranslation('space');
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  const isOver = space.used > space.limit;
  return (
    <>
      <section className="card card-padded space-card">
        <div className="space-figures">
          <strong>{bytes(space.used)}</strong>
          <span>{t('ofLimit', { limit: bytes(space.limit) })}</span>
        </div>
        <Progress
          showInfo={false}
          aria-label={t('used')}
          percent={Math.min(100, (100 * space.used) / space.limit)}
          status={isOver ? 'exception' : 'normal'}
        />
        <p>{t('plan', { plan: bytes(space.plan) })}</p>
        <p>{t('whatCounts')}</p>
      </section>
      {isOver ? <Alert type="warning" showIcon title={t('over')} /> : null}
      <h2>{t('packages')}</h2>
      {space.packages.length === 0 ? (
        <p className="space-none">{t('noPackages')}</p>
      ) : (
        <ul className="space-packages">
          {space.packages.map((one) => (
            <Package key={one.id} one={one} />
          ))}
        </ul>
      )}
      <PlanShop key={i18n.language} call="spacePlans" title={t('buy')} onPaid={onChange} />
      <section className="card card-padded space-card space-buying">
        <p>{t('rules')}</p>
      </section>
    </>
  );
}

function Package({ one }: { readonly one: SpacePackage }): ReactElement {
  const { t, i18n } = useTranslation('space');
  const day = (time: string): string => dateFormat(i18n.language, { dateStyle: 'long' }).format(new Date(time));
  return (
    <li className="card card-padded space-card" data-holds={one.holds}>
      <strong>{`+ ${formatBytes(one.bytes, i18n.language)}`}</strong>
      <span>{t('period', { from: day(one.starts), to: day(one.ends) })}</span>
      <b className="space-mark">{t(one.holds ? 'holds' : 'ended')}</b>
    </li>
  );
}
