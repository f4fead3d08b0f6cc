import { mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file that was taken out of the watched folder, in a folder of its own with all that is made of it. */
export interface Claim {
  /** The time at which it was taken and its name. */
  readonly id: string;
  readonly name: string;
  /** Its folder, under `working`. */
  readonly folder: string;
  readonly path: string;
}

/** Where a file ends. */
export type ClaimEnd = 'done' | 'failed';

/**
 * Files on their way from the watched folder through `working` to `done` or `failed`. Each step is one rename, so that a file is
 * in one place whenever the program is ended. Calls throw as the file system does.
 */
export interface Claims {
  /** What an earlier process has taken and not ended, in the order it was taken. */
  left(): Promise<readonly Claim[]>;
  /** Null where the file is gone or held by another program. */
  take(name: string): Promise<Claim | null>;
  end(claim: Claim, end: ClaimEnd): Promise<void>;
}

const FOLDERS = ['working', 'done', 'failed'] as const;
/** In bytes: room for what stands before and behind it, in the 255 that file systems have. */
const MAX_NAME_BYTES = 180;
const KEPT_CHARACTERS = 40;
const IN_USE: ReadonlySet<string> = new Set(['ENOENT', 'EBUSY', 'EPERM', 'EACCES']);

export async function openClaims(directory: string, now: () => Date): Promise<Claims> {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true });
  const working = join(directory, 'working');
  const claimOf = (id: string): Claim => {
    const name = id.slice(id.indexOf(' ') + 1);
    return { id, name, folder: join(working, id), path: join(working, id, name) };
  };
  let count = 0;
  return {
    async left() {
      const claims: Claim[] = [];
      for (const id of (await readdir(working)).filter((one) => one.includes(' ')).sort()) {
        const claim = claimOf(id);
        const isThere = await stat(claim.path).then(
          (found) => found.isFile(),
          () => false,
        );
        // The process ended between making the folder and taking the file, which is still where it was.
        if (isThere) claims.push(claim);
        else await rmdir(claim.folder).catch(() => undefined);
      }
      return claims;
    },
    async take(name) {
      const stamp = now().toISOString().replaceAll(/[-:.]/g, '');
      const kept =
        Buffer.byteLength(name) > MAX_NAME_BYTES ? `${name.slice(0, KEPT_CHARACTERS)}…${extname(name)}` : name;
      const claim = claimOf(`${stamp}-${String(++count).padStart(4, '0')} ${kept}`);
      await mkdir(claim.folder);
      try {
        await rename(join(directory, name), claim.path);
        return claim;
      } catch (error) {
        await rmdir(claim.folder);
        if (IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
        throw error;
      }
    },
    async end({ id, folder }, end) {
      await rename(folder, join(directory, end, id));
    },
  };
}
