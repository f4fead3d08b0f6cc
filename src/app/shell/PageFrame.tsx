import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { focusArrival } from '#app/ui/focus/screen-start.ts';
import { SkipLink } from '#app/ui/focus/SkipLink.tsx';
import { forgetShared } from '#app/state/shared-template.ts';
import { LoadingScreen } from '../ui/page/LoadingScreen.tsx';
import { OpenedReport } from './OpenedReport.tsx';
import { dropOpeningPicture } from '#app/state/opening-picture.ts';
import { isEditor } from './prepare-screen.ts';
import { depthOf, keepsShared, routeAt } from '../state/route-table.ts';
import './page-frame.css';

interface Shown {
  readonly area: string;
  readonly depth: number;
  /** The depth of the page compared to the previous one; `none` for pages of the same depth. */
  readonly direction: 'deeper' | 'back' | 'none';
}

/**
 * The outermost frame. Sets the page's title and moves the focus to the start of a new screen; a deeper page appears from
 * the right, any other from the left. Nothing on the page moves meanwhile (page-frame.css).
 */
export function PageFrame(): ReactElement {
  const { t } = useTranslation();
  const location = useLocation();
  const { pathname } = location;
  const title = routeAt(pathname)?.title ?? null;
  useEffect(() => {
    if (!keepsShared(pathname)) forgetShared();
    if (!isEditor(pathname)) dropOpeningPicture();
  }, [pathname]);
  const at = useRef(pathname);
  useEffect(() => {
    // The browser itself starts at the top of a page that it loads.
    if (at.current === pathname) return undefined;
    at.current = pathname;
    return focusArrival();
  }, [pathname]);
  useEffect(() => {
    document.title = title === null ? t('appName') : `${t(title)} · ${t('appName')}`;
  }, [title, t]);

  const area = areaOf(pathname);
  const depth = depthOf(pathname);
  const [shown, setShown] = useState<Shown>({ area, depth, direction: 'none' });
  if (shown.area !== area) setShown({ area, depth, direction: directionOf(depth - shown.depth) });

  return (
    <>
      <SkipLink />
      <div key={area} className="page-frame" data-direction={shown.direction}>
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </div>
      <OpenedReport />
    </>
  );
}

function directionOf(steps: number): Shown['direction'] {
  return steps > 0 ? 'deeper' : steps < 0 ? 'back' : 'none';
}

/** Screens with the same area share a frame, such as those of the home shell: only their content slides in. */
function areaOf(pathname: string): string {
  return pathname === '/index' || pathname === '/cloudTemplate' ? 'home' : pathname;
}
