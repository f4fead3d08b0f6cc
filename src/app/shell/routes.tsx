import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FaultScreen } from './FaultScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { PageFrame, type RouteHandle } from './PageFrame.tsx';
import { RequireSession } from './RequireSession.tsx';

function titled(title: string): { handle: RouteHandle; errorElement: React.ReactElement } {
  return { handle: { title }, errorElement: <FaultScreen /> };
}

/** The screens and their addresses (specification 1, section 2). Each screen's code is fetched when it is first opened. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      Component: PageFrame,
      errorElement: <FaultScreen />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { path: '/', element: <Navigate to="/login" replace /> },
        {
          path: '/login',
          ...titled('title.login'),
          lazy: async () => ({ Component: (await import('#app/auth/LoginScreen.tsx')).LoginScreen }),
        },
        {
          path: '/register',
          ...titled('title.register'),
          lazy: async () => ({ Component: (await import('#app/auth/RegisterScreen.tsx')).RegisterScreen }),
        },
        {
          path: '/download',
          ...titled('title.download'),
          lazy: async () => ({ Component: (await import('./DownloadScreen.tsx')).DownloadScreen }),
        },
        {
          path: '/help',
          ...titled('title.help'),
          lazy: async () => ({ Component: (await import('./HelpScreen.tsx')).HelpScreen }),
        },
        {
          Component: RequireSession,
          children: [
            { path: '/home', element: <Navigate to="/index" replace /> },
            {
              lazy: async () => ({ Component: (await import('./HomeShell.tsx')).HomeShell }),
              children: [
                {
                  path: '/index',
                  ...titled('title.index'),
                  lazy: async () => ({ Component: (await import('#app/home/IndexScreen.tsx')).IndexScreen }),
                },
                {
                  path: '/cloudTemplate',
                  ...titled('title.cloudTemplate'),
                  lazy: async () => ({
                    Component: (await import('#app/home/CloudTemplateScreen.tsx')).CloudTemplateScreen,
                  }),
                },
              ],
            },
            {
              path: '/editLabel',
              ...titled('title.editLabel'),
              lazy: async () => ({ Component: (await import('#app/editor/EditorScreen.tsx')).EditorScreen }),
            },
          ],
        },
        { path: '/404', ...titled('title.notFound'), Component: NotFoundScreen },
        { path: '*', element: <Navigate to="/404" replace /> },
      ],
    },
  ]);
}
