import type { Db } from './open-database.ts';

/** The random name that this installation was given when its database was made. */
export async function installationId(db: Db): Promise<string> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', 'id').executeTakeFirstOrThrow();
  return row.value;
}
