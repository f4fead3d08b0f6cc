import { useState, type ReactElement } from 'react';
import {
  ControlOutlined,
  CrownOutlined,
  LaptopOutlined,
  LogoutOutlined,
  MessageOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Avatar, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FeedbackDialog } from '#app/help/lazy-feedback.ts';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { useFreshProfile } from '#app/state/profile.ts';
import { useServices } from '#app/state/services.tsx';
import { useDepart, useSession } from '#app/state/session.ts';
import { ForgetDialog } from './ForgetDialog.tsx';
import './user-menu.css';

export function UserMenu(): ReactElement | null {
  const { t } = useTranslation();
  const { api } = useServices();
  const session = useSession();
  const isOperator = useFreshProfile();
  const depart = useDepart();
  const navigate = useNavigate();
  const [forgetting, setForgetting] = useState(false);
  const [telling, setTelling] = useState(false);
  if (session === null) return null;
  const { name, picture } = session;

  async function signOut(): Promise<void> {
    // This browser signs out even if the server can't be reached; the session there then expires.
    await api.call('logout', {}, { loading: true });
    depart(null, '/login');
  }

  return (
    <>
      <ButtonMenu
        placement="bottomRight"
        menu={{
          items: [
            {
              key: 'who',
              type: 'group',
              label:
                session.email === null || session.email === session.name
                  ? session.name
                  : `${session.name} · ${session.email}`,
            },
            { key: 'center', icon: <UserOutlined aria-hidden />, label: t('user.center') },
            { key: 'settings', icon: <SettingOutlined aria-hidden />, label: t('title.settings') },
            { key: 'member', icon: <CrownOutlined aria-hidden />, label: t('nav.member') },
            { key: 'feedback', icon: <MessageOutlined aria-hidden />, label: t('user.feedback') },
            ...(isOperator
              ? [{ key: 'operator', icon: <ControlOutlined aria-hidden />, label: t('title.operator') }]
              : []),
            { key: 'signOut', icon: <LogoutOutlined aria-hidden />, label: t('user.signOut') },
            { key: 'forget', icon: <LaptopOutlined aria-hidden />, label: t('user.forget') },
          ],
          onClick: ({ key }) => {
            if (key === 'center') void navigate('/user');
            if (key === 'settings') void navigate('/settings');
            if (key === 'member') void navigate('/member');
            if (key === 'operator') void navigate('/operator');
            if (key === 'feedback') setTelling(true);
            if (key === 'signOut') void signOut();
            if (key === 'forget') setForgetting(true);
          },
        }}
      >
        <Button type="text" className="user-menu">
          <span aria-hidden>
            <Avatar size={28} {...(picture === null ? {} : { src: picture, alt: '' })}>
              {[...name][0]?.toUpperCase()}
            </Avatar>
          </span>
          <span className="only-spoken">{t('user.menu')}: </span>
          <span className="user-menu-name">{name}</span>
        </Button>
      </ButtonMenu>
      {telling ? <FeedbackDialog onClose={() => setTelling(false)} /> : null}
      {forgetting ? <ForgetDialog userId={session.userId} onClose={() => setForgetting(false)} /> : null}
    </>
  );
}
