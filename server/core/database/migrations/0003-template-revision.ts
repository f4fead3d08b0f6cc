import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the saves of a template, so that a save can name the version it started from. */
export const templateRevision: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  },
};
