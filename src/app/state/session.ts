import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Atom, PrimitiveAtom, Store } from 'jotai';
import { forgetStored, parseStored, readStored, writeStored } from './browser-storage.ts';

/** Who is signed in. The token itself is a cookie that scripts cannot read; this says that there should be one. */
export interface SessionUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  /** Path of the portrait. */
  readonly picture: string | null;
}

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'userInfo';
/** There once the user has signed out here: then nobody asks the server, which perhaps could not be reached, who it is. */
const SIGNED_OUT_KEY = 'signedOut';
/** Stored values of one user under names that do not say whose they are; deleted when the user changes. */
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
/** What begins so is named after a user's template, and holds the heading of a column. */
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

/** Who is signed in; null when nobody is. */
export const userIdAtom: Atom<string | null> = atom((get) => get(sessionAtom)?.userId ?? null);

/**
 * True when the server ended the session while a screen was open. The user stays named until somebody signs in again
 * or leaves: the screen's work must not be thrown away.
 */
const expiredAtom: PrimitiveAtom<boolean> = atom(false);

export function useSessionExpired(): boolean {
  return useAtomValue(expiredAtom);
}

/** What the server said when it ended the session (301); empty where another tab did. */
const reasonAtom: PrimitiveAtom<string> = atom('');

export function useSessionEndReason(): string {
  return useAtomValue(reasonAtom);
}

export function useSession(): SessionUser | null {
  return useAtomValue(sessionAtom);
}

/**
 * The address to load when the page's user leaves; null as long as the user stays. The page is loaded anew so that
 * nothing of what was open is left, in memory or on the screen, for the next user.
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

/** Replaces the page's user by another one, or by nobody (null), and loads the given path of the product anew. */
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

/** Whether the last user of this browser signed out, rather than that nothing is known of one. */
export function hasSignedOut(): boolean {
  return readStored(SIGNED_OUT_KEY) !== null;
}

/** Who was last signed in in this browser, in whichever of its tabs. */
export function storedUser(): SessionUser | null {
  return parseSessionUser(readStored(STORAGE_KEY));
}

/** Reads the stored user, follows what other tabs do, and returns what the server's answers need: see `AppState`. */
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
    // Signed out, or another user signed in, in another tab: this one may hold unsaved work of the user before.
    store.set(reasonAtom, '');
    store.set(expiredAtom, now?.userId !== before.userId);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The browser kept the whole page, and brings it back as it was. It has not heard who signed out or in meanwhile.
    if (!persisted || storedUser()?.userId === store.get(sessionAtom)?.userId) return;
    document.documentElement.hidden = true;
    window.location.reload();
  });
  return {
    sessionExpired: (reason) => {
      // What another user does in another tab does not concern this one.
      if (storedUser()?.userId === store.get(sessionAtom)?.userId) writeStored(STORAGE_KEY, null);
      store.set(reasonAtom, reason);
      store.set(expiredAtom, store.get(sessionAtom) !== null);
    },
    owner: () => store.get(sessionAtom)?.userId ?? null,
  };
}
