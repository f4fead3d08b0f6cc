import { useEffect, type ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { SignInAgainDialog } from '#app/account/sign-in/SignInAgainDialog.tsx';
import { useSessionOfCookie } from '#app/account/sign-in/use-session-of-cookie.ts';
import { usePendingRunRecords } from '#app/print/history/use-pending-run-records.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { useServices } from '#app/state/services.tsx';
import { useDeparture, useSession, useSessionExpired } from '#app/state/session.ts';
import { loginPath } from '../account/sign-in/redirect.ts';

/**
 * Admits a signed-in user; anyone else goes to the login page, which leads back here. If a session ends while a screen is
 * open, the screen stays, with its unsaved work, under a dialog to sign in again.
 */
export function RequireSession(): ReactElement {
  const session = useSession();
  const expired = useSessionExpired();
  const departure = useDeparture();
  const location = useLocation();
  const asking = useSessionOfCookie();
  usePendingRunRecords();
  if (departure !== null) return <Departing to={departure} />;
  if (asking) return <LoadingScreen />;
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

/** Replaces a screen that has saved its unsaved work on unmount: reloads the page once the work is saved. */
function Departing({ to }: { readonly to: string }): ReactElement {
  const { storageSettled } = useServices();
  useEffect(() => {
    void storageSettled().then(() => window.location.replace(to));
  }, [storageSettled, to]);
  return <LoadingScreen />;
}
