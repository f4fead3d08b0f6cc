import type { Language, MemberPlan, PlanNames, ProductKind } from '#protocol/api.ts';
import type { PlanRow } from '../core/database/member-rows.ts';
import type { Db } from '../core/database/open-database.ts';
import { decimalText, symbolOf } from './payments/provider.ts';
import type { Payments } from './payments/open-payments.ts';

/** What an order or a code grants. */
export interface Product {
  readonly kind: ProductKind;
  readonly days: number;
  /** Of cloud space; 0 for a membership. */
  readonly bytes: number;
}

/** The plan as stored with an order. */
export interface PlanSnapshot extends Product {
  readonly names: PlanNames;
}

/** The plans of that kind on sale, in their order. */
export async function soldPlans(db: Db, kind: ProductKind): Promise<PlanRow[]> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** A plan on sale; null for none. */
export async function findSoldPlan(db: Db, id: string): Promise<PlanRow | null> {
  const row = await db
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export function snapshotOf({ kind, days, bytes, names }: PlanRow): PlanSnapshot {
  return { kind, days, bytes: Number(bytes), names: namesOf(names) };
}

export function namesOf(names: string): PlanNames {
  return JSON.parse(names) as PlanNames;
}

/** A plan as a buyer sees it. */
export function shownPlan(row: PlanRow, payments: Payments, language: Language): MemberPlan {
  return {
    m_id: row.id,
    the_term: namesOf(row.names)[language],
    days: row.days,
    bytes: Number(row.bytes),
    discount_price: decimalText(Number(row.price)),
    original_price: decimalText(Number(row.original_price)),
    currency_symbol: symbolOf(row.currency),
    currency: row.currency,
    is_recommend: row.is_recommend === 1,
    is_preference: row.is_preference === 1,
    providers: payments.taking(row.currency).map(({ name }) => name),
  };
}
