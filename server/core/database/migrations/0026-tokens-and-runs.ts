import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * API tokens of users' programs; the runs that they start, with chunks and the files of both; and queued jobs, where no
 * other queue is used.
 */
export const tokensAndRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('api_token')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('hint', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('api_token_by_user').on('api_token').column('user_id').execute();
    await db.schema.createIndex('api_token_by_expiry').on('api_token').column('expires_at').execute();
    await db.schema
      .createTable('label_run')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('token_id', 'text')
      .addColumn('template_id', 'text', (c) => c.notNull())
      .addColumn('template_name', 'text', (c) => c.notNull())
      .addColumn('template_revision', 'integer', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('format', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('plan', 'text')
      .addColumn('total', 'integer', (c) => c.notNull())
      .addColumn('verified', 'integer', (c) => c.notNull())
      .addColumn('refused', 'integer', (c) => c.notNull())
      .addColumn('pages', 'integer', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('idempotency_key', 'text')
      .addColumn('webhook', 'text')
      .addColumn('webhook_state', 'text')
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addUniqueConstraint('label_run_once', ['user_id', 'idempotency_key'])
      .execute();
    await db.schema.createIndex('label_run_by_user').on('label_run').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('label_run_by_age').on('label_run').column('created_at').execute();
    await db.schema.createIndex('label_run_by_webhook').on('label_run').column('webhook_state').execute();
    await db.schema
      .createTable('run_chunk')
      .addColumn('run_id', 'text', (c) => c.notNull().references('label_run.id').onDelete('cascade'))
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('first_label', 'integer', (c) => c.notNull())
      .addColumn('label_count', 'integer', (c) => c.notNull())
      .addColumn('done_count', 'integer')
      .addColumn('page_count', 'integer', (c) => c.notNull())
      .addColumn('result_key', 'text')
      .addPrimaryKeyConstraint('run_chunk_place', ['run_id', 'generation', 'first_label'])
      .execute();
    await db.schema
      .createTable('run_file')
      .addColumn('run_id', 'text', (c) => c.notNull().references('label_run.id').onDelete('cascade'))
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key').onDelete('cascade'))
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('run_file_once', ['run_id', 'role', 'file_key'])
      .execute();
    await db.schema.createIndex('run_file_by_file').on('run_file').column('file_key').execute();
    await db.schema
      .createTable('queue_job')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('lane', 'text', (c) => c.notNull())
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('run_at', 'bigint', (c) => c.notNull())
      .addColumn('lease', 'text')
      .addColumn('leased_until', 'bigint')
      .execute();
    await db.schema.createIndex('queue_job_next').on('queue_job').columns(['lane', 'state', 'rank', 'id']).execute();
    await db.schema.createIndex('queue_job_by_group').on('queue_job').column('group_id').execute();
    await db.schema
      .createTable('queue_share')
      .addColumn('lane', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('last_turn', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('queue_share_of', ['lane', 'user_id'])
      .execute();
  },
};
