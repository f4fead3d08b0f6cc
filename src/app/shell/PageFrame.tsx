import { Suspense, useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { LoadingScreen } from './LoadingScreen.tsx';
import './page-frame.css';

/** What a route says of itself: the key of its title in `common`. */
export interface RouteHandle {
  readonly title: string;
}

function readTitle(handle: unknown): string | null {
  return typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : null;
}

/** The outermost frame: sets the page's title, and lets a deeper page slide in from the right, a shallower from the left. */
export function PageFrame(): ReactElement {
  const { t } = useTranslation();
  const location = useLocation();
  const title = useMatches().reduce<string | null>((found, match) => readTitle(match.handle) ?? found, null);
  useEffect(() => {
    document.title = title === null ? t('appName') : `${t(title)} · ${t('appName')}`;
  }, [title, t]);

  const area = areaOf(location.pathname);
  const depth = depthOf(location.pathname);
  const [shown, setShown] = useState<{ readonly depth: number; readonly direction: string }>({
    depth,
    direction: 'none',
  });
  if (shown.depth !== depth) setShown({ depth, direction: depth > shown.depth ? 'deeper' : 'back' });

  return (
    <div key={area} className="page-frame" data-direction={shown.direction}>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </div>
  );
}

/** Screens of the home shell share one frame: only what is inside it changes. */
function areaOf(pathname: string): string {
  return pathname === '/index' || pathname === '/cloudTemplate' ? 'home' : pathname;
}

function depthOf(pathname: string): number {
  if (pathname === '/login' || pathname === '/') return 0;
  if (pathname === '/register') return 1;
  return pathname === '/editLabel' ? 3 : 2;
}
