import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { userNameConfusableKey } from '../user-name-confusables.ts';
import { randomText } from '../new-id.ts';

/** The used tables as they are at this step: later steps may change `Tables`. */
interface TablesOfThisStep {
  user: { id: string; user_name: string | null; user_name_look: string | null; created_at: number };
  installation: { name: string; value: string };
}

/** Known browsers, failed sign-ins, the installation's name, and confusable user names. */
export const accountSecurity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('known_browser')
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('used_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_browser_key', ['token_hash', 'user_id'])
      .execute();
    await db.schema.createIndex('known_browser_by_user').on('known_browser').columns(['user_id', 'used_at']).execute();
    await db.schema
      .createTable('login_failure')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('blocked_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('login_failure_by_time').on('login_failure').column('last_at').execute();
    await db.schema.createIndex('session_by_user').on('session').columns(['user_id', 'created_at']).execute();
    await db.schema
      .createTable('installation')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
    await db.schema.alterTable('user').addColumn('user_name_look', 'text').execute();

    const tables = db as Kysely<TablesOfThisStep>;
    await tables
      .insertInto('installation')
      .values({ name: 'id', value: randomText(8) })
      .execute();
    await fillLooks(tables);
    await db.schema.createIndex('user_by_name_look').unique().on('user').column('user_name_look').execute();
  },
};

/** The oldest account keeps a look that several share; the others keep their names. */
async function fillLooks(db: Kysely<TablesOfThisStep>): Promise<void> {
  const users = await db.selectFrom('user').select(['id', 'user_name']).orderBy('created_at').orderBy('id').execute();
  const taken = new Set<string>();
  for (const { id, user_name: name } of users) {
    const look = name === null ? null : userNameConfusableKey(name);
    if (look === null || taken.has(look)) continue;
    taken.add(look);
    await db.updateTable('user').set({ user_name_look: look }).where('id', '=', id).execute();
  }
}
