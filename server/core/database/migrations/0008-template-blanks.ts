import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many texts of a template are filled in when it is printed. Those from before have none. */
export const templateBlanks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('blank_count', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
