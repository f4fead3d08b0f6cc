import type { ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { SignInAgainDialog } from '#app/auth/SignInAgainDialog.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';
import { loginPath } from '../shell/redirect.ts';

/**
 * Lets a signed-in user through; anyone else goes to the login page, which leads back here. A session that ends while
 * a screen is open is different: the screen stays, with its unsaved work, under a dialog to sign in again.
 */
export function RequireSession(): ReactElement {
  const session = useSession();
  const expired = useSessionExpired();
  const location = useLocation();
  if (session === null) {
    return <Navigate to={loginPath(location.pathname + location.search + location.hash)} replace />;
  }
  return (
    <>
      <Outlet />
      <SignInAgainDialog open={expired} />
    </>
  );
}
