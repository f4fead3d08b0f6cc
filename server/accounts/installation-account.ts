import type { Db } from '../core/database/open-database.ts';

/**
 * The installation's own account: it has what all users share, such as the common templates and the operator's fonts.
 * It has no name and no password, so nobody can sign in to it. Its only folder has the same id.
 */
export const INSTALLATION_USER = 'installation';

/** Creates the account where it is missing. Concurrent calls create one. */
export async function ensureInstallationAccount(db: Db, now: number): Promise<void> {
  await db
    .insertInto('user')
    .values({
      id: INSTALLATION_USER,
      user_name: null,
      user_name_key: null,
      user_name_look: null,
      email: null,
      email_key: null,
      phone: null,
      email_verified_at: null,
      phone_verified_at: null,
      agreed_at: null,
      password_hash: '',
      nickname: '',
      head_pic: '',
      created_at: now,
      role: 'user',
      member_until: null,
      blocked_at: null,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();
  await db
    .insertInto('folder')
    .values({ id: INSTALLATION_USER, user_id: INSTALLATION_USER, name: INSTALLATION_USER, created_at: now })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();
}
