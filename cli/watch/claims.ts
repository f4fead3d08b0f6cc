import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat, mkdir, readdir, realpath, rename, rmdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { isForbidden, isRealFolder, isSameFile, openPlainFile } from './plain-file.ts';

/** A file taken from the watched folder, in its own folder with its output. */
export interface Claim {
  /** Its name, with the time at which it was taken. */
  readonly id: string;
  readonly name: string;
  /** Its folder, under `working`. */
  readonly folder: string;
  readonly path: string;
  /** Facts of the file that was taken; null when it is no plain file or may not be read. */
  readonly was: BigIntStats | null;
}

/** Final folder of a file. */
export type ClaimEnd = 'done' | 'failed';

/**
 * Files on their way from the watched folder through `working` to `done` or `failed`. Each step is one rename, so that
 * a file is in one place whenever the program ends. Calls throw as the file system does. Problem: `watch.otherFolder`,
 * where one of these folders is a link.
 */
export interface Claims {
  /** The watched folder, as its real path. */
  readonly directory: string;
  /** Claims that an earlier process has not ended, in order of arrival. */
  left(): Promise<Result<readonly Claim[]>>;
  /** Null where the file is missing, is locked by another program or is no plain file. */
  take(name: string): Promise<Result<Claim | null>>;
  /** Opens the claimed file for reading; the caller closes it. */
  open(claim: Claim): Promise<FileHandle>;
  /** The problem that keeps files from being processed; null without one. */
  trouble(): Promise<Problem | null>;
  end(claim: Claim, end: ClaimEnd): Promise<Result<null>>;
}

const FOLDERS = ['working', 'done', 'failed'] as const;
/** Only this user may put a link where something will be written. */
const CLAIM_MODE = 0o755;
/** In bytes: leaves room for prefix and suffix within the 255 bytes of file systems. */
const MAX_NAME_BYTES = 180;
const KEPT_CHARACTERS = 40;
const IN_USE: ReadonlySet<string> = new Set(['ENOENT', 'EBUSY', 'EPERM', 'EACCES']);

export async function openClaims(path: string, now: () => Date): Promise<Result<Claims>> {
  // The folder is the user's choice and may be a link, which is followed once.
  await mkdir(path, { recursive: true });
  const directory = await realpath(path);
  for (const folder of FOLDERS) {
    await mkdir(join(directory, folder), { mode: CLAIM_MODE }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
  const working = join(directory, 'working');
  const placeOf = (id: string): Omit<Claim, 'was'> => {
    const name = id.slice(id.indexOf(' ') + 1);
    return { id, name, folder: join(working, id), path: join(working, id, name) };
  };
  let count = 0;

  async function trouble(): Promise<Problem | null> {
    for (const folder of FOLDERS.map((name) => join(directory, name))) {
      if (!(await isRealFolder(folder))) return problem('watch.otherFolder', { folder });
    }
    return null;
  }

  const first = await trouble();
  if (first !== null) return err(first);
  return ok({
    directory,
    trouble,
    async left() {
      const present = await trouble();
      if (present !== null) return err(present);
      const claims: Claim[] = [];
      for (const id of (await readdir(working)).filter((one) => one.includes(' ')).sort()) {
        const place = placeOf(id);
        const isThere = await lstat(place.path).then(
          (found) => !found.isDirectory(),
          () => false,
        );
        // The process ended between making the folder and moving the file, which is still in place.
        if (isThere) claims.push({ ...place, was: await statOf(await openPlainFile(place.path)) });
        else await rmdir(place.folder).catch(() => undefined);
      }
      return ok(claims);
    },
    async take(name) {
      const present = await trouble();
      if (present !== null) return err(present);
      const path = join(directory, name);
      const was = await statOf(await openPlainFile(path));
      // An unreadable file is taken as well, so that its report says so.
      if (was === null && !(await isForbidden(path))) return ok(null);
      const stamp = now().toISOString().replaceAll(/[-:.]/g, '');
      const kept =
        Buffer.byteLength(name) > MAX_NAME_BYTES ? `${name.slice(0, KEPT_CHARACTERS)}…${extname(name)}` : name;
      const place = placeOf(`${stamp}-${String(++count).padStart(4, '0')} ${kept}`);
      await mkdir(place.folder, { mode: CLAIM_MODE });
      try {
        await rename(join(directory, name), place.path);
      } catch (error) {
        await rmdir(place.folder);
        if (IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) return ok(null);
        throw error;
      }
      // A file that got its name in between has been moved now, and is not read.
      const taken = await lstat(place.path, { bigint: true });
      return ok({ ...place, was: was !== null && isSameFile(taken, was) ? was : null });
    },
    async open({ path: taken, was }) {
      const file = await openPlainFile(taken);
      if (file !== null && was !== null && isSameFile(await file.stat({ bigint: true }), was)) return file;
      await file?.close();
      throw new Error(`${taken} is not the file that was taken`);
    },
    async end({ id, folder }, end) {
      const present = await trouble();
      if (present !== null) return err(present);
      await rename(folder, join(directory, end, id));
      return ok(null);
    },
  });
}

async function statOf(file: FileHandle | null): Promise<BigIntStats | null> {
  try {
    return (await file?.stat({ bigint: true })) ?? null;
  } finally {
    await file?.close();
  }
}
