import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The tables, or a transaction of them. SQLite has one connection: inside a transaction, using the database itself
 * would wait forever. In PostgreSQL transactions run concurrently, and each statement sees what was committed before it
 * (read committed): a transaction that reads before it writes begins with `lockUser`.
 */
export type Db = Kysely<Tables>;

/** A row of any table, as it is stored: plain SQL types only. */
export type Row = Record<string, string | number | null>;

/** Location of the database. */
export type DatabasePlace =
  | { readonly type: 'sqlite'; readonly file: string }
  | {
      readonly type: 'postgres';
      /** `postgres://user:password@host:port/name`. */
      readonly url: string;
    };

/** An open database with the newest schema: SQLite in a file or PostgreSQL. The caller closes it. */
export interface Database {
  readonly type: DatabasePlace['type'];
  readonly db: Db;
  /**
   * Reserves space so that small writes still succeed on a full disk, if the database is on it. With `onlyIfSpent` does
   * nothing while most of the reserve is left.
   */
  readonly keepRoom: (onlyIfSpent: boolean) => Promise<void>;
  /**
   * Runs `work` on a snapshot of the database, isolated from later writes. It may only read, for any time, and not
   * concurrently with another snapshot of this object.
   */
  readonly snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** All rows of a table in batches of a few hundred, so that no table is in memory as a whole. */
  readonly rowsOf: (db: Db, table: string) => AsyncIterable<readonly Row[]>;
  /** A transaction that checks references only at its end: rows may come in any order. */
  readonly fill: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /** Deletes all rows of all tables, as a part of a transaction. */
  readonly empty: (tx: Db) => Promise<void>;
  readonly close: () => Promise<void>;
}
