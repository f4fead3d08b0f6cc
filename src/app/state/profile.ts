import { useEffect, useEffectEvent } from 'react';
import type { Profile } from '#protocol/api.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired, useSetSession } from './session.ts';
import { useServerState } from './use-answer.ts';

/**
 * Fetches the user's name and picture, which another browser may have changed, and saves them with the session. Returns
 * whether the user is an operator; false until that is known.
 */
export function useFreshProfile(): boolean {
  const { api } = useServices();
  const session = useSession();
  const setSession = useSetSession();
  const userId = session?.userId ?? null;
  const expired = useSessionExpired();
  const keep = useEffectEvent((profile: Profile) => {
    if (session === null) return;
    const name = profile.nickname === '' ? session.name : profile.nickname;
    const picture = profile.head_pic === '' ? null : profile.head_pic;
    if (name !== session.name || picture !== session.picture) setSession({ ...session, name, picture });
  });
  const { answer: profile } = useServerState(
    ['profile', userId],
    (signal) => {
      const body = { fun: 'getUserInfo', requestType: 'User', ...(userId === null ? {} : { userId }) } as const;
      return api.call('profile', body, { signal, quiet: true });
    },
    userId !== null && !expired,
  );
  useEffect(() => {
    if (profile !== null) keep(profile);
  }, [profile]);
  return profile?.role === 'operator';
}
