import { err, ok, type Result } from '#model/kernel/result.ts';
import { ORDER_STATUS, type PrivilegeName, type SandboxInput } from '#protocol/api.ts';
import { MEMBERS_HAVE, type PrivilegeServices } from './privileges.ts';
import type { Handlers } from '../http/call.ts';
import { redeem } from './codes.ts';
import { shownPlan, soldPlans } from './plans.ts';
import { findOrder, orderPlan, planOf } from './orders.ts';
import { refreshOrder } from './refresh-order.ts';
import { message } from '../core/messages.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { decimalText } from './payments/provider.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';
import type { OrderRow } from '../core/database/member-rows.ts';
import { isSandboxKey } from './payments/sandbox.ts';
import { settle } from './settle.ts';
import { encodeQr } from '#model/symbology/matrix/qr.ts';
import { isoOf } from '../core/iso-time.ts';

/** Handlers for membership and cloud space: plans, orders, and redemption codes. */
export const memberHandlers: Pick<
  Handlers<Pick<CoreServices, 'db' | 'report' | 'secrets' | 'now'> & PrivilegeServices & PaymentServices>,
  'memberPlans' | 'spacePlans' | 'memberPrivileges' | 'payScanCode' | 'orderStatus' | 'exchangeMember' | 'sandboxPay'
> = {
  async memberPlans({ db, payments, language }) {
    const rows = payments.isOpen ? await soldPlans(db, 'member') : [];
    return ok({ list: rows.map((row) => shownPlan(row, payments, language)) });
  },
  async spacePlans({ db, payments, language }) {
    const rows = payments.isOpen ? await soldPlans(db, 'space') : [];
    return ok({ list: rows.map((row) => shownPlan(row, payments, language)) });
  },
  async memberPrivileges({ language, privileges }) {
    const free = (ico: PrivilegeName): boolean => privileges.openToAll.has(ico);
    return ok({
      list: MEMBERS_HAVE.map((ico) => ({ ico, name: message(language, `privilege.name.${ico}`), free: free(ico) })),
    });
  },
  async payScanCode(context, input) {
    const { user, language, pageOrigin, disconnected } = context;
    const opened = await orderPlan(context, { userId: user.id, language, pageOrigin, disconnected }, input);
    if (!opened.ok) return opened;
    const { order, provider } = opened.value;
    return ok({
      o_id: order.id,
      image: qrImage(order.qr),
      link: order.link,
      text: provider.text,
      provider: provider.name,
      expires: isoOf(order.expires_at),
    });
  },
  async orderStatus(context, input) {
    const order = await findOrder(context.db, context.user.id, input.o_id);
    if (!order.ok) return order;
    const { state } = await refreshOrder(context, order.value, context.disconnected);
    return ok({ status: ORDER_STATUS[state] });
  },
  async exchangeMember(context, { exchange_code: code }) {
    if (code.trim() === '') return err(invalid('exchange_code', 'exchange.empty'));
    const redeemed = await redeem(context, context.user.id, code);
    if (!redeemed.ok) return redeemed;
    const { kind, days, endsAt } = redeemed.value;
    return ok({ kind, days, expire_time: isoOf(endsAt), text: message(context.language, 'exchange.done') });
  },
  async sandboxPay(context, input) {
    const order = await playSandbox(context, input);
    if (!order.ok) return order;
    const { state, amount, currency } = order.value;
    return ok({
      status: ORDER_STATUS[state],
      the_term: planOf(order.value).names[context.language],
      amount: decimalText(Number(amount)),
      currency,
    });
  },
};

/**
 * Simulates the success or failure of a sandbox payment, for anyone who has the content of its QR code; does nothing
 * while the sandbox is off.
 */
async function playSandbox(
  services: Pick<CoreServices, 'db' | 'report' | 'secrets' | 'now'> & PaymentServices,
  { o_id: id, key, result }: SandboxInput,
): Promise<Result<OrderRow, ApiError>> {
  const { db, payments, secrets, now } = services;
  const find = (): Promise<OrderRow | undefined> =>
    db.selectFrom('member_order').selectAll().where('id', '=', id).where('provider', '=', 'sandbox').executeTakeFirst();
  const found = payments.find('sandbox') !== null && isSandboxKey(secrets, id, key) ? await find() : undefined;
  if (found === undefined) return err(apiError('notFound', 'order.notFound'));
  const order = await refreshOrder(services, found);
  if (result === undefined || order.state !== 'created') return ok(order);
  const { amount, currency } = order;
  const paid = { state: 'paid', transactionId: id, amount: Number(amount) } as const;
  const failed = { state: 'failed', transactionId: '', amount: 0 } as const;
  await settle(db, 'sandbox', { orderId: id, currency, ...(result === 'paid' ? paid : failed) }, now());
  return ok((await find()) ?? order);
}

const QUIET = 4;

/** A QR code as a picture that a page can show: a `data:` URL of an SVG; empty where the content does not fit. */
function qrImage(content: string): string {
  if (content === '') return '';
  const symbol = encodeQr(content, 'QR', { level: 'M' });
  if (!symbol.ok || symbol.value.kind !== 'matrix') return '';
  const { columns, rows, modules } = symbol.value;
  let path = '';
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (modules[y * columns + x] === 1) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  const box = `${-QUIET} ${-QUIET} ${columns + 2 * QUIET} ${rows + 2 * QUIET}`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="240" height="240" shape-rendering="crispEdges">` +
    `<rect x="${-QUIET}" y="${-QUIET}" width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
