import { Check } from 'typebox/value';
import { ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { templateInfoSchema, type TemplateInfo } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow } from '../core/database/tables.ts';
import type { ApiError } from '../core/api-error.ts';
import { templateInfoOf } from './template-rows.ts';

/** How long a save may be repeated: a computer may be without a network for days. */
const LIFETIME_MS = 7 * DAY_MS;

/** Thrown in the transaction of a save if another one with its key was made meanwhile: it must store nothing. */
class SavedAlready extends Error {
  override readonly name = 'SavedAlready';
}

/**
 * Makes a save once for each key: a repeated request gets the answer of the first. A rejected save has stored nothing,
 * and is tried again.
 */
export async function saveOnce(
  db: Db,
  userId: string,
  key: string | undefined,
  save: () => Promise<Result<TemplateRow, ApiError>>,
): Promise<Result<TemplateInfo, ApiError>> {
  const before = await outcomeOf(db, userId, key);
  if (before !== null) return ok(before);
  const saved = await save().catch((error: unknown) => {
    if (error instanceof SavedAlready) return null;
    throw error;
  });
  if (saved?.ok === true) return ok(templateInfoOf(saved.value));
  // The other save may be the reason of the rejection: it has taken the name, or the version that this one started
  // from.
  const first = await outcomeOf(db, userId, key);
  if (first !== null) return ok(first);
  if (saved === null) throw new SavedAlready();
  return saved;
}

/** Stores the result of a save, in its transaction. Throws when another one has already done so. */
export async function noteSave(tx: Db, row: TemplateRow, key: string | undefined, now: number): Promise<void> {
  if (key === undefined) return;
  const noted = await tx
    .insertInto('save_key')
    .values({ user_id: row.user_id, save_key: key, answer: JSON.stringify(templateInfoOf(row)), created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'save_key']).doNothing())
    .returning('save_key')
    .executeTakeFirst();
  if (noted === undefined) throw new SavedAlready();
}

/** Deletes expired keys of saves. */
export async function cleanSaveKeys(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('save_key')
    .where('created_at', '<=', now - LIFETIME_MS)
    .execute();
}

async function outcomeOf(db: Db, userId: string, key: string | undefined): Promise<TemplateInfo | null> {
  if (key === undefined) return null;
  const row = await db
    .selectFrom('save_key')
    .select('answer')
    .where('user_id', '=', userId)
    .where('save_key', '=', key)
    .executeTakeFirst();
  const info: unknown = row === undefined ? null : JSON.parse(row.answer);
  return Check(templateInfoSchema, info) ? info : null;
}
