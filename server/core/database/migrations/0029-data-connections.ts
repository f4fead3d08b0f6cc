import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users' data connections, and their saved queries. */
export const dataConnections: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('data_connection')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('secret', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('data_connection_by_user').on('data_connection').column('user_id').execute();
    await db.schema
      .createTable('data_query')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('connection_id', 'text', (c) => c.notNull().references('data_connection.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('query', 'text', (c) => c.notNull())
      .addColumn('parameters', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('data_query_by_user').on('data_query').column('user_id').execute();
    await db.schema.createIndex('data_query_by_connection').on('data_query').column('connection_id').execute();
  },
};
