import type { AccountLimits } from './account-limits.ts';
import type { SecretBox } from './database/secret-box.ts';
import type { Database, Db } from './database/open-database.ts';
import type { BlobStore } from './files/blob-store.ts';
import type { FileStore } from './files/file-store.ts';
import type { HasStorage } from './files/space.ts';
import type { OutboundFetcher } from './net/outbound-fetcher.ts';
import type { Queue, RunJob } from './queue/queue.ts';

/** The services that no feature owns. Each feature adds its own; a function declares those that it uses. */
export interface CoreServices {
  readonly limits: AccountLimits;
  readonly db: Db;
  /** Reserves space in the database for small writes on a full disk. */
  readonly keepRoom: Database['keepRoom'];
  readonly files: FileStore;
  /** The bytes of all files, by their keys. */
  readonly blobs: BlobStore;
  /** The queue of the workers' jobs. */
  readonly queue: Queue<RunJob>;
  /** Whether the files of all accounts together may grow by so many bytes. */
  readonly hasStorage: HasStorage;
  /** Size limit of all accounts' files together; null for none. */
  readonly maxStorageBytes: number | null;
  /** Fetches files from addresses that users enter. */
  readonly net: OutboundFetcher;
  /** The address of this product in browsers, without a trailing slash; null uses each request's own. */
  readonly publicUrl: string | null;
  /** Logs a message for the operator. */
  readonly report: (detail: string) => void;
  /** Encrypts what must be readable again and must not be in the database as plain text. */
  readonly secrets: SecretBox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
