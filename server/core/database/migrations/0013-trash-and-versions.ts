import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The trash is a mark on the template (`deleted_at`), so that all that refers to it is kept. The name of one in the
 * trash is free for others: it is kept in `trashed_name`, while `name` is the id after a character that no name has.
 * `saved_at` is when the current file was saved; renames and moves do not change it.
 */
export const trashAndVersions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('template').addColumn('deleted_at', 'bigint').execute();
    await db.schema.alterTable('template').addColumn('trashed_name', 'text').execute();
    await db.schema
      .alterTable('template')
      .addColumn('saved_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update template set saved_at = updated_at`.execute(db);
    await db.schema.createIndex('template_by_deletion').on('template').columns(['user_id', 'deleted_at']).execute();
    await db.schema.createIndex('template_by_deletion_time').on('template').column('deleted_at').execute();
    await db.schema
      .createTable('template_version')
      .addColumn('template_id', 'text', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('remark', 'text', (c) => c.notNull())
      .addColumn('width_mm', 'double precision', (c) => c.notNull())
      .addColumn('height_mm', 'double precision', (c) => c.notNull())
      .addColumn('blank_count', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('preview_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_version_place', ['template_id', 'revision'])
      .execute();
    await db.schema.createIndex('template_version_by_file').on('template_version').column('file_key').execute();
    await db.schema.createIndex('template_version_by_preview').on('template_version').column('preview_key').execute();
    await db.schema
      .createIndex('template_version_by_age')
      .on('template_version')
      .columns(['user_id', 'saved_at'])
      .execute();
  },
};
