import type { Db } from './open-database.ts';
import type { InstallationTable } from './tables.ts';

/** The random name that this installation was given when its database was made. */
export function installationId(db: Db): Promise<string> {
  return installationValue(db, 'id');
}

/** 256 random bits that never leave the server: what it gives away and must know again is made with them. */
export function installationSecret(db: Db): Promise<string> {
  return installationValue(db, 'secret');
}

async function installationValue(db: Db, name: InstallationTable['name']): Promise<string> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
