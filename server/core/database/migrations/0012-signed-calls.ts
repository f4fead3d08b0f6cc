import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The used tables as they are at this step: later steps may change `Tables`. */
interface TablesOfThisStep {
  installation: { name: string; value: string };
}

/** The installation's secret, and the nonces of signed calls. */
export const signedCalls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('used_nonce')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('used_nonce_by_expiry').on('used_nonce').column('expires_at').execute();
    await (db as Kysely<TablesOfThisStep>)
      .insertInto('installation')
      .values({ name: 'secret', value: randomBytes(32).toString('base64url') })
      .execute();
  },
};
