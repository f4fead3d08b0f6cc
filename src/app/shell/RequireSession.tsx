import type { ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#app/state/session.ts';
import { loginPath } from './redirect.ts';

/** Lets a signed-in user through; anyone else goes to the login page, which leads back here. */
export function RequireSession(): ReactElement {
  const session = useSession();
  const location = useLocation();
  if (session !== null) return <Outlet />;
  return <Navigate to={loginPath(location.pathname + location.search + location.hash)} replace />;
}
