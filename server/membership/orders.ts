import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Language, PayInput } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { OrderRow, PlanRow } from '../core/database/member-rows.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { findSoldPlan, snapshotOf, type PlanSnapshot } from './plans.ts';
import type { CoreServices } from '../core/services.ts';
import type { PaymentServices } from './payments/open-payments.ts';

/** An open order with less time left isn't reused. */
const LEAST_LEFT_MS = 5 * 60 * 1000;
const PROVIDER_PATIENCE_MS = 10_000;
/** Most open orders of one user. */
const MOST_OPEN = 50;

/** The buyer of an order, with the request's context. */
export interface Buyer {
  readonly userId: string;
  readonly language: Language;
  readonly pageOrigin: string;
  /** Aborts when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/** An order that can be paid, and by whom. */
export interface OpenOrder {
  readonly order: OrderRow;
  readonly provider: PaymentProvider;
}

/**
 * An order of that plan, ready to be paid. A user's open order is reused: two pages show one code, so that it is paid
 * once.
 */
export async function orderPlan(
  services: Pick<CoreServices, 'db' | 'report' | 'now'> & PaymentServices,
  buyer: Buyer,
  input: PayInput,
): Promise<Result<OpenOrder, ApiError>> {
  const { db, payments, now } = services;
  const plan = payments.isOpen ? await findSoldPlan(db, input.m_id) : null;
  if (plan === null) return err(apiError('notFound', 'plan.notFound'));
  const taking = payments.taking(plan.currency);
  const provider = input.provider === undefined ? taking[0] : taking.find(({ name }) => name === input.provider);
  if (provider === undefined) return err(apiError('refused', 'pay.noProvider'));
  const order = await openOrder(db, buyer.userId, plan, provider, now());
  if (order === null) return err(apiError('refused', 'pay.tooManyOrders', { max: MOST_OPEN }));
  if (isBegun(order)) return ok({ order, provider });
  const { pageOrigin, language, disconnected } = buyer;
  const title = `Labelwright: ${planOf(order).names[language]}`;
  const signal = AbortSignal.any([disconnected, AbortSignal.timeout(PROVIDER_PATIENCE_MS)]);
  const toPay = {
    id: order.id,
    title,
    amount: Number(order.amount),
    currency: order.currency,
    expiresAt: Number(order.expires_at),
    pageOrigin,
  };
  const started = await provider.begin(toPay, signal);
  if (!started.ok) {
    services.report(started.error.detail);
    return err(apiError('refused', 'pay.providerAway'));
  }
  const { qr, link, ref } = started.value;
  // Another page of the user's may have been faster: both show the stored one.
  await db
    .updateTable('member_order')
    .set({ qr, link, provider_ref: ref })
    .where('id', '=', order.id)
    .where('qr', '=', '')
    .where('link', '=', '')
    .execute();
  const kept = await db.selectFrom('member_order').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  return ok({ order: kept, provider });
}

/** Null for a user with too many open orders. */
function openOrder(
  db: Db,
  userId: string,
  plan: PlanRow,
  provider: PaymentProvider,
  now: number,
): Promise<OrderRow | null> {
  const snapshot = JSON.stringify(snapshotOf(plan));
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const open = await tx
      .selectFrom('member_order')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '=', 'created')
      .where('expires_at', '>', now + LEAST_LEFT_MS)
      .orderBy('created_at', 'desc')
      .execute();
    const same = open.find(
      (order) =>
        order.plan_id === plan.id &&
        order.provider === provider.name &&
        Number(order.amount) === Number(plan.price) &&
        order.currency === plan.currency &&
        order.plan === snapshot,
    );
    if (same !== undefined) return same;
    if (open.length >= MOST_OPEN) return null;
    const order: OrderRow = {
      id: newId(now),
      user_id: userId,
      plan_id: plan.id,
      plan: snapshot,
      amount: Number(plan.price),
      currency: plan.currency,
      provider: provider.name,
      state: 'created',
      provider_ref: '',
      qr: '',
      link: '',
      transaction_id: null,
      created_at: now,
      expires_at: now + provider.lifetimeMs,
      asked_at: now,
      paid_at: null,
    };
    await tx.insertInto('member_order').values(order).execute();
    return order;
  });
}

/** Whether the provider has started the payment; orders of an operator need no start. */
function isBegun({ provider, qr, link }: OrderRow): boolean {
  return provider === 'operator' || qr !== '' || link !== '';
}

/** The plan that the order was made for. */
export function planOf({ plan }: Pick<OrderRow, 'plan'>): PlanSnapshot {
  return JSON.parse(plan) as PlanSnapshot;
}

/** The user's own order; those of others count as missing. */
export async function findOrder(db: Db, userId: string, id: string): Promise<Result<OrderRow, ApiError>> {
  const order = await db
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return order === undefined ? err(apiError('notFound', 'order.notFound')) : ok(order);
}
