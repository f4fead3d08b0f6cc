import { useEffect, useEffectEvent, useState } from 'react';
import type { Profile } from '#protocol/api.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired, useSetSession } from './session.ts';

/**
 * Fetches the user's name and picture, which another browser may have changed, and saves them with the session. Returns
 * whether the user is an operator; false until that is known.
 */
export function useFreshProfile(): boolean {
  const [isOperator, setOperator] = useState(false);
  const { api } = useServices();
  const session = useSession();
  const setSession = useSetSession();
  const userId = session?.userId ?? null;
  const expired = useSessionExpired();
  const keep = useEffectEvent((profile: Profile) => {
    setOperator(profile.role === 'operator');
    if (session === null) return;
    const name = profile.nickname === '' ? session.name : profile.nickname;
    const picture = profile.head_pic === '' ? null : profile.head_pic;
    if (name !== session.name || picture !== session.picture) setSession({ ...session, name, picture });
  });
  useEffect(() => {
    if (userId === null || expired) return undefined;
    const leaving = new AbortController();
    const body = { fun: 'getUserInfo', requestType: 'User', userId } as const;
    void api.call('profile', body, { signal: leaving.signal, quiet: true }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) keep(answer.value);
    });
    return () => leaving.abort();
  }, [api, userId, expired]);
  return isOperator;
}
