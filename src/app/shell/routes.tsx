import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { withinChunkTime } from '#app/ui/chunk-time.ts';
import { FaultScreen } from './FaultScreen.tsx';
import { NotFoundScreen } from '../ui/page/NotFoundScreen.tsx';
import { PageFrame } from './PageFrame.tsx';
import { loadEditor, preparedEditor } from './prepare-screen.ts';
import { RequireSession } from './RequireSession.tsx';
import { loginPath } from '#app/account/sign-in/redirect.ts';
import { isGuarded } from '#app/state/route-table.ts';
import { useSession } from '#app/state/session.ts';

/* The code of each screen is fetched on demand. React's own `lazy`, not the router's: with the router's, a screen that
   can't be fetched leaves an empty page instead of the route's error element. */
const LoginScreen = lazyScreen(async () => (await import('#app/account/sign-in/LoginScreen.tsx')).LoginScreen);
const RegisterScreen = lazyScreen(async () => (await import('#app/account/sign-in/RegisterScreen.tsx')).RegisterScreen);
const PreLoginScreen = lazyScreen(async () => (await import('#app/account/sign-in/PreLoginScreen.tsx')).PreLoginScreen);
const ForgetPasswordScreen = lazyScreen(
  async () => (await import('#app/account/sign-in/ForgetPasswordScreen.tsx')).ForgetPasswordScreen,
);
const ThirdLoginScreen = lazyScreen(
  async () => (await import('#app/account/sign-in/ThirdLoginScreen.tsx')).ThirdLoginScreen,
);
const BindingsDoor = lazyScreen(async () => (await import('#app/account/sign-in/BindingsDoor.tsx')).BindingsDoor);
const BindingsScreen = lazyScreen(async () => (await import('#app/account/sign-in/BindingsScreen.tsx')).BindingsScreen);
const DownloadScreen = lazyScreen(async () => (await import('#app/help/DownloadScreen.tsx')).DownloadScreen);
const LicencesScreen = lazyScreen(async () => (await import('#app/help/LicencesScreen.tsx')).LicencesScreen);
const HelpScreen = lazyScreen(async () => (await import('#app/help/HelpScreen.tsx')).HelpScreen);
const HelpCatalogScreen = lazyScreen(async () => (await import('#app/help/HelpCatalogScreen.tsx')).HelpCatalogScreen);
const HelpDetailScreen = lazyScreen(async () => (await import('#app/help/HelpDetailScreen.tsx')).HelpDetailScreen);
const HelpSearchScreen = lazyScreen(async () => (await import('#app/help/HelpSearchScreen.tsx')).HelpSearchScreen);
const MemberScreen = lazyScreen(async () => (await import('#app/account/membership/MemberScreen.tsx')).MemberScreen);
const PaySandboxScreen = lazyScreen(
  async () => (await import('#app/account/membership/PaySandboxScreen.tsx')).PaySandboxScreen,
);
const PublicShareScreen = lazyScreen(
  async () => (await import('#app/library/sharing/PublicShareScreen.tsx')).PublicShareScreen,
);
const ShareTemplateScreen = lazyScreen(
  async () => (await import('#app/library/sharing/ShareTemplateScreen.tsx')).ShareTemplateScreen,
);
const PdfPrintScreen = lazyScreen(async () => (await import('#app/documents/PdfPrintScreen.tsx')).PdfPrintScreen);
const HomeShell = lazyScreen(async () => (await import('./HomeShell.tsx')).HomeShell);
const IndexScreen = lazyScreen(async () => (await import('#app/shell/IndexScreen.tsx')).IndexScreen);
const CloudTemplateScreen = lazyScreen(
  async () => (await import('#app/library/templates/CloudTemplateScreen.tsx')).CloudTemplateScreen,
);
const CloudDataScreen = lazyScreen(
  async () => (await import('#app/library/cloud-data/CloudDataScreen.tsx')).CloudDataScreen,
);
const BrandKitScreen = lazyScreen(
  async () => (await import('#app/library/brand-kit/BrandKitScreen.tsx')).BrandKitScreen,
);
const ExpansionScreen = lazyScreen(
  async () => (await import('#app/account/membership/ExpansionScreen.tsx')).ExpansionScreen,
);
const PrintHistoryScreen = lazyScreen(
  async () => (await import('#app/print/history/PrintHistoryScreen.tsx')).PrintHistoryScreen,
);
const PrintersScreen = lazyScreen(async () => (await import('#app/print/printers/PrintersScreen.tsx')).PrintersScreen);
const ScanPrintScreen = lazyScreen(
  async () => (await import('#app/quick-print/scan/ScanPrintScreen.tsx')).ScanPrintScreen,
);
const FillPrintScreen = lazyScreen(
  async () => (await import('#app/quick-print/fill/FillPrintScreen.tsx')).FillPrintScreen,
);
const OpenLabelScreen = lazyScreen(async () => (await import('#app/quick-print/OpenLabelScreen.tsx')).OpenLabelScreen);
const SettingsScreen = lazyScreen(
  async () => (await import('#app/account/settings/SettingsScreen.tsx')).SettingsScreen,
);
const UserScreen = lazyScreen(async () => (await import('#app/account/UserScreen.tsx')).UserScreen);
const OperatorScreen = lazyScreen(async () => (await import('#app/operator/OperatorScreen.tsx')).OperatorScreen);
const EditorScreen = lazyScreen(loadEditor);

