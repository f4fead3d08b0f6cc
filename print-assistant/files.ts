import { close, constants, fsync, open as openFile, writeFile } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** For the assistant's own user only: printed labels contain addresses, prices, names. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;
const SHARED_BITS = 0o077;
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants;
/** Windows supports neither flag. Opening a pipe does not block. */
const NO_LINK = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FLAGS: Readonly<Record<'read' | 'append' | 'write', number>> = {
  read: O_RDONLY | NO_LINK,
  append: O_WRONLY | O_APPEND | O_CREAT | NO_LINK,
  write: O_WRONLY | O_CREAT | O_TRUNC | NO_LINK,
};
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | NO_LINK;
/** Each page is a file: a plain descriptor takes half the time of a `FileHandle`. */
const descriptor = {
  open: promisify(openFile),
  write: promisify(writeFile),
  sync: promisify(fsync),
  close: promisify(close),
};

/** Opens a file that this program has made or makes now: anything else of its name, a link or a pipe, is an error. */
export async function openOwnFile(path: string, how: 'read' | 'append' | 'write'): Promise<FileHandle> {
  const file = await open(path, FLAGS[how], PRIVATE_FILE_MODE);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${path} is not a file`);
}

/** Throws when it is a link to a folder, or no folder. */
export async function requireOwnFolder(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is not a folder but a link or a file`);
}

/**
 * Makes a folder that no other user of the machine can read. One that an earlier version has left readable is closed,
 * with all its content; a folder of another user is not changed.
 */
export async function openPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  await closeToOthers(path);
}

async function closeToOthers(path: string): Promise<void> {
  const stats = await lstat(path);
  // Inside a closed folder other users cannot access anything.
  if (stats.isSymbolicLink() || (stats.mode & SHARED_BITS) === 0) return;
  try {
    await chmod(path, stats.mode & PRIVATE_FOLDER_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  if (!stats.isDirectory()) return;
  for (const name of await readdir(path)) await closeToOthers(join(path, name));
}

/** The names in a folder are on the disk when this is done. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The whole file is on the disk when this is done. An earlier crash leaves nothing under its name. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const draft = `${path}.part`;
  await writeDraft(draft, bytes);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * The bytes are on the disk when this is done; the name is not until its folder is synced. Replaces a draft that an
 * earlier crash has left; anything else of its name, a link or a pipe, is an error.
 */
export async function writeDraft(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await openNew(path);
  try {
    await descriptor.write(file, bytes);
    await descriptor.sync(file);
  } finally {
    await descriptor.close(file);
  }
}

async function openNew(path: string): Promise<number> {
  try {
    return await descriptor.open(path, NEW_FILE, PRIVATE_FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a file`, { cause: error });
    await unlink(path);
    return descriptor.open(path, NEW_FILE, PRIVATE_FILE_MODE);
  }
}
