import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables of the account page: sessions, second factors, passkeys, and deleted accounts. */
export const accountCenter: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['user_agent', 'address']) {
      await db.schema
        .alterTable('session')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .alterTable('session')
      .addColumn('used_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();

    await db.schema
      .createTable('second_factor')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('secret', 'text')
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('draft', 'text')
      .addColumn('draft_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('recovery_code')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('digest', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_key', ['user_id', 'digest'])
      .execute();
    await db.schema
      .createTable('sign_in_ticket')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sign_in_ticket_by_user').on('sign_in_ticket').column('user_id').execute();

    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('rp_id', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkey_by_user').on('passkey').columns(['user_id', 'created_at']).execute();
    await db.schema
      .createTable('passkey_challenge')
      .addColumn('digest', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('passkey_challenge_by_user').on('passkey_challenge').column('user_id').execute();

    // Without a user: the users of these files are deleted.
    await db.schema
      .createTable('deleted_file')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .execute();
    await db.schema
      .createTable('account_export')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('started', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
