import { useState, type ReactElement } from 'react';
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { Avatar, Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Member, MemberPrivileges } from '#protocol/api.ts';
import { ListProblem } from '#app/home/ListProblem.tsx';
import { Page } from '#app/shell/Page.tsx';
import { PlanShop } from '#app/shop/PlanShop.tsx';
import { useSession } from '#app/state/session.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { RedeemDialog } from './RedeemDialog.tsx';
import './member.css';

/** Whether the user is a member, how to become one, and which privileges the server grants. */
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
      <Privileges member={member} />
      <p className="member-help">
        <Link to="/helpCatalog">{t('common:title.helpCatalog')}</Link>
      </p>
      {redeeming ? <RedeemDialog onRedeemed={onChange} onClose={() => setRedeeming(false)} /> : null}
    </>
  );
}

/** Six in a row (specification 1, section 2), with what the server grants to this user. */
function Privileges({ member }: { readonly member: Member }): ReactElement {
  const { t } = useTranslation('member');
  const { answer, problem, reload } = useAnswer('memberPrivileges', {});
  if (answer === null) return problem === null ? <Spin /> : <ListProblem problem={problem} onRetry={reload} />;
  const granted = (name: MemberPrivileges['list'][number]['ico']): boolean =>
    member.privileges.some((privilege) => privilege.name === name && privilege.granted);
  return (
    <ul className="member-privileges">
      {answer.list.map(({ ico, name }) => (
        <li key={ico} data-granted={granted(ico)}>
          {granted(ico) ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
          <span>{name}</span>
          <small>{t(granted(ico) ? 'granted' : 'notGranted')}</small>
        </li>
      ))}
    </ul>
  );
}

function MemberNote({ member }: { readonly member: Member }): string {
  const { t, i18n } = useTranslation('member');
  const date = (): string =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(member.expire_time));
  if (member.is_member) return t('until', { date: date() });
  if (member.expire_time !== '') return t('ended', { date: date() });
  return t(member.sold ? 'noneText' : 'notSold');
}
