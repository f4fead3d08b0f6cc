import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlain } from './plain-file.ts';

/** File names to take. */
const TAKEN = /^[^.~].*\.(csv|xlsx|xls|ods|json|xml)$/i;
/** An empty file may be one that a program has not begun to write: it gets this many times the settle time. */
const EMPTY_SETTLES = 30;

/** The files in a folder; a file counts as complete once it has not changed for a while. */
export interface Inbox {
  /** Reads the folder: names of complete files, oldest first, of one time by name. Throws as the file system does. */
  ready(): Promise<readonly string[]>;
  /** Names, at the last look, of links, pipes and devices that match but are no plain files. */
  leftAlone(): readonly string[];
}

interface Seen {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  /** First time it was seen in this state. */
  readonly since: number;
  /** First time it was seen at all. */
  readonly arrived: number;
}

/** `now` is a monotonic clock in ms: the copying program may set a file's own time. */
export function createInbox(directory: string, settleMs: number, now: () => number): Inbox {
  let seen: ReadonlyMap<string, Seen> = new Map();
  let alone: readonly string[] = [];
  const inOrder = new Intl.Collator('en', { numeric: true });
  return {
    leftAlone: () => alone,
    async ready() {
      const names = await readdir(directory);
      const locks = new Set(names);
      const at = now();
      const found = new Map<string, Seen>();
      const others: string[] = [];
      for (const name of names.filter((one) => TAKEN.test(one))) {
        const is: BigIntStats | null = await lstat(join(directory, name), { bigint: true }).catch(() => null);
        if (is === null || is.isDirectory()) continue;
        if (!isPlain(is)) {
          others.push(name);
          continue;
        }
        const { size, mtimeNs, ino } = is;
        const before = seen.get(name);
        const same = before?.size === size && before.mtimeNs === mtimeNs && before.ino === ino;
        found.set(name, {
          size,
          mtimeNs,
          ino,
          since: same ? before.since : at,
          arrived: before?.arrived ?? at,
        });
      }
      seen = found;
      alone = others.sort(inOrder.compare);
      return [...found]
        .filter(([name]) => !isLocked(name, locks))
        .filter(([, { size, since }]) => at - since >= settleMs * (size === 0n ? EMPTY_SETTLES : 1))
        .sort(([a, one], [b, other]) => one.arrived - other.arrived || inOrder.compare(a, b))
        .map(([name]) => name);
    },
  };
}

/** Detects the lock files of Excel, LibreOffice and programs that copy. */
function isLocked(name: string, names: ReadonlySet<string>): boolean {
  const locks = [`~$${name}`, `.~lock.${name}#`, `${name}.lock`, `${name}.part`, `${name}.tmp`, `${name}.crdownload`];
  // Excel cuts the first two characters of longer names.
  return names.has(`~$${name.slice(2)}`) || locks.some((lock) => names.has(lock));
}
