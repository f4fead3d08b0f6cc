import { useEffect, useEffectEvent, useState } from 'react';
import type { UserInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { hasSignedOut, useSession, useSetSession } from '#app/state/session.ts';
import { sessionUserOf } from './session-user.ts';

/**
 * Asks the server, once, who is signed in where this browser has lost the user's name but perhaps not the cookie, which no
 * script can see. True until it has answered.
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
