import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who runs the installation, and until when a user is a member. Nobody from before is either. */
export const rolesAndMembership: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('user')
      .addColumn('role', 'text', (c) => c.notNull().defaultTo('user'))
      .execute();
    await db.schema.alterTable('user').addColumn('member_until', 'bigint').execute();
  },
};
