import type { Db } from './database/open-database.ts';
import type { FileStore } from './files/file-store.ts';

/** What every handler works with. */
export interface Services {
  readonly db: Db;
  readonly files: FileStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
