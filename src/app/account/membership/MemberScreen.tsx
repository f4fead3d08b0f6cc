import { useState, type ReactElement } from 'react';
import { CheckCircleFilled, MinusOutlined } from '@ant-design/icons';
import { Avatar, Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Member } from '#protocol/api.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { PlanShop } from '#app/account/membership/PlanShop.tsx';
import { useSession } from '#app/state/session.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import { RedeemDialog } from './RedeemDialog.tsx';
import './member.css';

/** The user's membership, the plans, and the privileges that the server grants. */
export function MemberScreen(): ReactElement {
  const { t, i18n } = useTranslation(['member', 'shop', 'tips', 'problems']);
  const member = useAnswer('member', {});
  return (
    <Page className="member" title={t('title')}>
      {member.problem === null ? null : <ListProblem problem={member.problem} onRetry={member.reload} />}
      {member.answer !== null ? (
        <MemberView key={i18n.language} member={member.answer} onChange={member.reload} />
      ) : member.problem === null ? (
        <div className="member-loading" role="status" aria-busy="true">
          <Spin />
        </div>
      ) : null}
    </Page>
  );
}

interface MemberViewProps {
  readonly member: Member;
  readonly onChange: () => void;
}

function MemberView({ member, onChange }: MemberViewProps): ReactElement {
  const { t } = useTranslation('member');
  const session = useSession();
  const [redeeming, setRedeeming] = useState(false);
  const name = session?.name ?? '';
  const picture = session?.picture ?? null;
  return (
    <>
      <section className="card card-padded member-state" data-member={member.is_member}>
        <span aria-hidden>
          <Avatar size={56} {...(picture === null ? {} : { src: picture })}>
            {[...name][0]?.toUpperCase()}
          </Avatar>
        </span>
        <div>
          <strong>{name}</strong>
          <p data-testid="member-state">{t(member.is_member ? 'member' : 'none')}</p>
          <p className="member-note">
            <MemberNote member={member} />
          </p>
        </div>
        <Button data-testid="redeem" onClick={() => setRedeeming(true)}>
          {t('redeem.open')}
        </Button>
      </section>
      {member.sold ? <PlanShop call="memberPlans" title={t('plans')} onPaid={onChange} /> : null}
      <h2>{t('privileges')}</h2>
      <PrivilegeTable member={member} />
      <p className="member-help">
        <Link to="/helpCatalog">{t('common:title.helpCatalog')}</Link>
      </p>
      {redeeming ? <RedeemDialog onRedeemed={onChange} onClose={() => setRedeeming(false)} /> : null}
    </>
  );
}

/** The privileges of all users and of members, one per row; the column of this user is marked. */
function PrivilegeTable({ member }: { readonly member: Member }): ReactElement {
  const { t } = useTranslation('member');
  const { answer, problem, reload } = useAnswer('memberPrivileges', {});
  if (answer === null) return problem === null ? <Spin /> : <ListProblem problem={problem} onRetry={reload} />;
  return (
    <table className="card member-table" aria-label={t('privileges')}>
      <thead>
        <tr>
          <th scope="col">{t('feature')}</th>
          <PlanHeading name={t('free')} isOwn={!member.is_member} />
          <PlanHeading name={t('members')} isOwn={member.is_member} />
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('everybody')}</th>
          <Included included isOwn={!member.is_member} />
          <Included included isOwn={member.is_member} />
        </tr>
        {answer.list.map(({ ico, name, free }) => (
          <tr key={ico} data-granted={member.privileges.some((one) => one.name === ico && one.granted)}>
            <th scope="row">{name}</th>
            <Included included={free} isOwn={!member.is_member} />
            <Included included isOwn={member.is_member} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlanHeading({ name, isOwn }: { readonly name: string; readonly isOwn: boolean }): ReactElement {
  const { t } = useTranslation('member');
  return (
    <th scope="col" data-own={isOwn}>
      {name}
      {isOwn ? <small>{t('yourPlan')}</small> : null}
    </th>
  );
}

function Included({ included, isOwn }: { readonly included: boolean; readonly isOwn: boolean }): ReactElement {
  const { t } = useTranslation('member');
  return (
    <td data-own={isOwn} data-included={included}>
      {included ? <CheckCircleFilled aria-hidden /> : <MinusOutlined aria-hidden />}
      <span className="only-spoken">{t(included ? 'granted' : 'notGranted')}</span>
    </td>
  );
}

function MemberNote({ member }: { readonly member: Member }): string {
  const { t, i18n } = useTranslation('member');
  const date = (): string => dateFormat(i18n.language, { dateStyle: 'long' }).format(new Date(member.expire_time));
  if (member.is_member) return t('until', { date: date() });
  if (member.expire_time !== '') return t('ended', { date: date() });
  return t(member.sold ? 'noneText' : 'notSold');
}
