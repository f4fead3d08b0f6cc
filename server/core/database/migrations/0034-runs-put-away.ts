import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When its owner dismissed a run from the list of runs. */
export const dismissedRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('label_run').addColumn('put_away_at', 'bigint').execute();
  },
};
