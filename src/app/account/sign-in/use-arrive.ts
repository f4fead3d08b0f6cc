import { useNavigate } from 'react-router-dom';
import type { UserInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useDepart, useSession, useSetSession } from '#app/state/session.ts';
import { sessionUserOf } from './session-user.ts';

/** Continues as the signed-in user. Reloads the page if it belonged to another user. */
export function useArrive(): (user: UserInfo, target: string) => void {
  const session = useSession();
  const setSession = useSetSession();
  const depart = useDepart();
  const navigate = useNavigate();
  const { storageSettled } = useServices();
  return (user, target) => {
    const next = sessionUserOf(user);
    if (session === null || session.userId === next.userId) {
      setSession(next);
      void navigate(target, { replace: true });
      return;
    }
    depart(next, target);
    void storageSettled().then(() => window.location.replace(target));
  };
}
