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

/** A quiet strip while the browser has no network: work goes on, only the server cannot be reached. */
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
