import { readStored, writeStored } from './browser-storage.ts';

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'shareTempQuery';

/** Keeps what of the library, or which shared template, is shown, for when the user comes back from the editor. */
export function keepSharedQuery(query: string): void {
  writeStored(STORAGE_KEY, query);
}

/** Empty where there is none. */
export function sharedQuery(): string {
  return readStored(STORAGE_KEY) ?? '';
}

export function forgetShared(): void {
  writeStored(STORAGE_KEY, null);
}
