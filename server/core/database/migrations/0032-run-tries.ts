import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The journal of a run: every attempt of a worker at a step of it, and its result. */
export const runAttempts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('run_try')
      .addColumn('run_id', 'text', (c) => c.notNull().references('label_run.id').onDelete('cascade'))
      .addColumn('step', 'text', (c) => c.notNull())
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('first_label', 'integer', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('worker', 'text', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('why', 'text')
      .addPrimaryKeyConstraint('run_try_once', ['run_id', 'step', 'generation', 'first_label', 'attempt'])
      .execute();
  },
};
