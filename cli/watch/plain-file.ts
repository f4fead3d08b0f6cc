import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';

/*
 * A user who may put files into a watched folder must not get at files that only the watching user may read. So links
 * are not followed, neither symbolic nor hard ones (another name of a file that may be anywhere), and the file that is
 * read is the one that was checked: by its handle, not by its name, which may mean something else by then.
 */

/** Windows has no such flag; there the name is checked before and after. Non-blocking: a pipe may have no other end. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** A file with one name, according to `lstat` or a handle. */
export function isPlain(stats: BigIntStats): boolean {
  return stats.isFile() && stats.nlink <= 1n;
}

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** Opens the file for reading; null for one that is not plain, or no longer is. `path` has no link in its folders. */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return null;
  const isRight = await isFileAt(path, file).catch(() => false);
  if (isRight) return file;
  await file.close();
  return null;
}

async function isFileAt(path: string, file: FileHandle): Promise<boolean> {
  const opened = await file.stat({ bigint: true });
  if (!isPlain(opened) || !isSameFile(opened, await lstat(path, { bigint: true }))) return false;
  // Linux reports the actual path of an open file, even when its folders were renamed.
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null);
  return (place ?? (await realpath(path))) === path;
}

/** Whether a folder of the watched one is a folder and no link to one. */
export async function isRealFolder(path: string): Promise<boolean> {
  return (await lstat(path)).isDirectory();
}

/** Whether it is a plain file that may not be read. */
export async function isForbidden(path: string): Promise<boolean> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  if (found === null || !isPlain(found)) return false;
  return access(path, constants.R_OK).then(
    () => false,
    (error: unknown) => FORBIDDEN.has((error as NodeJS.ErrnoException).code ?? ''),
  );
}
