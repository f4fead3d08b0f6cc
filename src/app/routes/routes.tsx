import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FaultScreen } from '../shell/FaultScreen.tsx';
import { NotFoundScreen } from '../shell/NotFoundScreen.tsx';
import { PageFrame, type RouteHandle } from '../shell/PageFrame.tsx';
import { loadEditor, preparedEditor } from './prepare-screen.ts';
import { RequireSession } from './RequireSession.tsx';

/*
 * The code of each screen is fetched when it is first shown. React's own `lazy`, not the router's: with the router's,
 * a screen that cannot be fetched leaves an empty page instead of the route's error element.
 */
const LoginScreen = lazyScreen(async () => (await import('#app/auth/LoginScreen.tsx')).LoginScreen);
const RegisterScreen = lazyScreen(async () => (await import('#app/auth/RegisterScreen.tsx')).RegisterScreen);
const DownloadScreen = lazyScreen(async () => (await import('../shell/DownloadScreen.tsx')).DownloadScreen);
const HelpScreen = lazyScreen(async () => (await import('../shell/HelpScreen.tsx')).HelpScreen);
const HomeShell = lazyScreen(async () => (await import('../shell/HomeShell.tsx')).HomeShell);
const IndexScreen = lazyScreen(async () => (await import('#app/home/IndexScreen.tsx')).IndexScreen);
const CloudTemplateScreen = lazyScreen(
  async () => (await import('#app/home/CloudTemplateScreen.tsx')).CloudTemplateScreen,
);
const PrintHistoryScreen = lazyScreen(
  async () => (await import('#app/history/PrintHistoryScreen.tsx')).PrintHistoryScreen,
);
const PrintersScreen = lazyScreen(async () => (await import('#app/printers/PrintersScreen.tsx')).PrintersScreen);
const ScanPrintScreen = lazyScreen(async () => (await import('#app/ways/scan/ScanPrintScreen.tsx')).ScanPrintScreen);
const FillPrintScreen = lazyScreen(async () => (await import('#app/ways/fill/FillPrintScreen.tsx')).FillPrintScreen);
const OpenLabelScreen = lazyScreen(async () => (await import('#app/ways/open/OpenLabelScreen.tsx')).OpenLabelScreen);
const UserScreen = lazyScreen(async () => (await import('#app/user/UserScreen.tsx')).UserScreen);
const EditorScreen = lazyScreen(loadEditor);

function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load() }));
}

function titled(title: string): { handle: RouteHandle; errorElement: ReactElement } {
  return { handle: { title }, errorElement: <FaultScreen /> };
}

/** The screens and their addresses (specification 1, section 2). */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: PageFrame,
      errorElement: <FaultScreen />,
      children: [
        { path: '/', element: <Navigate to="/login" replace /> },
        { path: '/login', ...titled('title.login'), Component: LoginScreen },
        { path: '/register', ...titled('title.register'), Component: RegisterScreen },
        { path: '/download', ...titled('title.download'), Component: DownloadScreen },
        { path: '/help', ...titled('title.help'), Component: HelpScreen },
        {
          Component: RequireSession,
          errorElement: <FaultScreen />,
          children: [
            { path: '/home', element: <Navigate to="/index" replace /> },
            {
              Component: HomeShell,
              errorElement: <FaultScreen />,
              children: [
                { path: '/index', ...titled('title.index'), Component: IndexScreen },
                { path: '/cloudTemplate', ...titled('title.cloudTemplate'), Component: CloudTemplateScreen },
                { path: '/user', ...titled('title.user'), Component: UserScreen },
                { path: '/scanPrint', ...titled('title.scanPrint'), Component: ScanPrintScreen },
                { path: '/fillPrint', ...titled('title.fillPrint'), Component: FillPrintScreen },
                { path: '/t/:id?', ...titled('title.openLabel'), Component: OpenLabelScreen },
                { path: '/printRecords', ...titled('title.printRecords'), Component: PrintHistoryScreen },
                { path: '/printers', ...titled('title.printers'), Component: PrintersScreen },
              ],
            },
            { path: '/editLabel', ...titled('title.editLabel'), Component: preparedEditor() ?? EditorScreen },
          ],
        },
        { path: '/404', ...titled('title.notFound'), Component: NotFoundScreen },
        { path: '*', element: <Navigate to="/404" replace /> },
      ],
    },
  ]);
}
