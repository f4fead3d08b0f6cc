import { findByAccount } from '../accounts/accounts.ts';
import { audit } from '../core/observe/audit.ts';
import type { Db } from '../core/database/open-database.ts';

/**
 * Makes operators of the accounts in the setting, by user name, e-mail address or phone number. Returns the names
 * without an account: an account that is registered with one of them later becomes an operator only when the server
 * restarts.
 */
export async function nameOperators(db: Db, accounts: readonly string[], now: number): Promise<string[]> {
  const missing: string[] = [];
  for (const account of accounts) {
    const user = await findByAccount(db, account);
    if (user === null) missing.push(account);
    else if (user.role !== 'operator') {
      await db.updateTable('user').set({ role: 'operator' }).where('id', '=', user.id).execute();
      await audit(db, { event: 'operatorNamed', outcome: 'done', userId: user.id, address: '' }, now);
    }
  }
  return missing;
}
