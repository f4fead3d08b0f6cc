import type { Db } from './open-database.ts';
import type { InstallationTable } from './tables.ts';

/** The random name of this installation, created with its database. */
export function installationId(db: Db): Promise<string> {
  return installationValue(db, 'id');
}

/** 256 random bits that never leave the server: they key everything that it issues and later verifies. */
export function installationSecret(db: Db): Promise<string> {
  return installationValue(db, 'secret');
}

async function installationValue(db: Db, name: InstallationTable['name']): Promise<string> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
