import type { BreachedPasswords } from './accounts/breached-passwords.ts';
import type { LoginGuard } from './accounts/login-guard.ts';
import type { Previews } from './content/industry/library.ts';
import type { Database, Db } from './database/open-database.ts';
import type { Payments } from './payments/open-payments.ts';
import type { PrivilegeRules } from './accounts/privileges.ts';
import type { SecretBox } from './database/secret-box.ts';
import type { AssistantFiles } from './downloads/assistant-files.ts';
import type { BlobStore } from './files/blob-store.ts';
import type { DataDesk } from './connections/data-desk.ts';
import type { OfficeDesk } from './documents/office-desk.ts';
import type { FileStore } from './files/file-store.ts';
import type { HasStorage } from './files/storage-cap.ts';
import type { AccountLimits } from './account-limits.ts';
import type { OperatorFont } from './fonts/operator-fonts.ts';
import type { NetDesk } from './net/net-desk.ts';
import type { Cookies } from './accounts/cookies.ts';
import type { Payloads } from './accounts/payloads.ts';
import type { SigningKeys } from './accounts/signing.ts';
import type { Queue } from './queue/queue.ts';
import type { RunJob } from './queue/run-job.ts';
import type { Messenger } from './accounts/messenger.ts';
import type { CodeLimits } from './accounts/sent-codes.ts';
import type { OidcClients } from './oidc/oidc-clients.ts';

/** What every handler of a call can use. */
export interface Services {
  readonly limits: AccountLimits;
  readonly db: Db;
  /** Keeps room in the database for small writes on a full disk. */
  readonly keepRoom: Database['keepRoom'];
  readonly files: FileStore;
  /** The bytes of all files, by their keys. */
  readonly blobs: BlobStore;
  /** The work that waits for workers. */
  readonly queue: Queue<RunJob>;
  /** Whether the files of all accounts together may grow by so many bytes. */
  readonly hasStorage: HasStorage;
  /** Bytes that the files of all accounts together may have; null for no cap. */
  readonly maxStorageBytes: number | null;
  readonly cookies: Cookies;
  /** The keys of signed calls. */
  readonly signing: SigningKeys;
  /** Which calls are encrypted, and with which keys. */
  readonly payloads: Payloads;
  /** Passwords that nobody may choose. */
  readonly breached: BreachedPasswords;
  /** Counts guesses at passwords. */
  readonly logins: LoginGuard;
  /** Fetches files from addresses that users give. */
  readonly net: NetDesk;
  /** Fetches rows from users' databases. */
  readonly data: DataDesk;
  /** Makes PDF files of office files. */
  readonly office: OfficeDesk;
  /** Mail and short messages. */
  readonly messenger: Messenger;
  readonly codeLimits: CodeLimits;
  /** Third parties by which users may sign in. */
  readonly oidc: OidcClients;
  /** The address under which browsers have this product, without a slash at its end; null takes each request's own. */
  readonly publicUrl: string | null;
  readonly privileges: PrivilegeRules;
  /** How plans and packages are paid. */
  readonly payments: Payments;
  /** Tells the operator, in the log, of what went wrong elsewhere. */
  readonly report: (detail: string) => void;
  /** Seals what must be read again and must not stand in the database as it is. */
  readonly secrets: SecretBox;
  /** The operator's fonts, which come in addition to the product's own. */
  readonly fonts: readonly OperatorFont[];
  /** The pictures of the ready templates. */
  readonly previews: Previews;
  /** Where the print assistant listens on the user's machine. */
  readonly assistantPort: number;
  /** The print assistant's executables, if the operator has built any. */
  readonly assistantFiles: AssistantFiles;
  /** What the launcher gave this server and its print assistant; null where none was started with it. */
  readonly assistantKey: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
