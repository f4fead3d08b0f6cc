import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginPath } from '#app/shell/redirect.ts';
import { isGuarded } from '#app/shell/route-table.ts';
import { useSession } from '#app/state/session.ts';

/** An address that no screen has. Behind the door nobody who is outside is told which addresses there are. */
export function UnknownPath(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const session = useSession();
  const to = session === null && isGuarded(pathname) ? loginPath(pathname + search + hash) : '/404';
  return <Navigate to={to} replace />;
}
