import { open, type FileHandle } from 'node:fs/promises';
import type { Kysely } from 'kysely';

/**
 * Syncs commits to the disk without delaying requests that only read. SQLite would sync its log inside each commit, on
 * the thread that answers all requests, which took most of the time. Here a commit leaves the log to the operating
 * system, and an answer waits until the log is synced after its commit: on another thread, and once for all commits of
 * the meantime.
 */
export interface WriteLog {
  /** Called with each statement before it runs. */
  note(statement: string): void;
  /** Number of statements so far that write durable data. */
  written(): number;
  /** Settles when everything committed so far would survive a power failure. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Reads; and request counts, which may be lost together with their minute. */
const PASSING = /^(?:(?:select|begin|pragma)\b|insert into "rate_count")/;

/** `database` is SQLite's file, whose log is next to it. */
export function createWriteLog(database: string): WriteLog {
  let written = 0;
  let durable = 0;
  let file: FileHandle | null = null;
  let syncing: Promise<void> | null = null;

  async function sync(): Promise<void> {
    try {
      // Windows syncs only files opened for writing.
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
      // A sync that was already in progress may have missed the last commits.
      while (durable < wanted) await (syncing ??= sync());
    },
    async close() {
      await syncing?.catch(() => undefined);
      await file?.close();
      file = null;
    },
  };
}

/** For a database that syncs each commit itself. */
const NOTHING_TO_WAIT_FOR: WriteLog = {
  note: () => undefined,
  written: () => 0,
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const logs = new WeakMap<object, WriteLog>();

/** Sets the log that `writeLogOf` returns for that database. */
export function useWriteLog<T>(db: Kysely<T>, log: WriteLog): void {
  logs.set(db, log);
}

export function writeLogOf<T>(db: Kysely<T>): WriteLog {
  return logs.get(db) ?? NOTHING_TO_WAIT_FOR;
}
