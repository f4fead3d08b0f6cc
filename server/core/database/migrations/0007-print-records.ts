import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The print history, which is deleted with its user and not with the template, and the mark of a common template.
 * Compressed data is text (base64), a type that every database has.
 */
export const printRecords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('common', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('print_record')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('template_id', 'text', (c) => c.notNull())
      .addColumn('template_type', 'text', (c) => c.notNull())
      .addColumn('template_revision', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('printer', 'text', (c) => c.notNull())
      .addColumn('search', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('asked', 'bigint', (c) => c.notNull())
      .addColumn('sent', 'bigint', (c) => c.notNull())
      .addColumn('refused', 'bigint', (c) => c.notNull())
      .addColumn('in_doubt', 'bigint', (c) => c.notNull())
      .addColumn('not_printed', 'bigint', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .addColumn('use_counted', 'integer', (c) => c.notNull())
      .addColumn('download_counted', 'integer', (c) => c.notNull())
      .addColumn('readings_total', 'bigint', (c) => c.notNull())
      .addColumn('grades', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('report', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('print_record_job', ['user_id', 'job_id'])
      .execute();
    await db.schema
      .createIndex('print_record_by_time')
      .on('print_record')
      .columns(['user_id', 'started_at', 'job_id'])
      .execute();
    await db.schema.createIndex('print_record_by_printer').on('print_record').columns(['user_id', 'printer']).execute();
    await db.schema
      .createTable('print_reading')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('job_id', 'text', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('readings', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('print_reading_part', ['user_id', 'job_id', 'part'])
      .addForeignKeyConstraint(
        'print_reading_of',
        ['user_id', 'job_id'],
        'print_record',
        ['user_id', 'job_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('print_reading_by_size').on('print_reading').columns(['user_id', 'bytes']).execute();
  },
};
