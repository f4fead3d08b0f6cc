import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectSession } from '#app/state/session.ts';
import { connectTheme, forgetThemeOf } from '#app/state/theme.ts';
import { onThemeShown, shownTheme } from '#app/state/shown-theme.ts';

const EARLY = readFileSync(join(import.meta.dirname, '../../../src/app/ui/theme/early-theme.ts'), 'utf8');

/** A fake browser with what themes need. */
function createBrowser(stored: Readonly<Record<string, string>>, darkSystem: boolean) {
  const kept = new Map(Object.entries(stored));
  const heard = new EventTarget();
  const system = Object.assign(new EventTarget(), { matches: darkSystem });
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const document = { documentElement: { dataset: {} as Record<string, string> } };
  const matchMedia = (): typeof system => system;
  return {
    kept,
    globals: { localStorage, document, matchMedia },
    window: Object.assign(heard, { localStorage, matchMedia }),
    /** Result of the script in the page's head. */
    early(): string | undefined {
      const page = { documentElement: { dataset: {} as Record<string, string> } };
      runInNewContext(stripTypeScriptTypes(EARLY), { localStorage, matchMedia, document: page });
      return page.documentElement.dataset['theme'];
    },
    start(): void {
      const store = createStore();
      connectSession(store);
      connectTheme(store);
    },
    setSystem(dark: boolean): void {
      system.matches = dark;
      system.dispatchEvent(new Event('change'));
    },
    /** Another tab has written it. */
    hear(key: string, newValue: string): void {
      heard.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    },
  };
}

type Browser = ReturnType<typeof createBrowser>;

function open(stored: Readonly<Record<string, string>>, darkSystem = false): Browser {
  const browser = createBrowser(stored, darkSystem);
  vi.stubGlobal('window', browser.window);
  vi.stubGlobal('document', browser.globals.document);
  return browser;
}

const ANNA = JSON.stringify({ userid: 'anna', name: 'Anna' });

describe('the theme', () => {
  beforeEach(() => vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test.each(
    [null, 'system', 'light', 'dark', 'mauve'].flatMap((choice) => [[choice, false] as const, [choice, true] as const]),
  )('the script before the first paint shows what the application then shows: %s, dark system %s', (choice, dark) => {
    const browser = open(choice === null ? {} : { theme: choice }, dark);
    const before = browser.early();
    browser.start();
    expect(shownTheme()).toBe(before);
    expect(before).toBe(choice === 'light' || (choice !== 'dark' && !dark) ? 'light' : 'dark');
  });

  test('follows the system while nothing else is chosen, and the choice of another tab', () => {
    const browser = open({});
    browser.start();
    const seen: string[] = [];
    const stop = onThemeShown(() => seen.push(shownTheme()));
    browser.setSystem(true);
    browser.hear('theme', 'light');
    browser.setSystem(false);
    browser.setSystem(true);
    browser.hear('theme', 'system');
    browser.hear('language', 'zh');
    stop();
    browser.hear('theme', 'light');
    expect(seen).toEqual(['dark', 'light', 'dark']);
  });

  test("is the user's own choice, whatever the previous user chose", () => {
    const themeOfUsers = JSON.stringify({ anna: 'dark', bert: 'light', eve: 'mauve' });
    const browser = open({ theme: 'light', userInfo: ANNA, themeOfUsers });
    browser.start();
    expect(shownTheme()).toBe('dark');
    expect(browser.kept.get('theme')).toBe('dark');
    const stranger = open({ theme: 'light', userInfo: ANNA.replace('anna', 'eve'), themeOfUsers });
    stranger.start();
    expect(shownTheme()).toBe('light');
  });

  test('a forgotten computer keeps nothing of the user, and keeps the data of others', () => {
    const browser = open({ themeOfUsers: JSON.stringify({ anna: 'dark', bert: 'light' }) });
    forgetThemeOf('anna');
    expect(browser.kept.get('themeOfUsers')).toBe('{"bert":"light"}');
    forgetThemeOf('bert');
    expect(browser.kept.has('themeOfUsers')).toBe(false);
  });
});
