import { readStored, writeStored } from './browser-storage.ts';

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'shareTempQuery';

/** Keeps the shown place of the library, or the shared template, for the user's return from the editor. */
export function keepSharedQuery(query: string): void {
  writeStored(STORAGE_KEY, query);
}

/** Empty if there is none. */
export function sharedQuery(): string {
  return readStored(STORAGE_KEY) ?? '';
}

export function forgetShared(): void {
  writeStored(STORAGE_KEY, null);
}
