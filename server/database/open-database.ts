import type { Database, DatabasePlace } from './database.ts';
import type { Version } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type { Database, DatabasePlace, Db } from './database.ts';
export { isDuplicate } from './faults.ts';

/** Opens the database and migrates it to the newest schema, or to `version`. Throws where it can't. */
export function openDatabase(place: DatabasePlace, version?: Version): Promise<Database> {
  return place.type === 'sqlite' ? openSqlite(place.file, version) : openPostgres(place.url, version);
}
