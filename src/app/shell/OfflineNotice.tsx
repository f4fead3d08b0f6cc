import { useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import './offline-notice.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A notice shown while the browser has no network: the user can go on working, but not reach the server. */
export function OfflineNotice(): ReactElement | null {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="offline-notice" role="status">
      {t('tips:tip46')} {t('offline.hint')}
    </div>
  );
}
