import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SandboxInput } from '#protocol/api.ts';
import type { OrderRow } from '../core/database/member-rows.ts';
import { refusal, type Refusal } from '../core/errors/api-error.ts';
import { isSandboxKey } from './payments/sandbox.ts';
import { refreshOrder } from './refresh-order.ts';
import { settle } from './settle.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';

/** Lets a payment of the sandbox succeed or fail, by whoever has what was in its QR code; nothing while the sandbox is off. */
export async function playSandbox(
  services: Pick<CoreServices, 'db' | 'report' | 'secrets' | 'now'> & PaymentServices,
  { o_id: id, key, result }: SandboxInput,
): Promise<Result<OrderRow, Refusal>> {
  const { db, payments, secrets, now } = services;
  const find = (): Promise<OrderRow | undefined> =>
    db.selectFrom('member_order').selectAll().where('id', '=', id).where('provider', '=', 'sandbox').executeTakeFirst();
  const found = payments.find('sandbox') !== null && isSandboxKey(secrets, id, key) ? await find() : undefined;
  if (found === undefined) return err(refusal('notFound', 'order.notFound'));
  const order = await refreshOrder(services, found);
  if (result === undefined || order.state !== 'created') return ok(order);
  const { amount, currency } = order;
  const paid = { state: 'paid', transactionId: id, amount: Number(amount) } as const;
  const failed = { state: 'failed', transactionId: '', amount: 0 } as const;
  await settle(db, 'sandbox', { orderId: id, currency, ...(result === 'paid' ? paid : failed) }, now());
  return ok((await find()) ?? order);
}
