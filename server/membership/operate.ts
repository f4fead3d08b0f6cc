import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ConfirmOrderInput, Language, OperatorOrder, OrderList, OrderListInput } from '#protocol/api.ts';
import { containsText } from '../core/database/contains-text.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { OrderRow } from '../core/database/member-rows.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { endMembership, give } from './grants.ts';
import { planOf } from './orders.ts';
import { settle } from './settle.ts';
import { isoOf } from '../core/iso-time.ts';

const DEFAULT_PAGE_SIZE = 20;

/** One page of all orders, newest first. */
export async function listOrders(db: Db, input: OrderListInput, language: Language): Promise<OrderList> {
  const { search = '', state, provider, page = 1, size = DEFAULT_PAGE_SIZE } = input;
  let orders = db.selectFrom('member_order').leftJoin('user', 'user.id', 'member_order.user_id');
  if (state !== undefined) orders = orders.where('member_order.state', '=', state);
  if (provider !== undefined) orders = orders.where('member_order.provider', '=', provider);
  const text = search.trim();
  if (text !== '') {
    orders = orders.where((eb) =>
      eb.or([
        containsText('member_order.id', text),
        containsText('member_order.transaction_id', text),
        containsText('user.user_name_key', text.toLowerCase()),
        containsText('user.email_key', text.toLowerCase()),
        containsText('user.nickname', text),
      ]),
    );
  }
  const { count } = await orders.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await orders
    .selectAll('member_order')
    .select(['user.user_name', 'user.email', 'user.phone'])
    .orderBy('member_order.created_at', 'desc')
    .orderBy('member_order.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const list = rows.map((row) => shown(row, row.user_name ?? row.email ?? row.phone ?? '', language));
  return { list, count: Number(count) };
}

function shown(row: OrderRow, buyer: string, language: Language): OperatorOrder {
  const { kind, days, names } = planOf(row);
  return {
    o_id: row.id,
    buyer_id: row.user_id ?? '',
    buyer,
    kind,
    the_term: names[language],
    days,
    amount: Number(row.amount),
    currency: row.currency,
    provider: row.provider,
    state: row.state,
    transaction_id: row.transaction_id ?? '',
    created: isoOf(row.created_at),
    paid: isoOf(row.paid_at),
  };
}

/** Settles an order whose payment an operator has verified. Orders of other providers are settled by their reports. */
export async function confirmOrder(db: Db, input: ConfirmOrderInput, now: number): Promise<Result<null, ApiError>> {
  const order = await findAny(db, input.o_id);
  if (!order.ok) return order;
  const { id, amount, currency, provider } = order.value;
  if (provider !== 'operator') return err(apiError('refused', 'order.otherProvider'));
  const transactionId = input.transaction_id.trim();
  const report = { orderId: id, state: 'paid', transactionId, amount: Number(amount), currency } as const;
  const settled = await settle(db, 'operator', report, now);
  return settled === 'paid' || settled === 'again' ? ok(null) : err(apiError('refused', 'order.paidOtherwise'));
}

/** Marks an open order as failed; a paid one stays paid. */
export async function failOrder(db: Db, id: string): Promise<Result<null, ApiError>> {
  const order = await findAny(db, id);
  if (!order.ok) return order;
  const { numUpdatedRows } = await db
    .updateTable('member_order')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return numUpdatedRows > 0n || order.value.state === 'failed' ? ok(null) : err(apiError('refused', 'order.closed'));
}

/** Returns when the membership ends then, in milliseconds since 1970. */
export function grantDays(db: Db, userId: string, days: number, now: number): Promise<Result<number, ApiError>> {
  return withMember(db, userId, (tx) => {
    const source = { source: 'operator', source_id: newId(now) } as const;
    return give(tx, userId, source, { kind: 'member', days, bytes: 0 }, now);
  });
}

export function endMembershipOf(db: Db, userId: string, now: number): Promise<Result<number, ApiError>> {
  return withMember(db, userId, (tx) => endMembership(tx, userId, now));
}

function withMember(db: Db, userId: string, work: (tx: Db) => Promise<number>): Promise<Result<number, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const user = await tx.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst();
    return user === undefined ? err(apiError('notFound', 'member.notFound')) : ok(await work(tx));
  });
}

async function findAny(db: Db, id: string): Promise<Result<OrderRow, ApiError>> {
  const order = await db.selectFrom('member_order').selectAll().where('id', '=', id).executeTakeFirst();
  return order === undefined ? err(apiError('notFound', 'order.notFound')) : ok(order);
}
