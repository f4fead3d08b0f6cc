import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  FEEDBACK_LIMITS,
  type AddFeedbackInput,
  type FeedbackInfo,
  type FeedbackList,
  type FeedbackListInput,
} from '#protocol/api.ts';
import type { FeedbackTable } from '../core/database/content-rows.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { filePath, keyOf } from '../core/files/file-store.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { isoOf } from '../core/iso-time.ts';

export type FeedbackRow = Selectable<FeedbackTable>;

/**
 * Stores a user's feedback, within limits per day and in all; the picture must be one that the user has uploaded for
 * it.
 */
export function addFeedback(
  db: Db,
  userId: string,
  input: AddFeedbackInput,
  time: number,
): Promise<Result<FeedbackInfo, ApiError>> {
  const text = input.text.trim();
  if (text === '') return Promise.resolve(err(invalid('text', 'feedback.empty')));
  const image = input.image ?? '';
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const { perDay, perUser } = FEEDBACK_LIMITS;
    if ((await countSince(tx, userId, time - DAY_MS)) >= perDay) {
      return err(apiError('refused', 'feedback.tooManyToday', { limit: perDay }));
    }
    if ((await countSince(tx, userId, 0)) >= perUser) {
      return err(apiError('refused', 'feedback.tooMany', { limit: perUser }));
    }
    if (image !== '' && !(await hasPicture(tx, userId, keyOf(image))))
      return err(apiError('notFound', 'file.notFound'));
    const row: FeedbackRow = {
      id: newId(time),
      user_id: userId,
      kind: input.kind,
      text,
      contact: (input.contact ?? '').trim(),
      image_key: image === '' ? null : keyOf(image),
      state: 'open',
      answer: '',
      answered_at: null,
      created_at: time,
    };
    await tx.insertInto('feedback').values(row).execute();
    return ok(feedbackInfoOf(row));
  });
}

/** The user's feedback, newest first. */
export async function listFeedback(
  db: Db,
  userId: string,
  { page = 1, size = FEEDBACK_LIMITS.pageSize }: FeedbackListInput,
): Promise<FeedbackList> {
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: rows.map(feedbackInfoOf), count: await countSince(db, userId, 0) };
}

export function feedbackInfoOf(row: FeedbackRow): FeedbackInfo {
  const { id, kind, text, contact, image_key: key, state, answer, answered_at: answered } = row;
  return {
    id,
    kind,
    text,
    contact,
    image: key === null ? '' : filePath(key),
    state,
    answer,
    add_time: isoOf(row.created_at),
    answer_time: isoOf(answered),
  };
}

async function countSince(db: Db, userId: string, time: number): Promise<number> {
  const { count } = await db
    .selectFrom('feedback')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', time)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function hasPicture(db: Db, userId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('stored_file')
    .select('key')
    .where('key', '=', key)
    .where('user_id', '=', userId)
    .where('kind', '=', 'picture')
    .executeTakeFirst();
  return row !== undefined;
}
