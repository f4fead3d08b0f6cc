import { useState, type ReactElement } from 'react';
import { LaptopOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ForgetDialog } from '#app/account/ForgetDialog.tsx';
import { useSession } from '#app/state/session.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { SettingRow } from './SettingRow.tsx';

/** Data on this computer, with a link to the data in the account. */
export function ComputerCard(): ReactElement {
  const { t } = useTranslation(['settings', 'common']);
  const session = useSession();
  const navigate = useNavigate();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Card title={t('privacy')}>
      <ul className="card-rows">
        <SettingRow title={t('forget')} text={t('forgetText')}>
          {(_, textId) => (
            <Button
              danger
              icon={<LaptopOutlined aria-hidden />}
              aria-describedby={textId}
              onClick={() => setForgetting(true)}
            >
              {t('forgetButton')}
            </Button>
          )}
        </SettingRow>
        <SettingRow title={t('account')} text={t('accountText')}>
          {(_, textId) => (
            <Button
              icon={<UserOutlined aria-hidden />}
              aria-describedby={textId}
              onClick={() => void navigate('/user')}
            >
              {t('common:user.center')}
            </Button>
          )}
        </SettingRow>
        <SettingRow title={t('signIn')} text={t('signInText')}>
          {(_, textId) => (
            <Button
              icon={<SafetyOutlined aria-hidden />}
              aria-describedby={textId}
              onClick={() => void navigate('/bindings')}
            >
              {t('common:title.bindings')}
            </Button>
          )}
        </SettingRow>
      </ul>
      {forgetting && session !== null ? (
        <ForgetDialog userId={session.userId} onClose={() => setForgetting(false)} />
      ) : null}
    </Card>
  );
}
