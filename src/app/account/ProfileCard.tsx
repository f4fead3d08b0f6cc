import { useState, type ReactElement } from 'react';
import { CameraOutlined, DeleteOutlined } from '@ant-design/icons';
import { Alert, Avatar, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { UserInfo } from '#protocol/api.ts';
import { sessionUserOf } from '#app/account/sign-in/session-user.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useSetSession } from '#app/state/session.ts';
import { AvatarDialog } from './AvatarDialog.tsx';
import { Card } from '#app/ui/page/Card.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import { Waiting } from './Waiting.tsx';
import { NicknameField } from './NicknameField.tsx';
import { useAnswer } from '#app/state/use-answer.ts';

/** Portrait, nickname, names and membership. */
export function ProfileCard(): ReactElement {
  const { t, i18n } = useTranslation(['user', 'common', 'problems']);
  const { api } = useServices();
  const setSession = useSetSession();
  const user = useAnswer('currentUser', {});
  const member = useAnswer('member', {});
  const granted = useAnswer('privilegeList', {});
  const [cropping, setCropping] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);

  function changed(now: UserInfo): void {
    setSession(sessionUserOf(now));
    user.reload();
  }
  async function removePortrait(): Promise<void> {
    const answer = await api.call('editAvatar', { image: '' });
    setFault(answer.ok ? null : answer.error);
    if (answer.ok) changed(answer.value);
  }

  return (
    <Card title={t('profile.title')} testId="profile">
      <Waiting answered={user} rows={4}>
        {(value) =>
          value === null ? null : (
            <div className="user-profile">
              <div className="user-portrait">
                {value.head_pic === '' ? (
                  <span aria-hidden>
                    <Avatar size={96} style={{ fontSize: 40 }}>
                      {[...sessionUserOf(value).name][0]?.toUpperCase()}
                    </Avatar>
                  </span>
                ) : (
                  <Avatar size={96} src={value.head_pic} alt={t('profile.portrait')} />
                )}
                <Button size="small" icon={<CameraOutlined aria-hidden />} onClick={() => setCropping(true)}>
                  {t('profile.changePortrait')}
                </Button>
                {value.head_pic === '' ? null : (
                  <Button
                    size="small"
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    onClick={() => void removePortrait()}
                  >
                    {t('profile.removePortrait')}
                  </Button>
                )}
              </div>
              <div className="user-facts">
                <NicknameField
                  nickname={value.nickname}
                  isGranted={granted.answer?.list.includes('nickname') ?? null}
                  onChanged={changed}
                />
                <dl>
                  <dt>{t('profile.userName')}</dt>
                  <dd>{value.user_name === '' ? t('profile.none') : value.user_name}</dd>
                  <dt>{t('profile.email')}</dt>
                  <dd>{value.email === '' ? t('profile.none') : value.email}</dd>
                  <dt>{t('profile.membership')}</dt>
                  <dd>{member.answer === null ? '…' : membership(member.answer)}</dd>
                </dl>
              </div>
            </div>
          )
        }
      </Waiting>
      {fault === null ? null : <Alert type="error" showIcon title={problemText(t, fault)} />}
      {cropping ? (
        <AvatarDialog
          onClose={() => setCropping(false)}
          onChanged={(now) => {
            setCropping(false);
            setFault(null);
            changed(now);
          }}
        />
      ) : null}
    </Card>
  );

  function membership({ is_member: isMember, expire_time: end }: { is_member: boolean; expire_time: string }): string {
    if (!isMember) return t('profile.noMember');
    const date = new Date(end);
    if (Number.isNaN(date.getTime())) return t('profile.member');
    const format = dateFormat(i18n.language, { dateStyle: 'medium' });
    return t('profile.memberUntil', { date: format.format(date) });
  }
}
