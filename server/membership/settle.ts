import type { PaymentProviderName } from '#protocol/api.ts';
import { audit } from '../core/observe/audit.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { OrderRow } from '../core/database/member-rows.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { PaymentReport } from './payments/provider.ts';
import { give } from './grants.ts';
import { planOf } from './orders.ts';

/**
 * The result of a report. `again`: it was known. `late`: it reports the failure of an order that is paid or closed. The
 * others are rejected: the provider has no such order, the amount or the currency differs, or the payment has paid
 * another order.
 */
export type Settled = 'paid' | 'failed' | 'again' | 'late' | 'unknownOrder' | 'otherAmount' | 'otherOrder';

/** Whether the provider need not report it again. */
export function isTaken(settled: Settled): boolean {
  return settled !== 'unknownOrder' && settled !== 'otherAmount' && settled !== 'otherOrder';
}

/**
 * Settles an order by its provider's report, once: the grant is part of the same transaction. Received money counts,
 * also for an order that has failed or expired meanwhile. Rejected reports are logged.
 */
export async function settle(
  db: Db,
  provider: PaymentProviderName,
  report: PaymentReport,
  now: number,
): Promise<Settled> {
  const settled = await settleOrder(db, provider, report, now);
  if (settled === 'again' || settled === 'late') return settled;
  const order = await db
    .selectFrom('member_order')
    .select('user_id')
    .where('id', '=', report.orderId)
    .executeTakeFirst();
  const userId = order?.user_id ?? null;
  const details = { order: report.orderId };
  if (settled === 'paid') {
    await audit(db, { event: 'orderPaid', outcome: 'done', userId, address: '', details }, now);
  } else if (!isTaken(settled)) {
    const refused = { event: 'paymentRefused', outcome: 'refused', userId, address: '' } as const;
    await audit(db, { ...refused, details: { ...details, fault: settled } }, now);
  }
  return settled;
}

async function settleOrder(
  db: Db,
  provider: PaymentProviderName,
  report: PaymentReport,
  now: number,
): Promise<Settled> {
  try {
    return await db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, report.orderId);
      if (order === null || order.provider !== provider) return 'unknownOrder';
      if (report.state === 'failed') return fail(tx, order);
      if (order.state === 'paid') return order.transaction_id === report.transactionId ? 'again' : 'otherOrder';
      if (Number(order.amount) !== report.amount || order.currency !== report.currency) return 'otherAmount';
      await tx
        .updateTable('member_order')
        .set({ state: 'paid', paid_at: now, transaction_id: report.transactionId })
        .where('id', '=', order.id)
        .execute();
      // An account that was deleted meanwhile gets nothing.
      if (order.user_id !== null) {
        await give(tx, order.user_id, { source: 'order', source_id: order.id }, planOf(order), now);
      }
      return 'paid';
    });
  } catch (error) {
    if (isDuplicate(error)) return 'otherOrder';
    throw error;
  }
}

/** Locks the order and reads it, after other transactions on it or its user have ended; null for none. */
async function lockedOrder(tx: Db, id: string): Promise<OrderRow | null> {
  const found = await tx.selectFrom('member_order').select('user_id').where('id', '=', id).executeTakeFirst();
  if (found === undefined) return null;
  if (found.user_id !== null) await lockUser(tx, found.user_id);
  await tx
    .updateTable('member_order')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', id)
    .execute();
  const order = await tx.selectFrom('member_order').selectAll().where('id', '=', id).executeTakeFirst();
  return order ?? null;
}

async function fail(tx: Db, order: OrderRow): Promise<Settled> {
  if (order.state !== 'created') return order.state === 'failed' ? 'again' : 'late';
  await tx.updateTable('member_order').set({ state: 'failed' }).where('id', '=', order.id).execute();
  return 'failed';
}
