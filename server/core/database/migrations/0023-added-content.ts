import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Icons and help texts that an operator adds to the product's. */
export const addedContent: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('added_icon')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('names', 'text', (c) => c.notNull())
      .addColumn('svg', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('added_icon_by_category')
      .on('added_icon')
      .columns(['category', 'created_at'])
      .execute();
    await db.schema
      .createTable('help_text')
      .addColumn('article_id', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('markdown', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('help_text_place', ['article_id', 'language'])
      .execute();
  },
};
