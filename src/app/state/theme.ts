import { useAtomValue, useSetAtom, type Store } from 'jotai';
import { useSyncExternalStore } from 'react';
import { onThemeShown, shownTheme, showTheme, type ShownTheme } from '#app/state/shown-theme.ts';
import { parseStored, readStored, writeStored } from './browser-storage.ts';
import { userIdAtom } from './session.ts';
import { storedAtom } from './stored-atom.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The choice of each user in this browser: an object by user id. */
const USERS_KEY = 'themeOfUsers';
const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** The theme of this browser, also for visitors; early-theme.ts reads it. */
const choiceAtom = storedAtom<ThemeChoice>('theme', (text) => parseChoice(text) ?? 'system');

/** Any other stored value counts as none: the system decides. */
function parseChoice(value: unknown): ThemeChoice | null {
  return THEME_CHOICES.find((choice) => choice === value) ?? null;
}

/** The choices of this browser's users. */
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

/** Follows the choice, also from another tab, the system, and the signed-in user. */
export function connectTheme(store: Store): void {
  const system = window.matchMedia(DARK_SYSTEM);
  function show(): void {
    const choice = store.get(choiceAtom);
    showTheme(choice === 'dark' || (choice === 'system' && system.matches) ? 'dark' : 'light');
  }
  function takeUsersOwn(): void {
    const user = store.get(userIdAtom);
    const own = user === null ? undefined : parseChoices(readStored(USERS_KEY))[user];
    if (own !== undefined && own !== store.get(choiceAtom)) store.set(choiceAtom, own);
  }
  store.sub(choiceAtom, show);
  takeUsersOwn();
  store.sub(userIdAtom, takeUsersOwn);
  system.addEventListener('change', show);
  show();
}

export function useThemeChoice(): ThemeChoice {
  return useAtomValue(choiceAtom);
}

/** Saves the choice in this browser, and for the signed-in user. */
export function useSetThemeChoice(): (choice: ThemeChoice) => void {
  const set = useSetAtom(choiceAtom);
  const user = useAtomValue(userIdAtom);
  return (choice) => {
    if (user !== null) {
      writeStored(USERS_KEY, JSON.stringify({ ...parseChoices(readStored(USERS_KEY)), [user]: choice }));
    }
    set(choice);
  };
}

/** Deletes the user's choice in this browser; the page stays unchanged. */
export function forgetThemeOf(userId: string): void {
  const { [userId]: _, ...others } = parseChoices(readStored(USERS_KEY));
  writeStored(USERS_KEY, Object.keys(others).length === 0 ? null : JSON.stringify(others));
}

export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(onThemeShown, shownTheme);
}
