import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Unconfirmed pages with a decision: how often they were sent, and which assistants must return them. */
export const decidedDoubts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('print_page')
      .addColumn('round', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('print_job')
      .addColumn('rounds', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('print_recall')
      .addColumn('run_id', 'text', (c) => c.notNull().references('print_job.run_id').onDelete('cascade'))
      .addColumn('round', 'integer', (c) => c.notNull())
      .addColumn('assistant_id', 'text', (c) => c.notNull().references('assistant.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('print_recall_once', ['run_id', 'round', 'assistant_id'])
      .execute();
    await db.schema.createIndex('print_recall_by_assistant').on('print_recall').column('assistant_id').execute();
  },
};
