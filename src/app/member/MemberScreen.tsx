import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { Avatar, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Member } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { ListProblem } from '#app/home/ListProblem.tsx';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';
import './member.css';

/** Whether the user is a member, and which privileges the server grants. */
export function MemberScreen(): ReactElement {
  const { t } = useTranslation('member');
  const { answer, again } = useMember();
  return (
    <div className="member">
      <h1>{t('title')}</h1>
      {answer === null ? (
        <div className="member-loading" role="status" aria-busy="true">
          <Spin />
        </div>
      ) : answer.ok ? (
        <MemberView member={answer.value} />
      ) : (
        <ListProblem problem={answer.error} onRetry={again} />
      )}
    </div>
  );
}

function useMember(): { answer: ApiResult<Member> | null; again: () => void } {
  const { api } = useServices();
  const expired = useSessionExpired();
  const asking = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<ApiResult<Member> | null>(null);
  const again = useCallback((): void => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    void api.call('member', {}, { signal }).then((given) => {
      if (!signal.aborted) setAnswer(given);
    });
  }, [api]);
  useEffect(() => {
    if (!expired) again();
    return () => asking.current?.abort();
  }, [again, expired]);
  return { answer, again };
}

function MemberView({ member }: { readonly member: Member }): ReactElement {
  const { t } = useTranslation('member');
  const session = useSession();
  const name = session?.name ?? '';
  const picture = session?.picture ?? null;
  return (
    <>
      <section className="member-state" data-member={member.is_member}>
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
      </section>
      <h2>{t('privileges')}</h2>
      <ul className="member-privileges">
        {member.privileges.map((privilege) => (
          <li key={privilege.name} data-granted={privilege.granted}>
            {privilege.granted ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            <span>{t(`privilege.${privilege.name}`)}</span>
            <small>{t(privilege.granted ? 'granted' : 'notGranted')}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function MemberNote({ member }: { readonly member: Member }): string {
  const { t, i18n } = useTranslation('member');
  if (!member.is_member) return t('noneText');
  if (member.expire_time === '') return t('forever');
  const date = new Date(member.expire_time);
  return t('until', { date: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(date) });
}
