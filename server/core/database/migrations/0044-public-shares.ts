import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which links show their template without an account. Existing links do not. */
export const publicShares: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template_share')
      .addColumn('is_public', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
