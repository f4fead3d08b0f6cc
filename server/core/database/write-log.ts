import { open, type FileHandle } from 'node:fs/promises';
import type { Kysely } from 'kysely';

/**
 * Brings what was committed onto the disk without holding up anybody who only reads. SQLite would sync its log inside each
 * commit, on the thread that answers all requests, and that is what most of the time went into. Here a commit leaves
 * it to the system, and an answer waits until the log was synced after its commit: on another thread, and once for
 * all commits of the meantime.
 */
export interface WriteLog {
  /** To be called with each statement before it runs. */
  note(statement: string): void;
  /** How many statements that write what must stay have run. */
  written(): number;
  /** Settles when all that has been committed by now would outlive a power cut. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What only reads; and counts of requests, which may be lost with the minute that they are of. */
const PASSING = /^(?:(?:select|begin|pragma)\b|insert into "rate_count")/;

/** `database` is SQLite's file, whose log is next to it. */
export function createWriteLog(database: string): WriteLog {
  let written = 0;
  let durable = 0;
  let file: FileHandle | null = null;
  let syncing: Promise<void> | null = null;

  async function sync(): Promise<void> {
    try {
      // Windows syncs only what may be written to.
      file ??= await open(`${database}-wal`, 'r+');
      const upTo = written;
      await file.datasync();
      durable = upTo;
    } finally {
      syncing = null;
    }
  }

  return {
    note: (statement) => {
      if (!PASSING.test(statement)) written++;
    },
    written: () => written,
    async settle() {
      const wanted = written;
      // A sync that was under way already may have missed the last commits.
      while (durable < wanted) await (syncing ??= sync());
    },
    async close() {
      await syncing?.catch(() => undefined);
      await file?.close();
      file = null;
    },
  };
}

/** Of a database that syncs each commit itself: there is nothing to wait for. */
const NOTHING_TO_WAIT_FOR: WriteLog = {
  note: () => undefined,
  written: () => 0,
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const logs = new WeakMap<object, WriteLog>();

/** From here on `writeLogOf` gives this one for that database. */
export function useWriteLog<T>(db: Kysely<T>, log: WriteLog): void {
  logs.set(db, log);
}

export function writeLogOf<T>(db: Kysely<T>): WriteLog {
  return logs.get(db) ?? NOTHING_TO_WAIT_FOR;
}
