import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const feedbackAndAnnouncements: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('feedback')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('contact', 'text', (c) => c.notNull())
      .addColumn('image_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('feedback_by_user').on('feedback').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('feedback_by_state').on('feedback').columns(['state', 'created_at']).execute();
    await db.schema.createIndex('feedback_by_image').on('feedback').column('image_key').execute();
    await db.schema
      .createTable('announcement')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('level', 'text', (c) => c.notNull())
      .addColumn('starts_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('announcement_text')
      .addColumn('announcement_id', 'text', (c) => c.notNull().references('announcement.id').onDelete('cascade'))
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('announcement_text_place', ['announcement_id', 'language'])
      .execute();
  },
};
