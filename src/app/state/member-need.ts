import { atom, useAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import type { PrivilegeName } from '#protocol/api.ts';

/** The members' privilege that the user has just tried to use without having it; null for none. */
const memberNeedAtom: PrimitiveAtom<PrivilegeName | null> = atom<PrivilegeName | null>(null);

/** What the dialog says, and what opens and closes it. */
export function useMemberNeed(): [need: PrivilegeName | null, tell: (need: PrivilegeName | null) => void] {
  return useAtom(memberNeedAtom);
}

/** Gives what opens the dialog: see `AppState`. */
export function connectMemberNeed(store: Store): { needsMember: (privilege: PrivilegeName) => void } {
  return { needsMember: (privilege) => store.set(memberNeedAtom, privilege) };
}
