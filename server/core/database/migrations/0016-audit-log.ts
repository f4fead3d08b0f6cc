import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The audit log: entries of a deleted account stay until they expire. And the addresses from which users have signed
 * in.
 */
export const auditLog: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('audit_entry')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('user_id', 'text')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('details', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('audit_entry_by_user').on('audit_entry').columns(['user_id', 'at']).execute();
    await db.schema.createIndex('audit_entry_by_time').on('audit_entry').column('at').execute();
    await db.schema
      .createTable('known_place')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('address_hash', 'text', (c) => c.notNull())
      .addColumn('used_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_place_key', ['user_id', 'address_hash'])
      .execute();
    await db.schema.createIndex('known_place_by_time').on('known_place').column('used_at').execute();
  },
};