function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await withinChunkTime(load()) }));
}

/** A screen whose failure leaves the others working. Its title and depth are in `shell/route-table.ts`. */
function screen(Component: ComponentType): { Component: ComponentType; errorElement: ReactElement } {
  return { Component, errorElement: <FaultScreen /> };
}

/** The screens and their addresses (specification 1, section 2). */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: PageFrame,
      errorElement: <FaultScreen />,
      children: [
        { path: '/', element: <Navigate to="/login" replace /> },
        { path: '/login', ...screen(LoginScreen) },
        { path: '/register', ...screen(RegisterScreen) },
        { path: '/prelogin', ...screen(PreLoginScreen) },
        { path: '/forgetpwd', ...screen(ForgetPasswordScreen) },
        { path: '/thirdLogin', ...screen(ThirdLoginScreen) },
        {
          path: '/bindings',
          ...screen(BindingsDoor),
          children: [{ Component: RequireSession, children: [{ index: true, ...screen(BindingsScreen) }] }],
        },
        { path: '/download', ...screen(DownloadScreen) },
        { path: '/licences', ...screen(LicencesScreen) },
        { path: '/help', ...screen(HelpScreen) },
        { path: '/helpCatalog', ...screen(HelpCatalogScreen) },
        { path: '/helpDetail', ...screen(HelpDetailScreen) },
        { path: '/helpSearch', ...screen(HelpSearchScreen) },
        { path: '/paySandbox', ...screen(PaySandboxScreen) },
        { path: '/shared', ...screen(PublicShareScreen) },
        {
          Component: RequireSession,
          errorElement: <FaultScreen />,
          children: [
            { path: '/home', element: <Navigate to="/index" replace /> },
            {
              Component: HomeShell,
              errorElement: <FaultScreen />,
              children: [
                { path: '/index', ...screen(IndexScreen) },
                { path: '/cloudTemplate', ...screen(CloudTemplateScreen) },
                { path: '/cloudData', ...screen(CloudDataScreen) },
                { path: '/brandKit', ...screen(BrandKitScreen) },
                { path: '/settings', ...screen(SettingsScreen) },
                { path: '/user', ...screen(UserScreen) },
                { path: '/member', ...screen(MemberScreen) },
                { path: '/expansion', ...screen(ExpansionScreen) },
                { path: '/shareTemplate', ...screen(ShareTemplateScreen) },
                { path: '/scanPrint', ...screen(ScanPrintScreen) },
                { path: '/fillPrint', ...screen(FillPrintScreen) },
                { path: '/t/:id?', ...screen(OpenLabelScreen) },
                { path: '/printRecords', ...screen(PrintHistoryScreen) },
                { path: '/printers', ...screen(PrintersScreen) },
              ],
            },
            { path: '/operator/:section?', ...screen(OperatorScreen) },
            { path: '/pdfPrint', ...screen(PdfPrintScreen) },
            { path: '/editLabel', ...screen(preparedEditor() ?? EditorScreen) },
          ],
        },
        { path: '/404', ...screen(NotFoundScreen) },
        { path: '*', element: <UnknownPath /> },
      ],
    },
  ]);
}

/** An unknown address. Visitors can't find out which addresses exist behind the sign-in. */
function UnknownPath(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const session = useSession();
  const to = session === null && isGuarded(pathname) ? loginPath(pathname + search + hash) : '/404';
  return <Navigate to={to} replace />;
}
