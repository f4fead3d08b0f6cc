import type { Result } from '#model/kernel/result.ts';
import { withDatabase, type StoredPictures } from './database.ts';

/** Remembers from where the pictures of rows were taken last, in the user's database. */
export interface PictureMemory {
  /** Null when there is nothing. */
  get(): Promise<Result<StoredPictures | null>>;
  put(pictures: StoredPictures): Promise<Result<null>>;
  clear(): Promise<Result<null>>;
}

const LAST = 'last';

export function createPictureMemory(owner: () => string | null): PictureMemory {
  return {
    get: () => withDatabase(owner(), async (database) => (await database.get('rowPictures', LAST)) ?? null),
    put: (pictures) =>
      withDatabase(owner(), async (database) => {
        await database.put('rowPictures', pictures, LAST);
        return null;
      }),
    clear: () =>
      withDatabase(owner(), async (database) => {
        await database.delete('rowPictures', LAST);
        return null;
      }),
  };
}
