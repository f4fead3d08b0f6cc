import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Indexes that cover all columns of the list of runs and of an account's limits: a row is long because of its settings.
 */
export const listedRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('label_run_listed')
      .on('label_run')
      .columns(['user_id', 'preview', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('label_run_of_day')
      .on('label_run')
      .columns(['user_id', 'created_at', 'total'])
      .execute();
    await db.schema.createIndex('label_run_by_state').on('label_run').columns(['user_id', 'state']).execute();
    await db.schema.dropIndex('label_run_by_user').execute();
  },
};
