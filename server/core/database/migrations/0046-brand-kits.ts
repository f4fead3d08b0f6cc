import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `brand_kit`: the fonts, logos, colors and styles for all labels of an account. */
export const brandKits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('brand_kit')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('kit', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
