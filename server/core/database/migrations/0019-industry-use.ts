import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often the installation's ready-made designs were printed and copied, by all users. */
export const industryUse: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('industry_use')
      .addColumn('design_id', 'text', (c) => c.primaryKey())
      .addColumn('use_count', 'integer', (c) => c.notNull())
      .addColumn('download_count', 'integer', (c) => c.notNull())
      .execute();
  },
};
