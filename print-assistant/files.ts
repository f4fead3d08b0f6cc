import { chmod, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** For the assistant's own user alone: printed labels hold addresses, prices, names. */
export const PRIVATE_FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;
const SHARED_BITS = 0o077;

/**
 * Makes a folder that nobody else on the machine can read. One that an earlier version has left readable is closed,
 * with all that is in it; of one that belongs to another user nothing is changed.
 */
export async function openPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  await closeToOthers(path);
}

async function closeToOthers(path: string): Promise<void> {
  const stats = await lstat(path);
  // Inside a folder that is closed already nobody else gets at anything.
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

/** The whole file is on the disk when this is done. A crash before leaves nothing under its name. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const draft = `${path}.part`;
  await writeDraft(draft, bytes);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** The bytes are on the disk when this is done; the name is not, before its folder is synced. */
export async function writeDraft(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
