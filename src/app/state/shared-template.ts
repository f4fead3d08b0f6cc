import { writeStored } from './browser-storage.ts';

/** The specification's name for it (specification 1, section 3, client storage). */
const STORAGE_KEY = 'shareTempQuery';

/** Keeps the query with which a shared template was opened, as long as the user is at it. */
export function keepSharedQuery(query: string): void {
  writeStored(STORAGE_KEY, query);
}

export function forgetShared(): void {
  writeStored(STORAGE_KEY, null);
}
