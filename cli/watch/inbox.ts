import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlain } from './plain-file.ts';

/** What is taken, by its name. */
const TAKEN = /^[^.~].*\.(csv|xlsx|xls|ods|json|xml)$/i;
/** A file without a byte was made by a program that has not begun to write: it gets this many times the time. */
const EMPTY_SETTLES = 30;

/** The files in a folder, which are whole once they have not changed for a while. */
export interface Inbox {
  /** Looks into the folder: names of whole files, those that came first in front, of one time by name. Throws as the file system does. */
  ready(): Promise<readonly string[]>;
  /** What would be taken if it was a plain file, when the folder was looked into last, by name: links, pipes, devices. */
  leftAlone(): readonly string[];
}

interface Seen {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  /** When it was seen like this the first time. */
  readonly since: number;
  /** When it was seen at all the first time. */
  readonly arrived: number;
}

/** `now` is a clock that only goes forward, in ms: that of a file may be set by whoever copied it. */
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

/** As Excel, LibreOffice and programs that copy say that they are not done with it. */
function isLocked(name: string, names: ReadonlySet<string>): boolean {
  const locks = [`~$${name}`, `.~lock.${name}#`, `${name}.lock`, `${name}.part`, `${name}.tmp`, `${name}.crdownload`];
  // Excel cuts the first two characters of longer names.
  return names.has(`~$${name.slice(2)}`) || locks.some((lock) => names.has(lock));
}
