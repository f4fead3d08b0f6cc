import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Atom, PrimitiveAtom, Store } from 'jotai';
import { forgetStored, parseStored, readStored, writeStored } from './browser-storage.ts';

/**
 * The signed-in user. The token itself is a cookie that scripts can't read; this indicates that there should be one.
 */
export interface SessionUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  /** Path of the portrait. */
  readonly picture: string | null;
}

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'userInfo';
/** Set after the user has signed out here: then the page does not ask the server, which may be unreachable, for the user. */
const SIGNED_OUT_KEY = 'signedOut';
/** Stored values of one user whose names don't include the user; deleted when the user changes. */
const VALUES_OF_A_USER = [
  'labelBgImgInfo',
  'shareTempQuery',
  'recentFonts',
  'printer',
  'lastFolder',
  'recentLabelSizes',
  'labelPrinterModel',
  'documentLook',
  'dataTableWidths',
  'recentCommands',
];
/** Prefix of values named after a user's template: each has the heading of a column. */
const VALUES_OF_TEMPLATES = 'scanColumn ';

function parseSessionUser(text: string | null): SessionUser | null {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return null;
  const { userid, name, email, picture } = value as Record<string, unknown>;
  if (typeof userid !== 'string' || userid === '' || typeof name !== 'string') return null;
  const textOrNull = (one: unknown): string | null => (typeof one === 'string' ? one : null);
  return { userId: userid, name, email: textOrNull(email), picture: textOrNull(picture) };
}

function formatSessionUser(user: SessionUser): string {
  return JSON.stringify({ userid: user.userId, name: user.name, email: user.email, picture: user.picture });
}

const sessionAtom: PrimitiveAtom<SessionUser | null> = atom<SessionUser | null>(null);

/** The signed-in user; null for none. */
export const userIdAtom: Atom<string | null> = atom((get) => get(sessionAtom)?.userId ?? null);

/**
 * True if the server ended the session while a screen was open. The user stays set until someone signs in again or leaves:
 * the screen's work must not be lost.
 */
const expiredAtom: PrimitiveAtom<boolean> = atom(false);

export function useSessionExpired(): boolean {
  return useAtomValue(expiredAtom);
}

/** The server's message when it ended the session (301); empty if another tab did. */
const reasonAtom: PrimitiveAtom<string> = atom('');

export function useSessionEndReason(): string {
  return useAtomValue(reasonAtom);
}

export function useSession(): SessionUser | null {
  return useAtomValue(sessionAtom);
}

/**
 * The address to load when the page's user leaves; null as long as the user stays. The page reloads so that nothing that
 * was open remains, in memory or on the screen, for the next user.
 */
const departureAtom: PrimitiveAtom<string | null> = atom<string | null>(null);

export function useDeparture(): string | null {
  return useAtomValue(departureAtom);
}

/** Signs in on a page without a user, or renews the session of the same user. For another user see `useDepart`. */
export function useSetSession(): (user: SessionUser) => void {
  const set = useSetAtom(sessionAtom);
  const setExpired = useSetAtom(expiredAtom);
  return (user) => {
    writeStored(STORAGE_KEY, formatSessionUser(user));
    writeStored(SIGNED_OUT_KEY, null);
    setExpired(false);
    set(user);
  };
}

/** Replaces the page's user by another one, or by none (null), and reloads with the given path of the product. */
export function useDepart(): (next: SessionUser | null, path: string) => void {
  const depart = useSetAtom(departureAtom);
  return (next, path) => {
    writeStored(STORAGE_KEY, next === null ? null : formatSessionUser(next));
    writeStored(SIGNED_OUT_KEY, next === null ? 'yes' : null);
    for (const key of VALUES_OF_A_USER) writeStored(key, null);
    forgetStored(VALUES_OF_TEMPLATES);
    depart(path);
  };
}

/** Whether the last user of this browser signed out, as opposed to an unknown user. */
export function hasSignedOut(): boolean {
  return readStored(SIGNED_OUT_KEY) !== null;
}

/** The user who signed in last in any tab of this browser. */
export function storedUser(): SessionUser | null {
  return parseSessionUser(readStored(STORAGE_KEY));
}

/** Reads the stored user, follows other tabs, and returns the functions for the server's answers: see `AppState`. */
export function connectSession(store: Store): {
  sessionExpired: (reason: string) => void;
  owner: () => string | null;
} {
  store.set(sessionAtom, storedUser());
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY) return;
    const now = parseSessionUser(event.newValue);
    const before = store.get(sessionAtom);
    if (before === null) {
      store.set(sessionAtom, now);
      return;
    }
    // The user signed out, or another one signed in, in another tab: this tab may have unsaved work of the previous user.
    store.set(reasonAtom, '');
    store.set(expiredAtom, now?.userId !== before.userId);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The browser restored the whole page from its cache, unaware of later sign-ins and sign-outs.
    if (!persisted || storedUser()?.userId === store.get(sessionAtom)?.userId) return;
    document.documentElement.hidden = true;
    window.location.reload();
  });
  return {
    sessionExpired: (reason) => {
      // Another user's actions in another tab do not affect this one.
      if (storedUser()?.userId === store.get(sessionAtom)?.userId) writeStored(STORAGE_KEY, null);
      store.set(reasonAtom, reason);
      store.set(expiredAtom, store.get(sessionAtom) !== null);
    },
    owner: () => store.get(sessionAtom)?.userId ?? null,
  };
}
