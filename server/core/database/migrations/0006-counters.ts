import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The next values of a template's serial numbers. They are deleted with the template. */
export const counters: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('counter')
      .addColumn('template_id', 'text', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('counter_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addColumn('next_value', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('counter_place', ['template_id', 'counter_id'])
      .execute();
  },
};
