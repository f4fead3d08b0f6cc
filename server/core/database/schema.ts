import { sql } from 'kysely';
import type { Db } from './database.ts';

const OWN = /^(sqlite_|kysely_|disk_reserve$)/;

/** The schema of pg-boss, which creates and maintains its tables. */
const QUEUE_SCHEMA = 'pgboss';

/** The names of all tables of the server's data, sorted. */
export async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name, schema, isView }) => !isView && schema !== QUEUE_SCHEMA && !OWN.test(name))
    .map(({ name }) => name)
    .toSorted();
}

/** The name of the newest applied migration. */
export async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}
