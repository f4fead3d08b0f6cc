import { statfs } from 'node:fs/promises';

/** Less space than this is too little for the next uploads. */
const LOW_BYTES = 16 * 1024 * 1024;
/**
 * How long a failed write counts when the disk itself seems to have space: a quota may be used up, or the database
 * limited.
 */
const FAULT_MEMORY_MS = 60_000;
/** The console gets a message at most this often. */
const REPORT_EVERY_MS = 60_000;

/** Whether the data folder's disk has space, for `/healthz` and the console. */
export interface DiskWatch {
  /** Called when a write has failed for lack of space. */
  readonly note: () => void;
  readonly hasRoom: () => Promise<boolean>;
}

/** `onThisDisk` is false where neither the database nor the files are in the folder: then only failed writes count. */
export function watchDisk(folder: string, onThisDisk: boolean, warn: (line: string) => void): DiskWatch {
  let fullAt = -Infinity;
  let reportedAt = -Infinity;
  return {
    note() {
      fullAt = performance.now();
      if (fullAt - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = fullAt;
      const place = onThisDisk ? `The disk of ${folder}` : 'The disk of the database or the file storage';
      warn(`${place} is full: nothing can be saved. Free some space.`);
    },
    async hasRoom() {
      if (performance.now() - fullAt < FAULT_MEMORY_MS) return false;
      if (!onThisDisk) return true;
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize >= LOW_BYTES;
    },
  };
}
