import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import { parseStored, readStored, writeStored } from './browser-storage.ts';

/** Who is signed in. The token itself is a cookie that scripts cannot read; this says that there should be one. */
export interface SessionUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
}

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'userInfo';

export function parseSessionUser(text: string | null): SessionUser | null {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return null;
  const { userid, name, email } = value as Record<string, unknown>;
  if (typeof userid !== 'string' || userid === '' || typeof name !== 'string') return null;
  return { userId: userid, name, email: typeof email === 'string' ? email : null };
}

export function formatSessionUser(user: SessionUser): string {
  return JSON.stringify({ userid: user.userId, name: user.name, email: user.email });
}

const sessionAtom: PrimitiveAtom<SessionUser | null> = atom<SessionUser | null>(null);

export function useSession(): SessionUser | null {
  return useAtomValue(sessionAtom);
}

export function useSetSession(): (user: SessionUser | null) => void {
  const set = useSetAtom(sessionAtom);
  return (user) => {
    writeStored(STORAGE_KEY, user === null ? null : formatSessionUser(user));
    set(user);
  };
}

/** Reads what the browser kept, follows the other tabs, and gives the way to sign out from outside React. */
export function connectSession(store: Store): { signOut: () => void } {
  store.set(sessionAtom, parseSessionUser(readStored(STORAGE_KEY)));
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) store.set(sessionAtom, parseSessionUser(event.newValue));
  });
  return {
    signOut: () => {
      writeStored(STORAGE_KEY, null);
      store.set(sessionAtom, null);
    },
  };
}
