import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** For the server's own user only. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;
const SHARED_BITS = 0o077;
/** Set on world-writable folders such as /tmp: such a folder is not ours, even if we own it. */
const STICKY_BIT = 0o1000;

/** Paths in the data folder. */
export interface DataFolder {
  readonly database: string;
  /** Uploaded files. */
  readonly files: string;
  /** The operator's own fonts, with `fonts.json` that lists them. */
  readonly fonts: string;
  /** Messages where no sender is configured. */
  readonly outbox: string;
  /** The key of secrets in the database, unless a setting gives one. */
  readonly secretKey: string;
}

/**
 * Creates the data folder where it is missing, and makes it private to the server's user: it contains password hashes
 * and all users' labels. Earlier versions made it readable for all users of the machine; that is fixed here. Without
 * `holdsDatabase` no database file is created. Throws where the folder can't be used.
 */
export function openDataFolder(path: string, holdsDatabase: boolean = true): DataFolder {
  const folder = resolve(path);
  const places: DataFolder = {
    database: join(folder, 'labelwright.db'),
    files: join(folder, 'files'),
    fonts: join(folder, 'fonts'),
    outbox: join(folder, 'outbox'),
    secretKey: join(folder, 'secret.key'),
  };
  makePrivateFolder(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
  // A folder that already had other contents belongs to its owner, and its permissions stay unchanged.
  if (existsSync(places.database) || readdirSync(folder).length === 0) closeEntry(folder);
  // SQLite gives the files next to the database the mode of the database.
  if (holdsDatabase) closeSync(openSync(places.database, 'a', PRIVATE_FILE_MODE));
  for (const suffix of ['', '-wal', '-shm']) closeFolder(places.database + suffix);
  makePrivateFolder(places.files);
  closeFolder(places.files);
  closeFolder(places.fonts);
  closeFolder(places.outbox);
  closeFolder(places.secretKey);
  return places;
}

/** Like `mkdir` with `recursive`, which never returns where a parent exists but accepts no folders (/proc). */
function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
}

/**
 * Removes the permissions of others from a file, or from a folder with all its contents. A folder without any is left
 * unchanged: others can't reach its contents.
 */
function closeFolder(path: string): void {
  if (!existsSync(path) || !closeEntry(path) || !lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) closeFolder(join(path, name));
}

/** Restricts permissions to the owner. False if they already were. */
function closeEntry(path: string): boolean {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || (stats.mode & SHARED_BITS) === 0 || (stats.mode & STICKY_BIT) !== 0) return false;
  try {
    chmodSync(path, stats.mode & PRIVATE_FOLDER_MODE);
  } catch (error) {
    // It belongs to another user, who gave us write permission and decides on its mode.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
  return true;
}
