import { Suspense, useState, useSyncExternalStore, type ReactElement } from 'react';
import { EllipsisOutlined } from '@ant-design/icons';
import { App as AntdApp, ConfigProvider, Spin } from 'antd';
import type { i18n } from 'i18next';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { useAntdLocale } from '../state/i18n/antd-locale.ts';
import { RunsProvider } from '../print/runs/runs.tsx';
import { createRouter } from './routes.tsx';
import { AppStateProvider, type AppState } from '../state/app-state.tsx';
import { useLanguage } from '../state/language.ts';
import { useShownTheme } from '../state/theme.ts';
import { ServicesProvider, type Services } from '../state/services.tsx';
import { MemberDialog } from '../ui/MemberDialog.tsx';
import { THEMES } from '../ui/theme/theme.ts';
import { Tooltips } from '../ui/tooltips.tsx';
import { useLoading } from '#app/state/loading.ts';
import './app.css';

export interface AppProps {
  readonly services: Services;
  readonly state: AppState;
  readonly i18n: i18n;
}

export function App(props: AppProps): ReactElement {
  return (
    <I18nextProvider i18n={props.i18n}>
      <AppStateProvider state={props.state}>
        <ServicesProvider services={props.services}>
          <ThemedRoutes />
        </ServicesProvider>
      </AppStateProvider>
    </I18nextProvider>
  );
}

/** Two Chinese characters on a button stay together. */
const BUTTONS = { autoInsertSpace: false };

function ThemedRoutes(): ReactElement {
  const [language] = useLanguage();
  const { t } = useTranslation();
  const locale = useAntdLocale(language);
  const theme = THEMES[useShownTheme()];
  const [router] = useState(createRouter);
  return (
    <ConfigProvider
      theme={theme}
      button={BUTTONS}
      tabs={{ more: { icon: <EllipsisOutlined aria-label={t('action.more')} /> } }}
      {...(locale === undefined ? {} : { locale })}
    >
      <AntdApp className="app-root" message={{ maxCount: 3 }}>
        <OfflineNotice />
        <LoadingOverlay />
        <Tooltips />
        {/* Its texts are loaded on demand: the screen stays as it is meanwhile. */}
        <Suspense fallback={null}>
          <MemberDialog />
        </Suspense>
        <RunsProvider>
          <RouterProvider router={router} />
        </RunsProvider>
      </AntdApp>
    </ConfigProvider>
  );
}

/**
 * Over everything during a call with a loading indicator. It fades in late, so that quick answers do not flicker
 * (app.css); it takes neither the focus nor the pointer.
 */
function LoadingOverlay(): ReactElement {
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

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A notice while the browser is offline: the user can continue to work, but not reach the server. */
function OfflineNotice(): ReactElement | null {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="offline-notice" role="status">
      {t('tips:tip46')} {t('offline.hint')}
    </div>
  );
}
