import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

const KEY = 'recentFonts';
/** Specification 2, section 9. */
const MAX_RECENT = 50;

/** Moves the family to the front of the list; the oldest beyond 50 are dropped. */
export function withRecent(recent: readonly string[], family: string): readonly string[] {
  return [family, ...recent.filter((name) => name !== family)].slice(0, MAX_RECENT);
}

/** The families last used in this browser, latest first. */
export function recentFonts(): readonly string[] {
  const stored = parseStored(readStored(KEY));
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string').slice(0, MAX_RECENT) : [];
}

export function rememberFont(family: string): void {
  writeStored(KEY, JSON.stringify(withRecent(recentFonts(), family)));
}
