import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which autosaves form one version. */
export const autosaves: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('template').addColumn('autosave_session', 'text').execute();
    await db.schema.alterTable('template').addColumn('autosaved_since', 'bigint').execute();
  },
};
