import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Language } from '#protocol/api.ts';

/** An icon that an operator has added to the library. */
export interface AddedIconTable {
  id: string;
  /** A category of the library. */
  category: string;
  /** JSON: its name by language, empty where it has none; there is one in English. */
  names: string;
  /** The file, as it was read and found to be a drawing and nothing else. */
  svg: string;
  created_at: number;
}

/** What an operator has published in place of an article of the help centre. */
export interface HelpTextTable {
  /** The number that the article has in that language. */
  article_id: string;
  language: Language;
  title: string;
  markdown: string;
  updated_at: number;
}

/** Icons and texts of the help centre that an operator adds to the product's. */
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
