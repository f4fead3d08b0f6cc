import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataQueryInfo, QueryParameter, SaveQueryInput } from '#protocol/api.ts';
import type { DataQueryTable } from '../core/database/data-connection-rows.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { readTarget, type StoreContext } from './connection-store.ts';
import { bindQuery, valuesOf } from './query-text.ts';
import { bindAddress } from './read-http.ts';
import type { Target } from './target.ts';

const MAX_QUERIES = 200;

export async function listQueries(db: Db, userId: string): Promise<DataQueryInfo[]> {
  const rows = await db
    .selectFrom('data_query')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(queryInfo);
}

export async function findQuery(db: Db, userId: string, id: string): Promise<Result<DataQueryInfo, ApiError>> {
  const row = await db
    .selectFrom('data_query')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'query.notFound')) : ok(queryInfo(row));
}

/** Stores a query, or replaces the one that `id` names; an invalid one is rejected. */
export async function saveQuery(
  { db, time }: Pick<StoreContext, 'db' | 'time'>,
  userId: string,
  input: SaveQueryInput,
): Promise<Result<DataQueryInfo, ApiError>> {
  const name = input.name.trim();
  if (name === '') return err(invalid('name', 'name.empty'));
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const connection = await tx
      .selectFrom('data_connection')
      .select('target')
      .where('id', '=', input.connection_id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (connection === undefined) return err(apiError('notFound', 'connection.notFound'));
    const fault = queryFault(readTarget(connection), input.text, input.parameters);
    if (fault !== null) return err(fault);
    const own = tx.selectFrom('data_query').where('user_id', '=', userId);
    const before = input.id === undefined ? null : await own.selectAll().where('id', '=', input.id).executeTakeFirst();
    if (before === undefined) return err(apiError('notFound', 'query.notFound'));
    const row: Selectable<DataQueryTable> = {
      id: before?.id ?? newId(time),
      user_id: userId,
      connection_id: input.connection_id,
      name,
      query: input.text,
      parameters: JSON.stringify(input.parameters),
      created_at: before?.created_at ?? time,
      updated_at: time,
    };
    if (before === null) {
      const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      if (Number(count) >= MAX_QUERIES) return err(apiError('refused', 'query.tooMany', { max: MAX_QUERIES }));
      await tx.insertInto('data_query').values(row).execute();
    } else {
      await tx.updateTable('data_query').set(row).where('id', '=', row.id).where('user_id', '=', userId).execute();
    }
    return ok(queryInfo(row));
  });
}

export async function deleteQuery(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('data_query')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'query.notFound')) : ok(null);
}

function queryFault(target: Target, text: string, parameters: readonly QueryParameter[]): ApiError | null {
  const names = parameters.map((one) => one.name);
  if (new Set(names).size < names.length) return invalid('parameters', 'request.invalid', { field: 'parameters' });
  const values = valuesOf(parameters, {});
  if (!values.ok) return values.error;
  const bound =
    target.kind === 'http' ? bindAddress(target, text, values.value) : bindQuery(target.kind, text, values.value);
  return bound.ok ? null : bound.error;
}

function queryInfo(row: Selectable<DataQueryTable>): DataQueryInfo {
  return {
    id: row.id,
    connection_id: row.connection_id,
    name: row.name,
    text: row.query,
    parameters: JSON.parse(row.parameters) as QueryParameter[],
  };
}
