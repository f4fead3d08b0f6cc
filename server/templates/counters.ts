import { err, ok, type Result } from '#model/kernel/result.ts';
import { sequenceValue } from '#model/data/sequence.ts';
import type { SequenceType } from '#model/elements/base/content.ts';
import type { CounterBlock, CounterList, SetCounterInput, TakeCounterInput } from '#protocol/api.ts';
import { MAX_COUNTER_VALUE_LENGTH } from '#protocol/api/counters.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import type { CounterTable } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate } from './template-rows.ts';

/** The most counters of one template. */
const MAX_COUNTERS = 1000;

interface CounterContext {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export async function listCounters(db: Db, userId: string, templateId: string): Promise<Result<CounterList, ApiError>> {
  const template = await findTemplate(db, userId, templateId);
  if (!template.ok) return template;
  const rows = await db
    .selectFrom('counter')
    .select(['counter_id', 'kind', 'step', 'next_value'])
    .where('template_id', '=', templateId)
    .orderBy('counter_id')
    .execute();
  const list = rows.map((row) => ({
    counter: row.counter_id,
    kind: row.kind as SequenceType,
    step: row.step,
    next: row.next_value,
  }));
  return ok({ list, count: list.length });
}

/**
 * Reserves the next values in one transaction that is durable before the answer: no value is given twice, not even
 * after a crash. A counter that was used with other digits or in the other direction gives nothing until its next value
 * is set, because its values could repeat.
 */
export async function takeCounter(
  { db, time }: CounterContext,
  userId: string,
  input: TakeCounterInput,
): Promise<Result<CounterBlock, ApiError>> {
  const { id, counter, kind, step, initial, count } = input;
  if (step === 0) return err(invalid('step', 'counter.standsStill'));
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const template = await findTemplate(tx, userId, id);
    if (!template.ok) return template;
    const row = await findCounter(tx, id, counter);
    if (row === undefined && (await isFull(tx, id))) return err(apiError('refused', 'counter.tooMany'));
    if (row !== undefined && (row.kind !== kind || Math.sign(row.step) !== Math.sign(step))) {
      return err(apiError('refused', 'counter.changed', { value: row.next_value }));
    }
    const first = row?.next_value ?? initial;
    const at = (index: number): Result<string> =>
      sequenceValue({ type: 'sequence', kind, step, repeat: 1, initial, next: first, text: '' }, index);
    if (first === '') return err(apiError('refused', 'counter.ended'));
    if (!at(0).ok) return err(invalid('initial', 'counter.startInvalid', { value: first }));
    if (!at(count - 1).ok) return err(apiError('refused', 'counter.tooFew', { value: first, count }));
    const after = at(count);
    // A value that has grown too long is exhausted.
    const next = after.ok && after.value.length <= MAX_COUNTER_VALUE_LENGTH ? after.value : '';
    await keep(tx, { template_id: id, counter_id: counter, kind, step, next_value: next, updated_at: time });
    return ok({ first });
  });
}

export async function setCounter(
  { db, time }: CounterContext,
  userId: string,
  { id, counter, kind, step, next }: SetCounterInput,
): Promise<Result<null, ApiError>> {
  if (step === 0) return err(invalid('step', 'counter.standsStill'));
  const value = sequenceValue({ type: 'sequence', kind, step, repeat: 1, initial: next, text: '' }, 0);
  if (!value.ok) return err(invalid('next', 'counter.startInvalid', { value: next }));
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const template = await findTemplate(tx, userId, id);
    if (!template.ok) return template;
    if ((await findCounter(tx, id, counter)) === undefined && (await isFull(tx, id))) {
      return err(apiError('refused', 'counter.tooMany'));
    }
    await keep(tx, { template_id: id, counter_id: counter, kind, step, next_value: next, updated_at: time });
    return ok(null);
  });
}

function findCounter(tx: Db, templateId: string, counterId: string): Promise<CounterTable | undefined> {
  return tx
    .selectFrom('counter')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('counter_id', '=', counterId)
    .executeTakeFirst();
}

async function isFull(tx: Db, templateId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('counter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow();
  return Number(count) >= MAX_COUNTERS;
}

async function keep(tx: Db, row: CounterTable): Promise<void> {
  const { kind, step, next_value, updated_at } = row;
  await tx
    .insertInto('counter')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['template_id', 'counter_id']).doUpdateSet({ kind, step, next_value, updated_at }),
    )
    .execute();
}
