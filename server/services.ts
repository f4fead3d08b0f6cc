import type { LoginGuard } from './accounts/login-guard.ts';
import type { Db } from './database/open-database.ts';
import type { FileStore } from './files/file-store.ts';
import type { HasStorage } from './files/storage-cap.ts';
import type { AccountLimits } from './account-limits.ts';
import type { OperatorFont } from './fonts/operator-fonts.ts';
import type { Cookies } from './accounts/cookies.ts';

/** What every handler of a call can use. */
export interface Services {
  readonly limits: AccountLimits;
  readonly db: Db;
  readonly files: FileStore;
  /** Whether the files of all accounts together may grow by so many bytes. */
  readonly hasStorage: HasStorage;
  readonly cookies: Cookies;
  /** Counts guesses at passwords. */
  readonly logins: LoginGuard;
  /** The operator's fonts, which come in addition to the product's own. */
  readonly fonts: readonly OperatorFont[];
  /** Where the print assistant listens on the user's machine. */
  readonly assistantPort: number;
  /** Where the print assistant's executables are, if the operator has built any. */
  readonly assistantFolder: string;
  /** What the launcher gave this server and its print assistant; null where none was started with it. */
  readonly assistantKey: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
