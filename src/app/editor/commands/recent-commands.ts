import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

const KEY = 'recentCommands';
const MOST = 8;

/** The keys of the commands used last in the palette, the last one first. */
export function readRecent(): readonly string[] {
  const stored = parseStored(readStored(KEY));
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, MOST) : [];
}

export function rememberCommand(key: string): void {
  writeStored(KEY, JSON.stringify([key, ...readRecent().filter((each) => each !== key)].slice(0, MOST)));
}
