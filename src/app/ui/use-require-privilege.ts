import { useCallback, useEffect, useRef } from 'react';
import type { PrivilegeName } from '#protocol/api.ts';
import { useMemberNeed } from '#app/state/member-need.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

/**
 * Whether the user has a privilege; opens a dialog if not. While that is unknown the answer is yes: the server rejects what
 * is not granted. The function is stable; with `isSilent` it opens no dialog.
 *
 * Part of the editor's start, which does without the query library: nothing of it is rendered.
 */
export function useRequirePrivilege(): (name: PrivilegeName, isSilent?: boolean) => boolean {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [, setNeed] = useMemberNeed();
  const known = useRef<readonly PrivilegeName[] | null>(null);
  const ask = useCallback(async () => {
    const answer = await api.call('privilegeList', {});
    if (answer.ok) known.current = answer.value.list;
  }, [api]);
  useEffect(() => {
    if (userId !== null && !expired) void ask();
  }, [ask, userId, expired]);
  return useCallback(
    (name, isSilent = false) => {
      if (known.current === null || known.current.includes(name)) return true;
      if (isSilent) return false;
      setNeed(name);
      // The user may become a member in another window.
      void ask();
      return false;
    },
    [ask, setNeed],
  );
}
