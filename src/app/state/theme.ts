import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { PrimitiveAtom, Store } from 'jotai';
import { useSyncExternalStore } from 'react';
import { onThemeShown, shownTheme, showTheme, type ShownTheme } from '#app/state/shown-theme.ts';
import { parseStored, readStored, writeStored } from './browser-storage.ts';
import { userIdAtom } from './session.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What this browser shows now, also to whoever is not signed in; early-theme.ts reads it. */
const STORAGE_KEY = 'theme';
/** What each user has chosen in this browser: an object of choices by user id. */
const USERS_KEY = 'themeOfUsers';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

const choiceAtom: PrimitiveAtom<ThemeChoice> = atom<ThemeChoice>('system');

/** Anything else that may be stored is as good as nothing: the system decides. */
function parseChoice(value: unknown): ThemeChoice | null {
  return THEME_CHOICES.find((choice) => choice === value) ?? null;
}

/** What the users of this browser have chosen. */
function parseChoices(text: string | null): Readonly<Record<string, ThemeChoice>> {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([user, stored]) => {
      const choice = parseChoice(stored);
      return choice === null ? [] : [[user, choice]];
    }),
  );
}

/** Follows the choice, also where another tab makes it, the system, and who is signed in. */
export function connectTheme(store: Store): void {
  const system = window.matchMedia(DARK_SYSTEM);
  function show(): void {
    const choice = store.get(choiceAtom);
    showTheme(choice === 'dark' || (choice === 'system' && system.matches) ? 'dark' : 'light');
  }
  function takeUsersOwn(): void {
    const user = store.get(userIdAtom);
    const own = user === null ? undefined : parseChoices(readStored(USERS_KEY))[user];
    if (own === undefined || own === store.get(choiceAtom)) return;
    writeStored(STORAGE_KEY, own);
    store.set(choiceAtom, own);
  }
  store.set(choiceAtom, parseChoice(readStored(STORAGE_KEY)) ?? 'system');
  takeUsersOwn();
  store.sub(choiceAtom, show);
  store.sub(userIdAtom, takeUsersOwn);
  system.addEventListener('change', show);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY) store.set(choiceAtom, parseChoice(newValue) ?? 'system');
  });
  show();
}

export function useThemeChoice(): ThemeChoice {
  return useAtomValue(choiceAtom);
}

/** Keeps the choice in this browser, and for the user who is signed in. */
export function useSetThemeChoice(): (choice: ThemeChoice) => void {
  const set = useSetAtom(choiceAtom);
  const user = useAtomValue(userIdAtom);
  return (choice) => {
    writeStored(STORAGE_KEY, choice);
    if (user !== null) {
      writeStored(USERS_KEY, JSON.stringify({ ...parseChoices(readStored(USERS_KEY)), [user]: choice }));
    }
    set(choice);
  };
}

/** Removes what this browser keeps of the user's choice; the page stays as it is. */
export function forgetThemeOf(userId: string): void {
  const { [userId]: _, ...others } = parseChoices(readStored(USERS_KEY));
  writeStored(USERS_KEY, Object.keys(others).length === 0 ? null : JSON.stringify(others));
}

export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(onThemeShown, shownTheme);
}
