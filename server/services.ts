import type { Db } from './database/open-database.ts';
import type { FileStore } from './files/file-store.ts';
import type { AccountLimits } from './account-limits.ts';
import type { OperatorFont } from './fonts/operator-fonts.ts';

/** What every handler works with. */
export interface Services {
  readonly limits: AccountLimits;
  readonly db: Db;
  readonly files: FileStore;
  /** Beside those of the product, for everybody or for members. */
  readonly fonts: readonly OperatorFont[];
  /** Where the print assistant listens on the user's machine. */
  readonly assistantPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
