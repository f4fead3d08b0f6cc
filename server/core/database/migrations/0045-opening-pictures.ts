import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `opening_picture`: the editor's first picture of a template, for each of its last windows. */
export const openingPictures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('opening_picture')
      .addColumn('template_id', 'text', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('look', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('png', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('opening_picture_once', ['template_id', 'look'])
      .execute();
    await db.schema
      .createIndex('opening_picture_by_user')
      .on('opening_picture')
      .columns(['user_id', 'made_at'])
      .execute();
  },
};
