import type { Selectable } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DataConnectionInfo, SaveConnectionInput } from '#protocol/api.ts';
import type { DataConnectionTable } from '../core/database/data-connection-rows.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import { readWebAddress } from '../core/net/web-address.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import type { Target } from './target.ts';

const MAX_CONNECTIONS = 50;
const HOST = /^[A-Za-z0-9._:-]+$/;
/** Headers that define the request itself. */
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|accept.*|user-agent)$/i;

export interface StoreContext {
  readonly db: Db;
  readonly secrets: SecretBox;
  /** Milliseconds since 1970. */
  readonly time: number;
}

type ConnectionRow = Selectable<DataConnectionTable>;

/** A connection, ready to use for its owner. */
export interface OpenedConnection {
  readonly target: Target;
  readonly secret: string;
}

export async function listConnections(db: Db, userId: string): Promise<DataConnectionInfo[]> {
  const rows = await db
    .selectFrom('data_connection')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(connectionInfo);
}

/** Stores a connection, or replaces the one that `id` names. */
export async function saveConnection(
  { db, secrets, time }: StoreContext,
  userId: string,
  input: SaveConnectionInput,
): Promise<Result<DataConnectionInfo, ApiError>> {
  const checked = targetOf(input);
  if (!checked.ok) return checked;
  const target = checked.value;
  const name = input.name.trim();
  if (name === '') return err(invalid('name', 'name.empty'));
  if (/[^\t\x20-\x7e\u0080-\u{10ffff}]/u.test(input.secret ?? '')) {
    return err(invalid('secret', 'request.invalid', { field: 'secret' }));
  }
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const own = tx.selectFrom('data_connection').where('user_id', '=', userId);
    const before = input.id === undefined ? null : await own.selectAll().where('id', '=', input.id).executeTakeFirst();
    if (before === undefined) return err(apiError('notFound', 'connection.notFound'));
    const isMoved = before !== null && placeOf(readTarget(before)) !== placeOf(target);
    // A secret is sent only to the place its owner entered it for: an attacker with a stolen session must not redirect
    // it.
    if (before !== null && before.secret !== null && isMoved && input.secret === undefined) {
      return err(invalid('secret', 'connection.secretNeeded'));
    }
    const id = before?.id ?? newId(time);
    const sealed = input.secret === undefined || input.secret === '' ? null : secrets.seal(input.secret, purposeOf(id));
    const row: ConnectionRow = {
      id,
      user_id: userId,
      name,
      kind: target.kind,
      target: JSON.stringify(target),
      secret: input.secret === undefined ? (before?.secret ?? null) : sealed,
      created_at: before?.created_at ?? time,
      updated_at: time,
    };
    if (before === null) {
      const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      if (Number(count) >= MAX_CONNECTIONS)
        return err(apiError('refused', 'connection.tooMany', { max: MAX_CONNECTIONS }));
      await tx.insertInto('data_connection').values(row).execute();
    } else {
      await tx.updateTable('data_connection').set(row).where('id', '=', id).where('user_id', '=', userId).execute();
    }
    return ok(connectionInfo(row));
  });
}

export async function deleteConnection(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('data_connection')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'connection.notFound')) : ok(null);
}

/** The target of a user's connection, with its secret. */
export async function openConnection(
  { db, secrets }: Pick<StoreContext, 'db' | 'secrets'>,
  userId: string,
  id: string,
): Promise<Result<OpenedConnection, ApiError>> {
  const row = await db
    .selectFrom('data_connection')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return err(apiError('notFound', 'connection.notFound'));
  try {
    const secret = row.secret === null ? '' : secrets.open(row.secret, purposeOf(id));
    return ok({ target: readTarget(row), secret });
  } catch {
    // Sealed with a key that this server no longer has.
    return err(invalid('secret', 'connection.secretNeeded'));
  }
}

/** The target of a connection, without its secret. */
export function readTarget(row: Pick<ConnectionRow, 'target'>): Target {
  return JSON.parse(row.target) as Target;
}

function purposeOf(id: string): string {
  return `data connection ${id}`;
}

/** Where a secret is sent, and with which security. */
function placeOf(target: Target): string {
  if (target.kind === 'http') {
    return ['http', readWebAddress(target.address)?.url.origin, target.header.toLowerCase()].join(' ');
  }
  const { kind, host, port, user, tls } = target;
  return [kind, host, port, user, tls].join(' ');
}

function targetOf(input: SaveConnectionInput): Result<Target, ApiError> {
  const { kind, tls } = input;
  if (kind === 'http') {
    const address = input.address.trim();
    if (readWebAddress(address) === null) return err(invalid('address', 'net.address'));
    if (OWN_HEADERS.test(input.header)) return err(invalid('header', 'request.invalid', { field: 'header' }));
    return ok({ kind, address, header: input.header });
  }
  const host = input.host.trim().toLowerCase();
  const [database, user] = [input.database.trim(), input.user.trim()];
  const missing = !HOST.test(host) ? 'host' : input.port < 1 ? 'port' : user === '' ? 'user' : null;
  if (missing !== null) return err(invalid(missing, 'request.invalid', { field: missing }));
  if (database === '') return err(invalid('database', 'request.invalid', { field: 'database' }));
  return ok({ kind, host, port: input.port, database, user, tls });
}

function connectionInfo(row: ConnectionRow): DataConnectionInfo {
  const target = readTarget(row);
  const none = { host: '', port: 0, database: '', user: '', tls: 'off', address: '', header: '' } as const;
  return { id: row.id, name: row.name, ...none, ...target, has_secret: row.secret !== null };
}
