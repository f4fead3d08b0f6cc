import { statfs } from 'node:fs/promises';

/** What each site may write to the disk that the assistant keeps its records and pages on. */
export interface DiskShare {
  /**
   * Counts what the site is about to write; false, and nothing is counted, where that with all that it has written in the
   * last day would be more than is left. What is older goes by itself where there is too much of it (`cleaning.ts`).
   */
  admits(site: string, bytes: number): Promise<boolean>;
  /** What the sites have written in the last day, as the disk has it. */
  set(bySite: ReadonlyMap<string, number>): void;
}

/** `freeBytes` is what is left on the disk; null where the system does not tell. */
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

/** What is left for this user on the disk with the folder. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}
