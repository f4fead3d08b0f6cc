import { atom, useAtom } from 'jotai';
import type { PrimitiveAtom } from 'jotai';
import { useEffect } from 'react';
import type { Profile } from '#protocol/api.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired } from './session.ts';

const profileAtom: PrimitiveAtom<Profile | null> = atom<Profile | null>(null);

/** The picture and the name under which the user goes, from the server; null until they are here. */
export function useProfile(): Profile | null {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [profile, setProfile] = useAtom(profileAtom);
  useEffect(() => {
    if (userId === null || expired) return undefined;
    const leaving = new AbortController();
    const body = { fun: 'getUserInfo', requestType: 'User', userId };
    void api.call('profile', body, { signal: leaving.signal, quiet: true }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setProfile(answer.value);
    });
    return () => leaving.abort();
  }, [api, userId, expired, setProfile]);
  return profile;
}
