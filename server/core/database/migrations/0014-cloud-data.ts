import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Images and spreadsheets that users keep in folders, and space granted beyond their plan's. */
export const cloudData: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('cloud_folder')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('type', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('cloud_folder_name', ['user_id', 'type', 'name'])
      .execute();
    await db.schema
      .createTable('cloud_file')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('folder_id', 'text', (c) => c.notNull().references('cloud_folder.id').onDelete('restrict'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('thumbnail_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('width_px', 'integer', (c) => c.notNull())
      .addColumn('height_px', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('cloud_file_name', ['folder_id', 'name'])
      .execute();
    await db.schema.createIndex('cloud_file_by_user').on('cloud_file').columns(['user_id', 'folder_id']).execute();
    await db.schema.createIndex('cloud_file_by_file').on('cloud_file').column('file_key').execute();
    await db.schema.createIndex('cloud_file_by_thumbnail').on('cloud_file').column('thumbnail_key').execute();
    await db.schema
      .createTable('space_grant')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('starts_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('space_grant_by_user').on('space_grant').columns(['user_id', 'ends_at']).execute();
  },
};
