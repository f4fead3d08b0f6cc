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

function parseSessionUser(text: string | null): SessionUser | null {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return null;
  const { userid, name, email } = value as Record<string, unknown>;
  if (typeof userid !== 'string' || userid === '' || typeof name !== 'string') return null;
  return { userId: userid, name, email: typeof email === 'string' ? email : null };
}

function formatSessionUser(user: SessionUser): string {
  return JSON.stringify({ userid: user.userId, name: user.name, email: user.email });
}

const sessionAtom: PrimitiveAtom<SessionUser | null> = atom<SessionUser | null>(null);

/**
 * True when the server ended the session while a screen was open. The user stays named until somebody signs in again
 * or leaves: the screen's work must not be thrown away.
 */
const expiredAtom: PrimitiveAtom<boolean> = atom(false);

export function useSessionExpired(): boolean {
  return useAtomValue(expiredAtom);
}

export function useSession(): SessionUser | null {
  return useAtomValue(sessionAtom);
}

export function useSetSession(): (user: SessionUser | null) => void {
  const set = useSetAtom(sessionAtom);
  const setExpired = useSetAtom(expiredAtom);
  return (user) => {
    writeStored(STORAGE_KEY, user === null ? null : formatSessionUser(user));
    setExpired(false);
    set(user);
  };
}

/** Reads what the browser kept, follows the other tabs, and takes the server's word that the session is over. */
export function connectSession(store: Store): { sessionExpired: () => void } {
  store.set(sessionAtom, parseSessionUser(readStored(STORAGE_KEY)));
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY) return;
    const user = parseSessionUser(event.newValue);
    // Signed out in another tab: this one may hold unsaved work.
    store.set(expiredAtom, user === null && store.get(sessionAtom) !== null);
    if (user !== null) store.set(sessionAtom, user);
  });
  return {
    sessionExpired: () => {
      writeStored(STORAGE_KEY, null);
      store.set(expiredAtom, store.get(sessionAtom) !== null);
    },
  };
}
