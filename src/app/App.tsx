import { Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import { EllipsisOutlined } from '@ant-design/icons';
import { App as AntdApp, ConfigProvider } from 'antd';
import type { i18n } from 'i18next';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { useAntdLocale } from './i18n/antd-locale.ts';
import { LoadingOverlay } from './shell/LoadingOverlay.tsx';
import { OfflineNotice } from './shell/OfflineNotice.tsx';
import { RunsProvider } from './runs/runs.tsx';
import { createRouter } from './routes/routes.tsx';
import { AppStateProvider, type AppState } from './state/app-state.tsx';
import { useLanguage } from './state/language.ts';
import { useShownTheme } from './state/theme.ts';
import { ServicesProvider, type Services } from './state/services.tsx';
import { MemberDialog } from './upgrade/MemberDialog.tsx';
import { THEMES } from './theme/theme.ts';

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
        {/* Its words come when it is first shown: what is on the screen stays there meanwhile. */}
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
