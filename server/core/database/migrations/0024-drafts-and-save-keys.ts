import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `template_draft`: unsaved work on a template, at most one, deleted with the next save. `save_key`: the result of a
 * save by its idempotency key, so that a repeated save is not made twice.
 */
export const draftsAndSaveKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('template_draft')
      .addColumn('template_id', 'text', (c) => c.primaryKey().references('template.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('template_draft_by_file').on('template_draft').column('file_key').execute();
    await db.schema.createIndex('template_draft_by_user').on('template_draft').column('user_id').execute();
    await db.schema
      .createTable('save_key')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('save_key', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('save_key_once', ['user_id', 'save_key'])
      .execute();
    await db.schema.createIndex('save_key_by_age').on('save_key').column('created_at').execute();
  },
};
