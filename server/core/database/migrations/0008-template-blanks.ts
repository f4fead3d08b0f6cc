import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Number of a template's fill-in fields; 0 for existing templates. */
export const templateBlanks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('blank_count', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
