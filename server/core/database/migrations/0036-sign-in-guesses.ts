import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Wrong codes are counted as failed sign-ins, not per code; a ticket records whether the sign-in is of known origin.
 * Addresses known by the password alone are forgotten where there is a second factor.
 */
export const signInGuesses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('sent_code').dropColumn('tries').execute();
    await db.schema
      .alterTable('sign_in_ticket')
      .addColumn('known', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`delete from known_place where user_id in (select user_id from second_factor where secret is not null)`.execute(
      db,
    );
  },
};
