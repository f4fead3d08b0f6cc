import type { Db } from './database/open-database.ts';
import type { FileStore } from './files/file-store.ts';

/** What every handler works with. */
export interface Services {
  readonly db: Db;
  readonly files: FileStore;
  /** Where the print assistant listens on the user's machine. */
  readonly assistantPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
