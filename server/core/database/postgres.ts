import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type DataTypeNode,
  type PostgresPool,
  type PostgresPoolClient,
  type TransactionBuilder,
} from 'kysely';
import { Pool, types, type PoolConfig } from 'pg';
import type { Database, Db, Row } from './database.ts';
import { DatabaseAway, isLockTimeout, isConflict } from './faults.ts';
import { SettingFault } from '../setting-fault.ts';
import { AS_IT_IS, migrate, type Version } from './migrations.ts';
import { tablesOf } from './schema.ts';
import type { Tables } from './tables.ts';
import { setTimeout as wait } from 'node:timers/promises';

const RETRIES_AT_MOST = 5;
const FIRST_PAUSE_MS = 10;

/**
 * A database that retries transactions which lost against another one (a deadlock, a serialization failure); nothing
 * else does so. A retry repeats side effects outside the database, so a transaction has none.
 */
class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: (work: Parameters<typeof execute>[0]) => retried(() => execute(work)),
    }) as TransactionBuilder<Tables>;
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= RETRIES_AT_MOST || !isConflict(error)) throw error;
      // Random pauses, so that the same two do not collide again.
      await wait(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/**
 * Timeout of one attempt to lock the tables. It is below PostgreSQL's `deadlock_timeout` (1 s by default), so that in a
 * deadlock with a query of a running server this lock gives way, and never the query.
 */
const WAIT_MS = 300;
const ATTEMPTS = 60;

/** Locks all tables for the transaction: others wait until it ends. Throws where one is never free. */
async function lockAll(tx: Db): Promise<void> {
  const tables = sql.join((await tablesOf(tx)).map((name) => sql.table(name)));
  await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx);
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint locks`.execute(tx);
    try {
      await sql`lock table ${tables} in access exclusive mode`.execute(tx);
      break;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isLockTimeout(error)) throw error;
      // Releases the locks that were taken.
      await sql`rollback to savepoint locks`.execute(tx);
      await wait(WAIT_MS * Math.random());
    }
  }
  await sql`set local lock_timeout to default`.execute(tx);
}

/** Connections of one server process. PostgreSQL allows 100 in all by default. */
const CONNECTIONS = 10;
/** Connections of a process that doesn't migrate, such as a worker, which does one thing at a time. */
const FEW_CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 5000;
/** No call takes that long: a statement that does is stuck. */
const STATEMENT_TIMEOUT_MS = 20_000;
const IDLE_TRANSACTION_MS = 20_000;
const ROWS_AT_ONCE = 200;
/** Type ids of PostgreSQL: `bigint`, and `numeric`, the type of a sum of bigints. Ours are all below 2^53. */
const NUMBERS = new Set([20, 1700]);

/**
 * Connects to an existing database and migrates it to the newest schema, or to `version`, or leaves it unchanged.
 * Migrations run under an advisory lock (Kysely's), so that several processes may start at once. Throws on failure,
 * without the password.
 */
export async function openPostgres(url: string, version?: Version): Promise<Database> {
  // Another process's migration may take longer than any call.
  const unhurried = createPool(url, { max: 2, statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  const slow = new Kysely<Tables>({ dialect: new CollatedDialect({ pool: unhurried }) });
  try {
    if (version !== AS_IT_IS) await migrate(slow, version);
    else await sql`select 1`.execute(slow);
  } catch (error) {
    await slow.destroy();
    throw startFault(url, error);
  }
  const more = version === AS_IT_IS ? { max: FEW_CONNECTIONS } : {};
  const db = new RetryingKysely<Tables>({ dialect: new CollatedDialect({ pool: createPool(url, more) }) });
  return {
    type: 'postgres',
    db,
    // Space on the database's disk is the operator's task.
    keepRoom: () => Promise.resolve(),
    snapshot: (work) =>
      slow.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    rowsOf,
    fill: (work) =>
      slow.transaction().execute(async (tx) => {
        await lockAll(tx);
        return withDeferredKeys(tx, work);
      }),
    empty: async (tx) => {
      const tables = (await tablesOf(tx)).map((name) => sql.table(name));
      await sql`truncate ${sql.join(tables)}`.execute(tx);
    },
    close: async () => {
      await Promise.all([db.destroy(), slow.destroy()]);
    },
  };
}

/** The error of a failed start; it never shows the password. */
function startFault(url: string, error: unknown): SettingFault {
  const { host, pathname } = new URL(url);
  const reason = error instanceof Error ? error.message : String(error);
  return new SettingFault(`DATABASE_URL: ${pathname.slice(1)} at ${host} can't be used. ${reason}`, { cause: error });
}

function createPool(url: string, more: PoolConfig = {}): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'labelwright',
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        NUMBERS.has(id) ? Number : (types.getTypeParser(id, format as 'text') as (value: string) => unknown),
    } as NonNullable<PoolConfig['types']>,
    ...more,
  });
  // The pool replaces an idle connection that breaks. Without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same for one that breaks between two statements of a transaction: its next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    options: { ...pool.options },
    connect: async () => {
      try {
        return (await pool.connect()) as PostgresPoolClient;
      } catch (error) {
        throw new DatabaseAway(error);
      }
    },
    end: () => pool.end(),
  };
}

/** Compares and sorts texts by their code points, as SQLite does, independent of the database's locale. */
class CollatingCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text' && this.parentNode?.kind === 'ColumnDefinitionNode') this.append(' collate "C"');
  }
}

class CollatedDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new CollatingCompiler();
  }
  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
}

async function* rowsOf(db: Db, table: string): AsyncGenerator<readonly Row[]> {
  await sql`declare all_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from all_rows`.execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close all_rows`.execute(db);
}

/** Constraints are normally checked at each statement; in this transaction they are checked at its end. */
async function withDeferredKeys<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ relation: string; name: string }>`
    select r.relname as relation, c.conname as name from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
    where c.contype = 'f' and n.nspname = current_schema()`.execute(tx);
  const alter = async (how: 'deferrable' | 'not deferrable'): Promise<void> => {
    for (const { relation, name } of rows) {
      await sql`alter table ${sql.table(relation)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(tx);
    }
  };
  await alter('deferrable');
  await sql`set constraints all deferred`.execute(tx);
  const outcome = await work(tx);
  await sql`set constraints all immediate`.execute(tx);
  await alter('not deferrable');
  return outcome;
}
