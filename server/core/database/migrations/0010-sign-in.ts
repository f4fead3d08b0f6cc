import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Phone numbers, confirmed addresses of accounts, sent codes, and external identities that open accounts. */
export const signInTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('user').addColumn('phone', 'text').execute();
    await db.schema.alterTable('user').addColumn('email_verified_at', 'bigint').execute();
    await db.schema.alterTable('user').addColumn('phone_verified_at', 'bigint').execute();
    await db.schema.alterTable('user').addColumn('agreed_at', 'bigint').execute();
    await db.schema.createIndex('user_by_phone').unique().on('user').column('phone').execute();
    await db.schema
      .createTable('sent_code')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('sent_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sent_code_by_expiry').on('sent_code').column('expires_at').execute();
    await db.schema
      .createTable('code_count')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('code_count_by_time').on('code_count').column('since').execute();
    await db.schema
      .createTable('external_identity')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('external_identity_key', ['provider', 'issuer', 'subject'])
      .addUniqueConstraint('external_identity_of_user', ['user_id', 'provider'])
      .execute();
    await db.schema
      .createTable('third_party_visit')
      .addColumn('ticket_hash', 'text', (c) => c.primaryKey())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('nonce', 'text', (c) => c.notNull())
      .addColumn('code_verifier', 'text', (c) => c.notNull())
      .addColumn('redirect_uri', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text')
      .addColumn('subject', 'text')
      .addColumn('label', 'text')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('third_party_visit_by_expiry').on('third_party_visit').column('expires_at').execute();
  },
};
