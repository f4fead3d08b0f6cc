import { useEffect, useEffectEvent, useState } from 'react';
import type { UserInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { hasSignedOut, useSession, useSetSession } from '#app/state/session.ts';
import { sessionUserOf } from './session-user.ts';

/**
 * Asks the server once for the signed-in user if this browser has lost the username but perhaps not the cookie, which
 * scripts can't see. True until the server has answered.
 */
export function useSessionOfCookie(): boolean {
  const { api } = useServices();
  const session = useSession();
  const setSession = useSetSession();
  const isUnknown = session === null;
  const [asking, setAsking] = useState(() => isUnknown && !hasSignedOut());
  const found = useEffectEvent((user: UserInfo | null) => {
    if (user !== null) setSession(sessionUserOf(user));
    setAsking(false);
  });
  useEffect(() => {
    if (!asking) return undefined;
    const leaving = new AbortController();
    void api.call('currentUser', {}, { signal: leaving.signal, quiet: true }).then((answer) => {
      if (!leaving.signal.aborted) found(answer.ok ? answer.value : null);
    });
    return () => leaving.abort();
  }, [api, asking]);
  return isUnknown && asking;
}
