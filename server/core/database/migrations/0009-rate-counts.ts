import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Recent request counts, shared by all server processes. */
export const rateCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('rate_count')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('rate_count_by_end').on('rate_count').column('ends_at').execute();
  },
};
