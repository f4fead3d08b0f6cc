import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_TOKEN_PREFIX,
  BIND_CODE_LENGTH,
  BIND_CODE_MS,
  bindCodeText,
  readBindCode,
  type BindAnswer,
} from '#protocol/dialed-assistant.ts';
import type { AssistantCode } from '#protocol/api.ts';
import { accountName } from '../accounts/confirm-owner.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId, randomText } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';

/** Most assistants of one account. */
const MAX_ASSISTANTS = 100;

interface BindingContext {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Creates the account's only code to bind an assistant, once, within ten minutes. */
export async function makeBindCode({ db, time }: BindingContext, userId: string): Promise<AssistantCode> {
  const code = randomText(BIND_CODE_LENGTH);
  const row = { user_id: userId, code_hash: tokenHash(code), expires_at: time + BIND_CODE_MS };
  await db
    .insertInto('assistant_code')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return { code: bindCodeText(code), end_time: new Date(row.expires_at).toISOString() };
}

export interface BoundNow extends BindAnswer {
  readonly userId: string;
}

/** Binds the assistant that sends the code, which is invalid from then on. */
export function bindAssistant(
  { db, time }: BindingContext,
  { code: typed, name }: { readonly code: string; readonly name: string },
): Promise<Result<BoundNow, ApiError>> {
  const code = readBindCode(typed);
  const wrong = err(apiError('unauthorized', 'assistant.wrongCode'));
  if (code === null) return Promise.resolve(wrong);
  const token = ASSISTANT_TOKEN_PREFIX + newSecretToken();
  const id = newId(time);
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .deleteFrom('assistant_code')
      .where('code_hash', '=', tokenHash(code))
      .where('expires_at', '>', time)
      .returning('user_id')
      .executeTakeFirst();
    if (taken === undefined) return wrong;
    const { user_id: userId } = taken;
    await lockUser(tx, userId);
    const user = await tx.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst();
    if (user === undefined || user.blocked_at !== null) return wrong;
    const { count } = await tx
      .selectFrom('assistant')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_ASSISTANTS) return err(apiError('refused', 'assistant.tooMany', { max: MAX_ASSISTANTS }));
    await tx
      .insertInto('assistant')
      .values({
        id,
        user_id: userId,
        name: name.trim() || id,
        token_hash: tokenHash(token),
        created_at: time,
        seen_at: null,
        server: null,
        connection: null,
        connected_until: 0,
      })
      .execute();
    return ok({ id, token, userId, account: accountName(user) });
  });
}

/** The connecting assistant. */
export interface DialedAssistant {
  readonly id: string;
  readonly userId: string;
}

/** The assistant of a token; null for an invalid one. */
export async function findAssistant(db: Db, token: string): Promise<DialedAssistant | null> {
  if (!token.startsWith(ASSISTANT_TOKEN_PREFIX)) return null;
  const row = await db
    .selectFrom('assistant')
    .innerJoin('user', 'user.id', 'assistant.user_id')
    .select(['assistant.id', 'assistant.user_id'])
    .where('assistant.token_hash', '=', tokenHash(token))
    .where('user.blocked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, userId: row.user_id };
}

/** Invalidates its token. The status of pages that it has not answered for stays unknown. */
export function unbindAssistant(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  return db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('assistant')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (deleted === undefined) return err(apiError('notFound', 'assistant.notFound'));
    await tx
      .updateTable('print_page')
      .set({ state: 'doubt' })
      .where('assistant_id', '=', id)
      .where('state', '=', 'given')
      .execute();
    await tx.updateTable('printer').set({ holder: null, held_until: 0 }).where('holder', '=', id).execute();
    return ok(null);
  });
}

export async function cleanBindCodes(db: Db, now: number): Promise<void> {
  await db.deleteFrom('assistant_code').where('expires_at', '<=', now).execute();
}
