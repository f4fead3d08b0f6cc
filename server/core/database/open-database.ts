import type { Database, DatabasePlace } from './database.ts';
import type { Version } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type { Database, DatabasePlace, Db } from './database.ts';
export { isDuplicate, isMissingReference } from './faults.ts';

/** The configured database: PostgreSQL at this address, else SQLite in this file. */
export function databasePlace(url: string | undefined, file: string): DatabasePlace {
  return url === undefined ? { type: 'sqlite', file } : { type: 'postgres', url };
}

/** Opens the database and migrates it to the newest schema, or to `version`. Throws on failure. */
export function openDatabase(place: DatabasePlace, version?: Version): Promise<Database> {
  return place.type === 'sqlite' ? openSqlite(place.file, version) : openPostgres(place.url, version);
}
