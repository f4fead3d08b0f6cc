import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Operators, and the end of a user's membership. Existing users have neither. */
export const rolesAndMembership: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('user')
      .addColumn('role', 'text', (c) => c.notNull().defaultTo('user'))
      .execute();
    await db.schema.alterTable('user').addColumn('member_until', 'bigint').execute();
  },
};
