import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const uploadReservations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('upload_reservation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('upload_reservation_by_user')
      .on('upload_reservation')
      .columns(['user_id', 'bytes'])
      .execute();
    await db.schema.createIndex('upload_token_by_user').on('upload_token').columns(['user_id', 'expires_at']).execute();
  },
};
