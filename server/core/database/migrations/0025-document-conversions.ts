import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Office files in conversion to PDF. */
export const documentConversions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('document_conversion')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('ending', 'text', (c) => c.notNull())
      .addColumn('problem', 'text', (c) => c.notNull())
      .addColumn('source_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('result_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('result_bytes', 'bigint', (c) => c.notNull())
      .addColumn('pages', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .execute();
    for (const column of ['user_id', 'state', 'source_key', 'result_key']) {
      await db.schema
        .createIndex(`document_conversion_by_${column}`)
        .on('document_conversion')
        .column(column)
        .execute();
    }
  },
};
