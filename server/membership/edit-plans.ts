import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AddPlanInput, EditPlanInput, OperatorPlan, ProductKind } from '#protocol/api.ts';
import type { PlanRow } from '../core/database/member-rows.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { namesOf } from './plans.ts';
import { isoOf } from '../core/iso-time.ts';

/** All plans as the operator sees them, plans on sale first. */
export async function listPlans(db: Db): Promise<OperatorPlan[]> {
  const rows = await db.selectFrom('plan').selectAll().orderBy('kind').orderBy('position').orderBy('id').execute();
  return rows.map(shown);
}

export async function addPlan(db: Db, input: AddPlanInput, now: number): Promise<Result<OperatorPlan, ApiError>> {
  const fault = planFault(input.kind, input);
  if (fault !== null) return err(fault);
  const row: PlanRow = { id: newId(now), kind: input.kind, ...columns(input), created_at: now, retired_at: null };
  await db.insertInto('plan').values(row).execute();
  return ok(shown(row));
}

/** Changes a plan. Existing orders keep their price and product. */
export async function editPlan(db: Db, input: EditPlanInput): Promise<Result<OperatorPlan, ApiError>> {
  const before = await db.selectFrom('plan').select('kind').where('id', '=', input.id).executeTakeFirst();
  if (before === undefined) return err(apiError('notFound', 'plan.notFound'));
  const fault = planFault(before.kind, input);
  if (fault !== null) return err(fault);
  await db.updateTable('plan').set(columns(input)).where('id', '=', input.id).execute();
  return found(db, input.id);
}

/** Takes a plan off sale, or puts it back. */
export async function retirePlan(
  db: Db,
  { id, retired }: { readonly id: string; readonly retired: boolean },
  now: number,
): Promise<Result<OperatorPlan, ApiError>> {
  await db
    .updateTable('plan')
    .set({ retired_at: retired ? now : null })
    .where('id', '=', id)
    .execute();
  return found(db, id);
}

/** A membership has no space of its own; a package has some. */
export function bytesFault(kind: ProductKind, bytes: number): ApiError | null {
  return (kind === 'space') === bytes > 0 ? null : invalid('bytes', 'request.invalid', { field: 'bytes' });
}

type Fields = Omit<EditPlanInput, 'id' | 'user_id'>;

function planFault(kind: ProductKind, fields: Fields): ApiError | null {
  if (fields.original_price < fields.price) {
    return invalid('original_price', 'request.invalid', { field: 'original_price' });
  }
  return bytesFault(kind, fields.bytes);
}

function columns(fields: Fields): Omit<PlanRow, 'id' | 'kind' | 'created_at' | 'retired_at'> {
  const { names, days, bytes, price, original_price, currency, is_recommend, is_preference, position } = fields;
  return {
    names: JSON.stringify(names),
    days,
    bytes,
    price,
    original_price,
    currency,
    is_recommend: is_recommend ? 1 : 0,
    is_preference: is_preference ? 1 : 0,
    position,
  };
}

async function found(db: Db, id: string): Promise<Result<OperatorPlan, ApiError>> {
  const row = await db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'plan.notFound')) : ok(shown(row));
}

function shown(row: PlanRow): OperatorPlan {
  return {
    id: row.id,
    kind: row.kind,
    names: namesOf(row.names),
    days: row.days,
    bytes: Number(row.bytes),
    price: Number(row.price),
    original_price: Number(row.original_price),
    currency: row.currency,
    is_recommend: row.is_recommend === 1,
    is_preference: row.is_preference === 1,
    position: row.position,
    retired: isoOf(row.retired_at),
  };
}
