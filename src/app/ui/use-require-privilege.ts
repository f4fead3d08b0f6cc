import { useCallback, useEffect, useRef } from 'react';
import type { PrivilegeName } from '#protocol/api.ts';
import { useMemberNeed } from '#app/state/member-need.ts';
import { useAnswer } from '#app/state/use-answer.ts';

/**
 * Whether the user has a privilege; opens a dialog if not. While that is unknown the answer is yes: the server rejects what
 * is not granted. The function is stable; with `isSilent` it opens no dialog.
 */
export function useRequirePrivilege(): (name: PrivilegeName, isSilent?: boolean) => boolean {
  const { answer, reload } = useAnswer('privilegeList', {});
  const [, tell] = useMemberNeed();
  const known = useRef({ answer, reload, tell });
  useEffect(() => {
    known.current = { answer, reload, tell };
  });
  return useCallback((name, isSilent = false) => {
    const { current } = known;
    if (current.answer === null || current.answer.list.includes(name)) return true;
    if (isSilent) return false;
    current.tell(name);
    // The user may become a member in another window.
    current.reload();
    return false;
  }, []);
}
