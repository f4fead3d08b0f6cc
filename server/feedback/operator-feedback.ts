import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  FEEDBACK_LIMITS,
  type AnswerFeedbackInput,
  type FeedbackInfo,
  type OperatorFeedbackList,
  type OperatorFeedbackListInput,
} from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { FeedbackTable } from '../core/database/content-rows.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { feedbackInfoOf } from './feedback.ts';

/** The feedback of all users, newest first. */
export async function listAllFeedback(
  db: Db,
  { state, page = 1, size = FEEDBACK_LIMITS.pageSize }: OperatorFeedbackListInput,
): Promise<OperatorFeedbackList> {
  let found = db.selectFrom('feedback').innerJoin('user', 'user.id', 'feedback.user_id');
  if (state !== undefined) found = found.where('state', '=', state);
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('feedback')
    .select('nickname')
    .orderBy('feedback.created_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const list = rows.map((row) => ({ ...feedbackInfoOf(row), from_id: row.user_id, from_name: row.nickname }));
  return { list, count: Number(count) };
}

export async function answerFeedback(
  db: Db,
  input: AnswerFeedbackInput,
  time: number,
): Promise<Result<FeedbackInfo, ApiError>> {
  const answer = input.answer.trim();
  if (answer === '') return err(invalid('answer', 'feedback.empty'));
  return change(db, input.id, { state: 'answered', answer, answered_at: time });
}

export function closeFeedback(db: Db, id: string): Promise<Result<FeedbackInfo, ApiError>> {
  return change(db, id, { state: 'closed' });
}

/** The sender of a picture; null for a picture of no feedback. */
export async function senderOfPicture(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('feedback').select('user_id').where('image_key', '=', key).executeTakeFirst();
  return row?.user_id ?? null;
}

async function change(
  db: Db,
  id: string,
  values: Partial<Pick<FeedbackTable, 'state' | 'answer' | 'answered_at'>>,
): Promise<Result<FeedbackInfo, ApiError>> {
  const row = await db.updateTable('feedback').set(values).where('id', '=', id).returningAll().executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'feedback.notFound')) : ok(feedbackInfoOf(row));
}
