import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Plans, orders, redemption codes, and their grants to users. */
export const memberTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('plan')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('names', 'text', (c) => c.notNull())
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('price', 'bigint', (c) => c.notNull())
      .addColumn('original_price', 'bigint', (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('is_recommend', 'integer', (c) => c.notNull())
      .addColumn('is_preference', 'integer', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('retired_at', 'bigint')
      .execute();

    // An order outlives its user's account: records of payments must be kept.
    await db.schema
      .createTable('member_order')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
      .addColumn('plan_id', 'text', (c) => c.notNull())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('provider_ref', 'text', (c) => c.notNull())
      .addColumn('qr', 'text', (c) => c.notNull())
      .addColumn('link', 'text', (c) => c.notNull())
      .addColumn('transaction_id', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('paid_at', 'bigint')
      .addUniqueConstraint('member_order_transaction', ['provider', 'transaction_id'])
      .execute();
    await db.schema.createIndex('member_order_by_user').on('member_order').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('member_order_by_state').on('member_order').columns(['state', 'expires_at']).execute();

    await db.schema
      .createTable('code_batch')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('days', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .execute();
    await db.schema
      .createTable('redemption_code')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('batch_id', 'text', (c) => c.notNull().references('code_batch.id'))
      .addColumn('revoked_at', 'bigint')
      .addColumn('redeemed_at', 'bigint')
      .addColumn('redeemed_by', 'text', (c) => c.references('user.id').onDelete('set null'))
      .execute();
    await db.schema.createIndex('redemption_code_by_batch').on('redemption_code').column('batch_id').execute();
    await db.schema.createIndex('redemption_code_by_user').on('redemption_code').column('redeemed_by').execute();

    await db.schema
      .createTable('membership_grant')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('source_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('starts_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('membership_grant_source', ['source', 'source_id'])
      .execute();
    await db.schema
      .createIndex('membership_grant_by_user')
      .on('membership_grant')
      .columns(['user_id', 'created_at'])
      .execute();
  },
};
