import type { ReactElement } from 'react';
import { Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLoading } from '#app/state/loading.ts';
import './loading-overlay.css';

/**
 * Over everything while the user waits for a call that asked for it. It comes late and goes softly, so that quick answers
 * do not flicker (loading-overlay.css); it takes neither the focus nor the pointer.
 */
export function LoadingOverlay(): ReactElement {
  const { t } = useTranslation();
  const loading = useLoading();
  return (
    <div
      className="loading-overlay"
      data-shown={loading}
      role="status"
      aria-busy={loading}
      data-testid="loading-overlay"
    >
      {loading ? (
        <>
          <span className="only-spoken">{t('late.loading')}</span>
          <Spin size="large" aria-hidden />
        </>
      ) : null}
    </div>
  );
}
