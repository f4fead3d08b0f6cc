import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users' fetches in the last hour, so that several servers count together. */
export const netFetches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('net_fetch')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('net_fetch_by_user').on('net_fetch').columns(['user_id', 'started_at']).execute();
  },
};
