import { useEffect, type ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { SignInAgainDialog } from '#app/account/sign-in/SignInAgainDialog.tsx';
import { useSessionOfCookie } from '#app/account/sign-in/use-session-of-cookie.ts';
import { usePendingRunRecords } from '#app/print/history/use-pending-run-records.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { useServices } from '#app/state/services.tsx';
import { useDeparture, useSession, useSessionExpired } from '#app/state/session.ts';
import { loginPath } from '../../account/sign-in/redirect.ts';

/**
 * Lets a signed-in user through; anyone else goes to the login page, which leads back here. A session that ends while
 * a screen is open is different: the screen stays, with its unsaved work, under a dialog to sign in again.
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

/** In the place of the screen, which has put its unsaved work by when it went: loads the page anew once that is kept. */
function Departing({ to }: { readonly to: string }): ReactElement {
  const { storageSettled } = useServices();
  useEffect(() => {
    void storageSettled().then(() => window.location.replace(to));
  }, [storageSettled, to]);
  return <LoadingScreen />;
}
