import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The tables, or a transaction of them. SQLite has one connection: inside a transaction, using the database itself would
 * wait for ever. In PostgreSQL transactions run side by side, each statement seeing what was committed before it
 * (read committed): one that looks before it writes begins with `lockUser`.
 */
export type Db = Kysely<Tables>;

/** A row of any table, as it is kept: plain SQL types only. */
export type Row = Record<string, string | number | null>;

/** Where the database is. */
export type DatabasePlace =
  | { readonly type: 'sqlite'; readonly file: string }
  | {
      readonly type: 'postgres';
      /** `postgres://user:password@host:port/name`. */
      readonly url: string;
    };

/** A database that is open and has the newest schema: SQLite in a file or PostgreSQL. The caller closes it. */
export interface Database {
  readonly type: DatabasePlace['type'];
  readonly db: Db;
  /**
   * Sees to it that small writes still succeed when the disk is full, where that is up to this program. With
   * `onlyIfSpent` does nothing while most of the room set aside is there.
   */
  readonly keepRoom: (onlyIfSpent: boolean) => Promise<void>;
  /**
   * Runs `work` on the database as it is at this moment, whatever is written meanwhile. It may read only, as long as it
   * likes, and not at the same time as another snapshot of this object.
   */
  readonly snapshot: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** All rows of a table, in parts of a few hundred, so that no table is in memory whole. */
  readonly rowsOf: (db: Db, table: string) => AsyncIterable<readonly Row[]>;
  /** A transaction at whose end only rows must be what others refer to: they may come in any order. */
  readonly fill: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /** Deletes all rows of all tables, as a part of a transaction. */
  readonly empty: (tx: Db) => Promise<void>;
  readonly close: () => Promise<void>;
}
