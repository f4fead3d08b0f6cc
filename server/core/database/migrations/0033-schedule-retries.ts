import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a failed time is retried, and how many attempts it had. */
export const scheduleRetries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('schedule').addColumn('retry_at', 'bigint').execute();
    await db.schema
      .alterTable('schedule_firing')
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  },
};
