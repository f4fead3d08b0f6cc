import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY_DISK = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

let disk: Promise<string> | undefined;

/** Location for the data of test servers: in memory if there is enough of it, since they sync each file. */
export function diskForTests(): Promise<string> {
  disk ??= statfs(MEMORY_DISK).then(
    ({ bavail, bsize }) => (bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()),
    () => tmpdir(),
  );
  return disk;
}
