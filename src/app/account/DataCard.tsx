import { useState, type ReactElement } from 'react';
import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useDepart, useSession } from '#app/state/session.ts';
import { forgetThemeOf } from '#app/state/theme.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Exports all data, and deletes the account. */
export function DataCard(): ReactElement {
  const { t } = useTranslation(['user', 'problems']);
  const { api, forgetUser, devices } = useServices();
  const session = useSession();
  const depart = useDepart();
  const [deleting, setDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);
  const [started, setStarted] = useState(false);

  async function takeOut(): Promise<void> {
    setBusy(true);
    const answer = await api.call('beginAccountExport', {});
    setBusy(false);
    setFault(answer.ok ? null : answer.error);
    setStarted(answer.ok);
    if (!answer.ok) return;
    // The browser's own download: it shows progress and can be canceled.
    const link = document.createElement('a');
    link.href = answer.value.url;
    link.download = '';
    link.click();
  }

  async function deleteAccount(confirmation: string): Promise<Problem | null> {
    const answer = await api.call('deleteAccount', { confirmation });
    if (!answer.ok) return answer.error;
    // The account is deleted even if this browser can't delete its data, which no later sign-in finds.
    if (session !== null) {
      await devices.forgetAll();
      await forgetUser(session.userId);
      forgetThemeOf(session.userId);
    }
    depart(null, '/login');
    return null;
  }

  return (
    <Card title={t('data.title')} testId="data">
      <ul className="card-rows">
        <li>
          <div>
            <strong>{t('data.takeOut')}</strong>
            <p>{t('data.takeOutText')}</p>
            <p className={fault === null ? 'user-note' : 'user-fault'} role="status">
              {fault === null ? (started ? t('data.takeOutStarted') : '') : problemText(t, fault)}
            </p>
          </div>
          <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void takeOut()}>
            {t('data.download')}
          </Button>
        </li>
        <li>
          <div>
            <strong>{t('data.delete')}</strong>
            <p>{t('data.deleteText')}</p>
          </div>
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setDeleting(true)}>
            {t('data.deleteButton')}
          </Button>
        </li>
      </ul>
      {deleting ? (
        <ConfirmDialog
          title={t('data.deleteTitle')}
          text={t('data.deleteSure')}
          okText={t('data.deleteForGood')}
          isDanger
          onConfirm={deleteAccount}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </Card>
  );
}
