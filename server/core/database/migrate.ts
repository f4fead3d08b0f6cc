import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';

/** In place of a version: the database is opened as it is. */
export const AS_IT_IS: unique symbol = Symbol('as it is');
/** The name of a migration. */
export type Version = string | typeof AS_IT_IS;

/** Brings the database to the newest schema, or to the one named. Throws where that fails, and nothing was changed. */
export async function migrate<Tables>(db: Kysely<Tables>, version?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrations });
  const { error } = await (version === undefined ? migrator.migrateToLatest() : migrator.migrateTo(version));
  if (error !== undefined) throw error;
}
