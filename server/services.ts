import type { LoginGuard } from './accounts/login-guard.ts';
import type { PrivilegeRules } from './accounts/privileges.ts';
import type { Db } from './database/open-database.ts';
import type { SecretBox } from './database/secret-box.ts';
import type { FileStore } from './files/file-store.ts';
import type { AccountLimits } from './account-limits.ts';
import type { OperatorFont } from './fonts/operator-fonts.ts';
import type { Cookies } from './accounts/cookies.ts';

/** What every handler of a call can use. */
export interface Services {
  readonly limits: AccountLimits;
  readonly db: Db;
  readonly files: FileStore;
  readonly cookies: Cookies;
  /** Counts guesses at passwords. */
  readonly logins: LoginGuard;
  readonly privileges: PrivilegeRules;
  /** Seals what must be read again and must not stand in the database as it is. */
  readonly secrets: SecretBox;
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
