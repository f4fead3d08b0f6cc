import { createReadStream } from 'node:fs';
import { access, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, pipeline } from 'node:stream';
import { randomText } from '../database/new-id.ts';
import { BlobMissing, FILE_KEY, type BlobStore } from './blob-store.ts';
import { PRIVATE_FILE_MODE } from './data-folder.ts';

const DRAFT = '.part';

/** Stores blobs as the files of one existing folder. */
export function openFolderBlobs(folder: string): BlobStore {
  const pathOf = (key: string): string => join(folder, key);
  return {
    put: (key, bytes, signal) => writeDurably(pathOf(key), bytes, signal),
    open(key, range) {
      const out = new PassThrough();
      const file = createReadStream(pathOf(key), range);
      file.once('error', (error) => out.destroy(isMissing(error) ? new BlobMissing(key) : error));
      pipeline(file, out, () => undefined);
      return out;
    },
    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(signal) {
      for await (const { name } of await opendir(folder)) {
        signal?.throwIfAborted();
        if (!FILE_KEY.test(name)) continue;
        const putAt = await changedAt(pathOf(name));
        if (putAt !== null) yield { key: name, putAt };
      }
    },
    async removeDrafts(before) {
      for await (const { name } of await opendir(folder)) {
        if (!name.endsWith(DRAFT) || !FILE_KEY.test(name.slice(0, -DRAFT.length))) continue;
        const begunAt = await changedAt(pathOf(name));
        if (begunAt !== null && begunAt < before) await rm(pathOf(name), { force: true });
      }
    },
    isUsable: () => isWritable(join(folder, `.probe-${randomText(8)}`)),
    close: () => undefined,
  };
}

async function isWritable(probe: string): Promise<boolean> {
  try {
    await writeFile(probe, '');
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function writeDurably(path: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  const draft = `${path}${DRAFT}`;
  try {
    const file = await open(draft, 'wx', PRIVATE_FILE_MODE);
    try {
      await file.writeFile(bytes, signal === undefined ? {} : { signal });
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw signal?.aborted === true ? signal.reason : error;
  }
  await syncFolder(dirname(path));
}

/** Syncs the folder's entries to the disk: otherwise a power failure may lose a file that was confirmed. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function changedAt(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? null;
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT';
}
