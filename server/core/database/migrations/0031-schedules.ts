import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs that are paused, urgent, reprints or counted; and schedules, which start at a time or are triggered. */
export const schedules: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('label_run').addColumn('paused_at', 'bigint').execute();
    await db.schema
      .alterTable('label_run')
      .addColumn('priority', 'text', (c) => c.notNull().defaultTo('normal'))
      .execute();
    await db.schema.alterTable('label_run').addColumn('reprint_of', 'text').execute();
    for (const name of ['made', 'render_ms', 'bytes']) {
      await db.schema
        .alterTable('label_run')
        .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .alterTable('queue_job')
      .addColumn('own_order', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('queue_share')
      .addColumn('orders', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('run_total')
      .addColumn('state', 'text', (c) => c.primaryKey())
      .addColumn('runs', 'bigint', (c) => c.notNull())
      .addColumn('made', 'bigint', (c) => c.notNull())
      .addColumn('render_ms', 'bigint', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('schedule')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('webhook', 'text')
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('cron', 'text')
      .addColumn('zone', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('claimed_until', 'bigint')
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('secret_hash', 'text', (c) => c.unique())
      .addColumn('signing', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('schedule_by_user').on('schedule').column('user_id').execute();
    await db.schema.createIndex('schedule_by_next').on('schedule').columns(['state', 'next_at']).execute();
    await db.schema
      .createTable('schedule_firing')
      .addColumn('schedule_id', 'text', (c) => c.notNull().references('schedule.id').onDelete('cascade'))
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('fired_at', 'bigint', (c) => c.notNull())
      .addColumn('missed', 'integer', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addPrimaryKeyConstraint('schedule_firing_once', ['schedule_id', 'cause'])
      .execute();
    await db.schema
      .createIndex('schedule_firing_by_age')
      .on('schedule_firing')
      .columns(['schedule_id', 'fired_at'])
      .execute();
    await db.schema.createIndex('schedule_firing_by_run').on('schedule_firing').column('run_id').execute();
    await db.schema.createIndex('schedule_firing_by_outcome').on('schedule_firing').column('outcome').execute();
  },
};
