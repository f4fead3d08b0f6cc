import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is taken, by its name. */
const TAKEN = /^[^.~].*\.(csv|xlsx|xls|ods|json|xml)$/i;
/** A file without a byte was made by a program that has not begun to write: it gets this many times the time. */
const EMPTY_SETTLES = 30;

/** The files in a folder, which are whole once they have not changed for a while. */
export interface Inbox {
  /** Looks into the folder: names of whole files, those that came first in front, of one time by name. Throws as the file system does. */
  ready(): Promise<readonly string[]>;
}

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  /** When it was seen like this the first time. */
  readonly since: number;
  /** When it was seen at all the first time. */
  readonly arrived: number;
}

/** `now` is a clock that only goes forward, in ms: that of a file may be set by whoever copied it. */
export function createInbox(directory: string, settleMs: number, now: () => number): Inbox {
  let seen: ReadonlyMap<string, Seen> = new Map();
  const inOrder = new Intl.Collator('en', { numeric: true });
  return {
    async ready() {
      const names = await readdir(directory);
      const locks = new Set(names);
      const at = now();
      const found = new Map<string, Seen>();
      for (const name of names.filter((one) => TAKEN.test(one))) {
        const is: Stats | null = await stat(join(directory, name)).catch(() => null);
        if (is === null || !is.isFile()) continue;
        const { size, mtimeMs, ino } = is;
        const before = seen.get(name);
        const same = before?.size === size && before.mtimeMs === mtimeMs && before.ino === ino;
        found.set(name, {
          size,
          mtimeMs,
          ino,
          since: same ? before.since : at,
          arrived: before?.arrived ?? at,
        });
      }
      seen = found;
      return [...found]
        .filter(([name]) => !isLocked(name, locks))
        .filter(([, { size, since }]) => at - since >= settleMs * (size === 0 ? EMPTY_SETTLES : 1))
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
