import type { ReactElement } from 'react';
import { LogoutOutlined } from '@ant-design/icons';
import { Avatar, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from './ButtonMenu.tsx';
import { useNavigate } from 'react-router-dom';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSetSession } from '#app/state/session.ts';

export function UserMenu(): ReactElement | null {
  const { t } = useTranslation();
  const { api } = useServices();
  const session = useSession();
  const setSession = useSetSession();
  const navigate = useNavigate();
  if (session === null) return null;

  async function signOut(): Promise<void> {
    // Whatever the server says: this browser forgets the user. An unreachable server ends the session by its age.
    await api.call('logout', {});
    setSession(null);
    void navigate('/login', { replace: true });
  }

  return (
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
          { key: 'signOut', icon: <LogoutOutlined />, label: t('user.signOut') },
        ],
        onClick: ({ key }) => {
          if (key === 'signOut') void signOut();
        },
      }}
    >
      <Button type="text" className="user-menu" aria-label={t('user.menu')}>
        <Avatar size={28}>{[...session.name][0]?.toUpperCase()}</Avatar>
        <span className="user-menu-name">{session.name}</span>
      </Button>
    </ButtonMenu>
  );
}
