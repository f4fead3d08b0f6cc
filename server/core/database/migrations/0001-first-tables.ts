import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The first tables. They have plain SQL types only, so the same migration runs on PostgreSQL. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_name', 'text')
      .addColumn('user_name_key', 'text', (c) => c.unique())
      .addColumn('email', 'text')
      .addColumn('email_key', 'text', (c) => c.unique())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('nickname', 'text', (c) => c.notNull())
      .addColumn('head_pic', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('session')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute();
    await db.schema
      .createTable('upload_token')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('folder')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('folder_name', ['user_id', 'name'])
      .execute();
    await db.schema
      .createTable('stored_file')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('stored_file_by_user').on('stored_file').columns(['user_id', 'bytes']).execute();
    await db.schema
      .createTable('template')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('folder_id', 'text', (c) => c.notNull().references('folder.id').onDelete('restrict'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_search', 'text', (c) => c.notNull())
      .addColumn('remark', 'text', (c) => c.notNull())
      .addColumn('width_mm', 'double precision', (c) => c.notNull())
      .addColumn('height_mm', 'double precision', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('preview_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('use_count', 'integer', (c) => c.notNull())
      .addColumn('download_count', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('template_name', ['folder_id', 'name'])
      .execute();
    await db.schema.createIndex('template_by_change').on('template').columns(['user_id', 'updated_at']).execute();
    await db.schema.createIndex('template_by_file').on('template').column('file_key').execute();
    await db.schema.createIndex('template_by_preview').on('template').column('preview_key').execute();
  },
};
