import { useEffect, useState, type ReactElement } from 'react';
import { Alert, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { KeptWork } from '#services/storage/user-data.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { forgetBackgrounds } from '#app/state/label-background.ts';
import { useServices } from '#app/state/services.tsx';
import { forgetThemeOf } from '#app/state/theme.ts';
import { useDepart } from '#app/state/session.ts';

interface ForgetDialogProps {
  readonly userId: string;
  onClose(): void;
}

/** Signs out and deletes the user's data in this browser, after listing it. */
export function ForgetDialog({ userId, onClose }: ForgetDialogProps): ReactElement {
  const { t } = useTranslation(['common', 'problems']);
  const { api, keptWork, forgetUser, devices } = useServices();
  const depart = useDepart();
  const [kept, setKept] = useState<KeptWork | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let open = true;
    void keptWork(userId).then((found) => {
      if (!open) return;
      if (found.ok) setKept(found.value);
      else setFault(found.error);
    });
    return () => {
      open = false;
    };
  }, [keptWork, userId]);

  async function forget(): Promise<void> {
    setBusy(true);
    setFault(null);
    // Signs out first: an open session is worse than data that isn't deleted.
    const signedOut = await api.call('logout', { forget: true }, { loading: true });
    if (signedOut.ok) await devices.forgetAll();
    const forgotten = signedOut.ok ? await forgetUser(userId) : signedOut;
    setBusy(false);
    forgetBackgrounds();
    forgetThemeOf(userId);
    if (forgotten.ok) depart(null, '/login');
    else setFault(forgotten.error);
  }

  const notice = fault === null ? null : noticeText(t, fault);
  const lost =
    kept === null
      ? []
      : (['drafts', 'openRuns', 'pendingRuns', 'spreadsheets', 'cells', 'devicePrinters'] as const).filter(
          (what) => kept[what] > 0,
        );
  return (
    <Modal
      // Hidden until the data is known: a list that appears later would move the buttons.
      open={kept !== null || fault !== null}
      title={t('forget.title')}
      width={460}
      okText={t('forget.ok')}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('action.cancel')}
      onOk={() => void forget()}
      onCancel={onClose}
    >
      <p>{t('forget.text')}</p>
      {lost.length === 0 ? null : (
        <>
          <p>{t('forget.lost')}</p>
          <ul className="forget-lost">
            {lost.map((what) => (
              <li key={what}>{t(`forget.${what}`, { count: kept?.[what] ?? 0 })}</li>
            ))}
          </ul>
        </>
      )}
      <p>{t('forget.stays')}</p>
      <div className="forget-fault">{notice === null ? null : <Alert type="error" showIcon title={notice} />}</div>
    </Modal>
  );
}
