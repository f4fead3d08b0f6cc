import { atom, useAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrivilegeName } from '#protocol/api.ts';
import type { ApiProblem } from '#services/api/api-problem.ts';

/** The privilege that the user has just tried to use without having it; null for none. */
const memberNeedAtom: PrimitiveAtom<PrivilegeName | null> = atom<PrivilegeName | null>(null);

/** The dialog's content, with functions that open and close it. */
export function useMemberNeed(): [need: PrivilegeName | null, setNeed: (need: PrivilegeName | null) => void] {
  return useAtom(memberNeedAtom);
}

/** Whether a call was rejected for a missing members' privilege, which the dialog reports. */
export function isForMembers(problem: Problem | ApiProblem): boolean {
  return 'privilege' in problem && problem.privilege !== undefined;
}

/** Returns the function that opens the dialog: see `AppState`. */
export function connectMemberNeed(store: Store): { needsMember: (privilege: PrivilegeName) => void } {
  return { needsMember: (privilege) => store.set(memberNeedAtom, privilege) };
}
