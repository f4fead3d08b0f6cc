import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Client, DatabaseError, type ClientConfig, type FieldDef } from 'pg';
import Cursor from 'pg-cursor';
import { detailOf, limitRefused, QueryRefused } from './query-refused.ts';
import { boundSocket, serverName, unlessEnded } from './bound-socket.ts';
import type { Row, Rows } from './gather-rows.ts';
import type { DatabaseTask } from './target.ts';

const BATCH_ROWS = 500;
const CANCEL_MS = 3_000;
const BOOL_TYPE = 16;
const BYTEA_TYPE = 17;
/** ISO formats, one time zone, and the shortest exact digits of numbers. */
const SESSION = [
  'SET default_transaction_read_only = on',
  "SET TimeZone = 'UTC'",
  "SET DateStyle = 'ISO, YMD'",
  "SET IntervalStyle = 'iso_8601'",
  "SET client_encoding = 'UTF8'",
  'SET extra_float_digits = 1',
  'SET standard_conforming_strings = on',
].join('; ');

/**
 * The rows of a query in PostgreSQL, in a read-only transaction; with a cursor, so that few are in memory at a time.
 */
export async function* readPostgres(task: DatabaseTask, signal: AbortSignal): Rows {
  const { limits, query, wanted } = task;
  const { client, socket, clearPassword } = clientOf(task, limits.connectMs);
  const bound = boundSocket(socket, limits.bytes * limits.wireFactor, signal);
  let isIn = false;
  let isRunning = false;
  const stop = (): void => {
    // PostgreSQL doesn't end a query when the client disconnects, so it is canceled.
    if (isRunning) cancel(task, pidOf(client)).finally(() => socket.destroy());
    else socket.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await unlessEnded(Promise.race([client.connect(), clearPassword]), bound.ended);
    isIn = true;
    await client.query(SESSION);
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${limits.totalMs}`);
    // After the first statement the transaction can't be made writable.
    await client.query('SELECT 1');
    const cursor = client.query(new Cursor<Row>(query.text, [...query.values], { rowMode: 'array', types: AS_TEXT }));
    let isFirst = true;
    for (;;) {
      isRunning = true;
      const { rows, columns } = await unlessEnded(readSome(cursor, Math.min(BATCH_ROWS, wanted)), bound.ended);
      isRunning = false;
      signal.throwIfAborted();
      if (isFirst && columns.length === 0) throw new QueryRefused('query.noColumns');
      if (isFirst) yield [columns];
      isFirst = false;
      if (rows.length === 0) return;
      yield rows;
    }
  } catch (error) {
    throw limitRefused(bound.isOver(), signal, limits.bytes) ?? refusedBy(error, isIn);
  } finally {
    signal.removeEventListener('abort', stop);
    bound.release();
    if (!signal.aborted) socket.destroy();
  }
}

type Read = { readonly rows: Row[]; readonly columns: string[] };

function readSome(cursor: Cursor<Row>, count: number): Promise<Read> {
  return new Promise((resolve, reject) => {
    // After the last row there are none.
    cursor.read(count, (error: Error | undefined | null, rows, result: { fields: FieldDef[] } | undefined) => {
      if (error) reject(error);
      else resolve({ rows, columns: (result?.fields ?? []).map(({ name }) => name) });
    });
  });
}

/** Values as PostgreSQL writes them, except two formats that nobody expects on a label. */
const AS_TEXT = {
  getTypeParser: (type: number) => (value: string | Buffer) => {
    const text = String(value);
    if (type === BOOL_TYPE) return text === 't' ? 'true' : 'false';
    return type === BYTEA_TYPE ? text.replace(/^\\x/, '') : text;
  },
} as NonNullable<ClientConfig['types']>;

interface OpenClient {
  readonly client: Client;
  readonly socket: Socket;
  /** Rejects when the server asks for the plain password over a connection without TLS. */
  readonly clearPassword: Promise<never>;
}

function clientOf({ target, secret, host: reached, authorities }: DatabaseTask, connectMs: number): OpenClient {
  const { host, port, database, user, tls } = target;
  const socket = new Socket();
  const verified = tls === 'verified';
  const client = new Client({
    host: reached.address,
    port,
    database,
    user,
    // A function, so that no environment variable or file of the server replaces an empty password.
    password: () => secret,
    ssl:
      tls === 'off'
        ? false
        : { rejectUnauthorized: verified, ...(verified ? { ca: [...authorities] } : {}), ...serverName(host) },
    connectionTimeoutMillis: connectMs,
    application_name: 'Labelwright',
    stream: () => socket,
  });
  // Errors reach the caller through the pending call.
  client.on('error', () => undefined);
  socket.on('error', () => undefined);
  const { promise: clearPassword, reject } = Promise.withResolvers<never>();
  clearPassword.catch(() => undefined);
  if (tls === 'off') {
    // Runs before the driver's own listener, which would send the password.
    connectionOf(client).prependListener('authenticationCleartextPassword', () => {
      reject(new QueryRefused('connection.clearPassword'));
      socket.destroy();
    });
  }
  return { client, socket, clearPassword };
}

function pidOf(client: Client): number {
  return Number(Reflect.get(client, 'processID'));
}

/** The driver's connection, which emits protocol messages as events. */
function connectionOf(client: Client): EventEmitter {
  return Reflect.get(client, 'connection') as EventEmitter;
}

async function cancel(task: DatabaseTask, pid: number): Promise<void> {
  const { client, socket } = clientOf(task, CANCEL_MS);
  const clock = setTimeout(() => socket.destroy(), CANCEL_MS);
  try {
    await client.connect();
    await client.query('SELECT pg_cancel_backend($1)', [pid]);
  } catch {
    // Its own timeout ends it then.
  } finally {
    clearTimeout(clock);
    socket.destroy();
  }
}

function refusedBy(error: unknown, isIn: boolean): QueryRefused {
  if (error instanceof QueryRefused) return error;
  const { message = '', code = '' } = error as { readonly message?: string; readonly code?: string };
  if (error instanceof DatabaseError) {
    if (code === '57014') return new QueryRefused('query.tooSlow');
    if (code === '25006') return new QueryRefused('query.writes');
    return new QueryRefused(isIn ? 'query.failed' : 'connection.refused', { detail: detailOf(message) });
  }
  // The client's own fault before it sends a password: there is none.
  if (message.startsWith('SASL')) return new QueryRefused('connection.refused', { detail: detailOf(message) });
  if (isIn) return new QueryRefused('query.broken');
  const isTls = /SSL|TLS|certificate/i.test(message) || /CERT|TLS|SSL|SIGNATURE/.test(code);
  return new QueryRefused(isTls ? 'connection.tls' : 'connection.unreachable');
}
