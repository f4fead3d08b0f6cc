import { useState, type ReactElement } from 'react';
import { App, Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { showTime } from './show-time.ts';
import { GrantFields, type Grant } from './GrantFields.tsx';
import type { OperatorUser } from '#protocol/api.ts';

type Asked = 'role' | 'block' | 'grant' | 'member' | 'endMember' | 'delete';
const GIB = 2 ** 30;

/** One user with the account's content, and the operator's actions on it. */
export function UserDialog(props: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}): ReactElement {
  const { id, onClose, onChanged } = props;
  const { t, i18n } = useTranslation(['operator', 'problems', 'common']);
  const { api } = useServices();
  const { message } = App.useApp();
  const details = useAnswer('operatorGetUser', { id });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [grant, setGrant] = useState<Grant>({ gigabytes: 1, days: 30 });
  const user = details.answer;
  if (user === null) {
    return (
      <Modal open centered footer={null} title={t('users.details')} onCancel={onClose}>
        {details.problem === null ? <Spin aria-label={t('common:late.loading')} /> : placeText(t, details.problem)}
      </Modal>
    );
  }
  const name = accountName(user);
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  const role = user.role === 'operator' ? 'user' : 'operator';
  const facts: readonly (readonly [string, string | number])[] = [
    [t('users.email'), user.email],
    [t('users.phone'), user.phone],
    [t('users.nickname'), user.nickname],
    [t('users.role'), t(`role.${user.role}`)],
    [t('users.memberUntil'), showTime(user.expire_time, i18n.language)],
    [t('users.created'), showTime(user.created, i18n.language)],
    [t('users.lastSeen'), showTime(user.last_seen, i18n.language)],
    [t('users.space'), t('users.spaceOf', { used: bytes(user.used_bytes), limit: bytes(user.limit_bytes) })],
    [t('users.templates'), user.templates],
    [t('users.cloudFiles'), user.cloud_files],
    [t('users.printRecords'), user.print_records],
    [t('users.shares'), user.shares],
    [t('users.sessions'), user.sessions],
  ];

  function ended(answer: ApiResult<unknown>, isDeleted = false): Problem | null {
    if (!answer.ok) return answer.error;
    void message.success(t('done'));
    setAsked(null);
    onChanged();
    if (isDeleted) onClose();
    else details.reload();
    return null;
  }

  return (
    <>
      <Modal open centered width={680} footer={null} title={name} onCancel={onClose}>
        <dl className="operator-facts">
          {facts
            .filter(([, value]) => value !== '')
            .map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <div className="operator-actions">
          <Button onClick={() => setAsked('grant')}>{t('users.grant')}</Button>
          <Button onClick={() => setAsked('member')}>{t('users.membership')}</Button>
          {user.is_member ? <Button onClick={() => setAsked('endMember')}>{t('users.endMembership')}</Button> : null}
          <Button onClick={() => setAsked('role')}>{t(`users.make.${role}`)}</Button>
          <Button onClick={() => setAsked('block')}>{t(user.blocked ? 'users.unblock' : 'users.block')}</Button>
          <Button danger onClick={() => setAsked('delete')}>
            {t('users.delete')}
          </Button>
        </div>
      </Modal>
      {asked === 'role' ? (
        <ConfirmAction
          title={t(`users.make.${role}`)}
          text={t(`users.makeText.${role}`, { name })}
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('operatorSetRole', { id, role }))}
        />
      ) : null}
      {asked === 'block' ? (
        <ConfirmAction
          title={t(user.blocked ? 'users.unblock' : 'users.block')}
          text={t(user.blocked ? 'users.unblockText' : 'users.blockText', { name })}
          isDanger={!user.blocked}
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('operatorBlockUser', { id, blocked: !user.blocked }))}
        />
      ) : null}
      {asked === 'grant' ? (
        <ConfirmAction
          title={t('users.grant')}
          text={t('users.grantText', { name })}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const input = { id, bytes: Math.round(grant.gigabytes * GIB), days: grant.days };
            return ended(await api.call('operatorGrantSpace', input));
          }}
        >
          <GrantFields grant={grant} onChange={setGrant} />
        </ConfirmAction>
      ) : null}
      {asked === 'member' ? (
        <ConfirmAction
          title={t('users.membership')}
          text={t('users.membershipText', { name })}
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('operatorGrantDays', { member: id, days: grant.days }))}
        >
          <GrantFields grant={grant} onlyDays onChange={setGrant} />
        </ConfirmAction>
      ) : null}
      {asked === 'endMember' ? (
        <ConfirmAction
          title={t('users.endMembership')}
          text={t('users.endMembershipText', { name })}
          isDanger
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('operatorEndMembership', { member: id }))}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmAction
          title={t('users.delete')}
          text={t('users.deleteText', { name })}
          isDanger
          typed={t('users.typeName')}
          onClose={() => setAsked(null)}
          onConfirm={async (confirmation) => ended(await api.call('operatorDeleteUser', { id, confirmation }), true)}
        />
      ) : null}
    </>
  );
}

/** The name of a user in lists: the username, otherwise the email address or the phone number. */
export function accountName({ user_name: name, email, phone }: OperatorUser): string {
  return [name, email, phone].find((one) => one !== '') ?? '';
}
