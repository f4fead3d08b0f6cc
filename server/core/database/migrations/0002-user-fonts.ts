import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const userFonts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user_font')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('weight', 'integer', (c) => c.notNull())
      .addColumn('italic', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('user_font_face', ['user_id', 'family', 'weight', 'italic'])
      .execute();
    await db.schema.createIndex('user_font_by_file').on('user_font').column('file_key').execute();
  },
};
