import type { Result } from '#model/kernel/result.ts';
import { withDatabase, type StoredWebCopy } from './database.ts';

/** Stores the copies of web addresses, in the user's database. */
export interface WebCopies {
  /** Null when there is none. */
  get(address: string): Promise<Result<StoredWebCopy | null>>;
  put(copy: StoredWebCopy): Promise<Result<null>>;
}

/** More addresses than users work with; the copy fetched longest ago is deleted first. */
const MAX_COPIES = 200;

export function createWebCopies(owner: () => string | null): WebCopies {
  return {
    get: (address) => withDatabase(owner(), async (database) => (await database.get('webCopies', address)) ?? null),
    put: (copy) =>
      withDatabase(owner(), async (database) => {
        await database.put('webCopies', copy);
        if ((await database.count('webCopies')) <= MAX_COPIES) return null;
        const all = await database.getAll('webCopies');
        const oldest = all.sort((a, b) => a.fetchedAt - b.fetchedAt)[0];
        if (oldest !== undefined) await database.delete('webCopies', oldest.address);
        return null;
      }),
  };
}
