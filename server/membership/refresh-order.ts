import type { OrderRow } from '../core/database/member-rows.ts';
import { settle } from './settle.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';

type Needed = Pick<CoreServices, 'db' | 'report' | 'now'> & PaymentServices;

/** The provider reports by itself; it is queried only after this time without a report. */
const ASK_AFTER_MS = 9_000;
const PATIENCE_MS = 5_000;
/** Orders per round of cleaning. */
const MOST_ENDED = 200;

/**
 * The current state of an open order: its provider is queried if it hasn't reported, by one of all waiting callers, and
 * an expired order ends once the provider doesn't know of a payment.
 */
export async function refreshOrder(services: Needed, order: OrderRow, disconnected?: AbortSignal): Promise<OrderRow> {
  if (order.state !== 'created') return order;
  const { db, now } = services;
  const time = now();
  const isEnding = Number(order.expires_at) <= time;
  const asked = await askProvider(services, order, isEnding, time, disconnected);
  // It stays open as long as its payment is unknown.
  if (isEnding && asked !== 'unknown') {
    await db
      .updateTable('member_order')
      .set({ state: 'expired' })
      .where('id', '=', order.id)
      .where('state', '=', 'created')
      .execute();
  }
  return db.selectFrom('member_order').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
}

/** `unknown` if the provider was not reached, or has just been queried. */
async function askProvider(
  services: Needed,
  order: OrderRow,
  isEnding: boolean,
  time: number,
  disconnected: AbortSignal | undefined,
): Promise<'answered' | 'unknown'> {
  const { db, payments, now } = services;
  const query = payments.find(order.provider)?.query;
  if (query === undefined) return 'answered';
  if (!(await isMyTurn(services, order, time))) return 'unknown';
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const signal = disconnected === undefined ? timeout : AbortSignal.any([disconnected, timeout]);
  const report = await query({ id: order.id, ref: order.provider_ref }, signal);
  if (!report.ok) {
    if (report.error.code !== 'unreachable' || isEnding) services.report(report.error.detail);
    return report.error.code === 'unreachable' ? 'unknown' : 'answered';
  }
  // Only a report about this very order.
  if (report.value?.orderId === order.id) await settle(db, order.provider, report.value, now());
  return 'answered';
}

/** True for one of several concurrent callers. */
async function isMyTurn({ db }: Pick<CoreServices, 'db'>, { id }: OrderRow, time: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member_order')
    .set({ asked_at: time })
    .where('id', '=', id)
    .where('asked_at', '<=', time - ASK_AFTER_MS)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends expired orders, also without an open page. */
export async function endOldOrders(services: Needed): Promise<void> {
  const { db, now } = services;
  const orders = await db
    .selectFrom('member_order')
    .selectAll()
    .where('state', '=', 'created')
    .where('expires_at', '<=', now())
    .orderBy('expires_at')
    .limit(MOST_ENDED)
    .execute();
  for (const order of orders) await refreshOrder(services, order);
}
