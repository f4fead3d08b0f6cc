import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Connected print assistants, their printers, and the runs whose pages they print. */
export const dialedAssistants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('assistant_code')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (c) => c.notNull().unique())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('assistant')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint')
      .addColumn('server', 'text')
      .addColumn('connection', 'text')
      .addColumn('connected_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('assistant_by_user').on('assistant').column('user_id').execute();
    await db.schema.createIndex('assistant_by_server').on('assistant').column('server').execute();
    await db.schema
      .createTable('printer')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('identity', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('info', 'text', (c) => c.notNull())
      .addColumn('holder', 'text')
      .addColumn('held_until', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('printer_of_user', ['user_id', 'identity'])
      .execute();
    await db.schema
      .createTable('assistant_printer')
      .addColumn('assistant_id', 'text', (c) => c.notNull().references('assistant.id').onDelete('cascade'))
      .addColumn('printer_id', 'text', (c) => c.notNull().references('printer.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('assistant_printer_once', ['assistant_id', 'printer_id'])
      .execute();
    await db.schema.createIndex('assistant_printer_by_printer').on('assistant_printer').column('printer_id').execute();
    await db.schema
      .createTable('print_job')
      .addColumn('run_id', 'text', (c) => c.primaryKey().references('label_run.id').onDelete('cascade'))
      .addColumn('printer_id', 'text', (c) => c.notNull().references('printer.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('page_count', 'integer', (c) => c.notNull())
      .addColumn('next_page', 'integer', (c) => c.notNull())
      .addColumn('printed', 'integer', (c) => c.notNull())
      .addColumn('assistant_id', 'text')
      .addColumn('problem', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('print_job_by_printer')
      .on('print_job')
      .columns(['printer_id', 'state', 'created_at'])
      .execute();
    await db.schema
      .createTable('print_page')
      .addColumn('run_id', 'text', (c) => c.notNull().references('print_job.run_id').onDelete('cascade'))
      .addColumn('page', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('assistant_id', 'text')
      .addColumn('record', 'text')
      .addPrimaryKeyConstraint('print_page_once', ['run_id', 'page'])
      .execute();
    await db.schema.createIndex('print_page_by_assistant').on('print_page').column('assistant_id').execute();
  },
};
