import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  API_SCOPES,
  TOKEN_PREFIX,
  type AddApiTokenInput,
  type AddedApiToken,
  type ApiScope,
  type ApiTokenInfo,
} from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { ApiTokenTable } from '../core/database/run-rows.ts';
import type { User } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';
import { isoOf } from '../core/iso-time.ts';

/** Most tokens of one account. */
const MAX_TOKENS = 50;
const HINT_LENGTH = 4;
/** The time of last use is written at most this often. */
const USED_STEP_MS = 60_000;

interface TokenContext {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The user's tokens, including recently expired ones, newest first. */
export async function listApiTokens(db: Db, userId: string): Promise<ApiTokenInfo[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(tokenInfoOf);
}

/** Creates a token; the database keeps only a digest. */
export function addApiToken(
  { db, time }: TokenContext,
  userId: string,
  { name: given, scopes, days }: AddApiTokenInput,
): Promise<Result<AddedApiToken, ApiError>> {
  const name = given.trim();
  if (name === '') return Promise.resolve(err(apiError('invalid', 'name.empty', {}, { field: 'name' })));
  const token = TOKEN_PREFIX + newSecretToken();
  const id = newId(time);
  const row: ApiTokenTable = {
    id,
    user_id: userId,
    name,
    token_hash: tokenHash(token),
    hint: token.slice(-HINT_LENGTH),
    scopes: API_SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
    created_at: time,
    expires_at: time + days * DAY_MS,
    used_at: null,
  };
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const { count } = await tx
      .selectFrom('api_token')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('expires_at', '>', time)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_TOKENS) return err(apiError('refused', 'token.tooMany', { max: MAX_TOKENS }));
    await tx.insertInto('api_token').values(row).execute();
    return ok({ ...tokenInfoOf(row), token });
  });
}

export async function deleteApiToken(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('api_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'token.notFound')) : ok(null);
}

/** The caller of a request with a token, and its scopes. */
export interface TokenHolder {
  readonly tokenId: string;
  readonly user: User;
  readonly scopes: readonly ApiScope[];
}

/** The holder of a token; null for an invalid or expired one. */
export async function findTokenHolder(db: Db, token: string, now: number): Promise<TokenHolder | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const row = await db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .selectAll('user')
    .select(['api_token.id as token_id', 'api_token.scopes', 'api_token.used_at'])
    .where('api_token.token_hash', '=', tokenHash(token))
    .where('api_token.expires_at', '>', now)
    .where('user.blocked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { token_id: tokenId, scopes, used_at: usedAt, ...user } = row;
  if (Number(usedAt ?? 0) <= now - USED_STEP_MS) {
    await db.updateTable('api_token').set({ used_at: now }).where('id', '=', tokenId).execute();
  }
  return { tokenId, user, scopes: API_SCOPES.filter((scope) => scopes.split(' ').includes(scope)) };
}

/** Deletes tokens some time after they expire: until then their user sees why a program is rejected. */
export async function cleanApiTokens(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('api_token')
    .where('expires_at', '<=', now - 30 * DAY_MS)
    .execute();
}

function tokenInfoOf(row: ApiTokenTable): ApiTokenInfo {
  const iso = (time: number): string => isoOf(time);
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: API_SCOPES.filter((scope) => row.scopes.split(' ').includes(scope)),
    add_time: iso(row.created_at),
    end_time: iso(row.expires_at),
    use_time: row.used_at === null ? '' : iso(row.used_at),
  };
}
