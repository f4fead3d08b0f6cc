import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react';
import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FaultScreen } from './FaultScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { PageFrame, type RouteHandle } from './PageFrame.tsx';
import { RequireSession } from './RequireSession.tsx';

/*
 * The code of each screen is fetched when it is first shown. React's own `lazy`, not the router's: with the router's,
 * a screen that cannot be fetched leaves an empty page instead of the route's error element.
 */
const LoginScreen = lazyScreen(async () => (await import('#app/auth/LoginScreen.tsx')).LoginScreen);
const RegisterScreen = lazyScreen(async () => (await import('#app/auth/RegisterScreen.tsx')).RegisterScreen);
const DownloadScreen = lazyScreen(async () => (await import('./DownloadScreen.tsx')).DownloadScreen);
const HelpScreen = lazyScreen(async () => (await import('./HelpScreen.tsx')).HelpScreen);
const HomeShell = lazyScreen(async () => (await import('./HomeShell.tsx')).HomeShell);
const IndexScreen = lazyScreen(async () => (await import('#app/home/IndexScreen.tsx')).IndexScreen);
const CloudTemplateScreen = lazyScreen(
  async () => (await import('#app/home/CloudTemplateScreen.tsx')).CloudTemplateScreen,
);
const loadEditor = async (): Promise<ComponentType> => (await import('#app/editor/EditorScreen.tsx')).EditorScreen;
/** The editor's code when it was there before the first screen was drawn. */
let readyEditor: ComponentType | null = null;
const EditorScreen = lazyScreen(loadEditor);

/** The texts of what the editor shows from the start. */
const EDITOR_TEXTS = ['editor', 'auth', 'export', 'label'] as const;

export interface PreparedScreen {
  readonly isEditor: boolean;
  /** Names of the texts that the screen shows from the start. */
  readonly texts: readonly string[];
  /** Settles when the screen can be drawn without a loading screen before it. */
  readonly code: Promise<void>;
}

/**
 * Asks now for what the screen at this address will ask for. The editor alone is worth it: one after the other its code
 * and its texts take four fetches, and React lets a third of a second pass between two loading screens.
 */
export function prepareScreen(path: string): PreparedScreen {
  if (path !== '/editLabel') return { isEditor: false, texts: [], code: Promise.resolve() };
  const code = loadEditor().then(
    (screen) => {
      readyEditor = screen;
    },
    // Asked for again, and reported, when the screen is shown.
    () => undefined,
  );
  return { isEditor: true, texts: EDITOR_TEXTS, code };
}

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
              ],
            },
            { path: '/editLabel', ...titled('title.editLabel'), Component: readyEditor ?? EditorScreen },
          ],
        },
        { path: '/404', ...titled('title.notFound'), Component: NotFoundScreen },
        { path: '*', element: <Navigate to="/404" replace /> },
      ],
    },
  ]);
}
