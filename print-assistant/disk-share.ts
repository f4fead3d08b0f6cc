import { statfs } from 'node:fs/promises';

/** Quota of each site on the disk where the assistant keeps its records and pages. */
export interface DiskShare {
  /**
   * Counts what the site is about to write; false, and nothing is counted, where that with all that it has written in
   * the last day would exceed what is left. The cleanup removes older files when there are too many (`cleaning.ts`).
   */
  admits(site: string, bytes: number): Promise<boolean>;
  /** Sets the bytes that sites have written in the last day, measured on the disk. */
  set(bySite: ReadonlyMap<string, number>): void;
}

/** `freeBytes` is the free space of the disk; null where the system does not report it. */
export function createDiskShare(freeBytes: () => Promise<number | null>): DiskShare {
  let written = new Map<string, number>();
  return {
    async admits(site, bytes) {
      const free = await freeBytes();
      const all = (written.get(site) ?? 0) + bytes;
      if (free !== null && all > free) return false;
      written.set(site, all);
      return true;
    },
    set(bySite) {
      written = new Map(bySite);
    },
  };
}

/** Free space for this user on the disk with the folder. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
