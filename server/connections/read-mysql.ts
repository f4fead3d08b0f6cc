import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { authPlugins, createConnection, type Connection, type FieldPacket, type QueryError } from 'mysql2';
import { detailOf, limitRefused, QueryRefused } from './query-refused.ts';
import { boundSocket, unlessEnded } from './bound-socket.ts';
import type { Row, Rows } from './gather-rows.ts';
import type { DatabaseTask } from './target.ts';

const BATCH_ROWS = 500;
const CANCEL_MS = 3_000;
const FLOAT_TYPE = 4;
const BIT_TYPE = 16;
/** Errors for a wrong name or password, a missing database, and a forbidden host. */
const NOT_LET_IN = [1044, 1045, 1049, 1130, 1698];
/**
 * Without TLS, authentication methods that send the password itself, under a key that the server names, are rejected: a
 * man in the middle could name his own key.
 */
const PROOFS_ONLY = {
  caching_sha2_password: authPlugins.caching_sha2_password({ onServerPublicKey: refuseKey }),
  sha256_password: authPlugins.sha256_password({ onServerPublicKey: refuseKey }),
};
const READ_ONLY = 1792;
/** MariaDB's and MySQL's errors for a query that timed out, and for one that was killed. */
const ENDED = [1969, 3024, 1317];

/** The rows of a query in MySQL or MariaDB, in a read-only transaction; they are streamed. */
export async function* readMysql(task: DatabaseTask, signal: AbortSignal): Rows {
  const { limits, query } = task;
  const { connection, socket } = connectionOf(task, limits.connectMs);
  const bound = boundSocket(socket, limits.bytes * limits.wireFactor, signal);
  let isIn = false;
  let isRunning = false;
  const stop = (): void => {
    if (isRunning) cancel(task, connection.threadId).finally(() => socket.destroy());
    else socket.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await unlessEnded(connected(connection), bound.ended);
    isIn = true;
    const [[version]] = (await ask(connection, 'SELECT VERSION()')) as [[string]];
    const timeout = /mariadb/i.test(version)
      ? `max_statement_time = ${limits.totalMs / 1000}`
      : `max_execution_time = ${limits.totalMs}`;
    await ask(connection, `SET SESSION time_zone = '+00:00', ${timeout}`);
    await ask(connection, 'SET SESSION TRANSACTION READ ONLY');
    await ask(connection, 'START TRANSACTION READ ONLY');
    const asked = { sql: query.text, values: [...query.values], rowsAsArray: true };
    const stream = connection.execute(asked).stream({ highWaterMark: 200 });
    // The loss of a connection is an event of the connection only.
    connection.once('error', (error: Error) => stream.destroy(error));
    let fields: readonly FieldPacket[] = [];
    stream.once('fields', (found: readonly FieldPacket[]) => (fields = found));
    isRunning = true;
    let isFirst = true;
    let batch: Row[] = [];
    for await (const row of addAbortSignal(bound.ended, stream) as AsyncIterable<readonly unknown[]>) {
      if (isFirst) yield [fields.map(({ name }) => name)];
      isFirst = false;
      batch.push(row.map((value, at) => textOf(value, fields[at])));
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    isRunning = false;
    signal.throwIfAborted();
    if (fields.length === 0) throw new QueryRefused('query.noColumns');
    if (isFirst) yield [fields.map(({ name }) => name)];
    yield batch;
  } catch (error) {
    throw limitRefused(bound.isOver(), signal, limits.bytes) ?? refusedBy(error, isIn);
  } finally {
    signal.removeEventListener('abort', stop);
    bound.release();
    if (!signal.aborted) socket.destroy();
  }
}

function connectionOf(
  { target, secret, host: reached, authorities }: DatabaseTask,
  connectMs: number,
): { readonly connection: Connection; readonly socket: Socket } {
  const { host, port, database, user, tls } = target;
  const socket = connect({ host: reached.address, port, noDelay: true });
  const verified = tls === 'verified';
  const connection = createConnection({
    // For the certificate only: the connection is already open.
    host,
    port,
    user,
    password: secret,
    database,
    stream: () => socket,
    connectTimeout: connectMs,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    // The server controls column names: no code may be generated from them.
    disableEval: true,
    // The server must not request files of this machine.
    flags: ['-LOCAL_FILES'],
    ...(tls === 'off'
      ? { authPlugins: PROOFS_ONLY }
      : {
          ssl: {
            rejectUnauthorized: verified,
            verifyIdentity: verified,
            ...(verified ? { ca: [...authorities] } : {}),
          },
        }),
  });
  connection.on('error', () => undefined);
  socket.on('error', () => undefined);
  return { connection, socket };
}

function connected(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

function ask(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, (error: QueryError | null, rows: unknown) =>
      error === null ? resolve(rows) : reject(error),
    );
  });
}

function refuseKey(): never {
  throw new QueryRefused('connection.clearPassword');
}

async function cancel(task: DatabaseTask, thread: number): Promise<void> {
  const { connection, socket } = connectionOf(task, CANCEL_MS);
  const clock = setTimeout(() => socket.destroy(), CANCEL_MS);
  try {
    await connected(connection);
    await ask(connection, `KILL QUERY ${thread}`);
  } catch {
    // Its own timeout ends it then.
  } finally {
    clearTimeout(clock);
    socket.destroy();
  }
}

function textOf(value: unknown, field: FieldPacket | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) {
    return field?.type === BIT_TYPE ? BigInt(`0x${value.toString('hex') || '0'}`).toString() : value.toString('hex');
  }
  if (typeof value === 'number' && field?.type === FLOAT_TYPE) return singleText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fewest digits that distinguish a single-precision number from its neighbors. */
function singleText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

function refusedBy(error: unknown, isIn: boolean): QueryRefused {
  if (error instanceof QueryRefused) return error;
  const { message = '', code = '', errno = 0, sqlState } = error as Partial<QueryError>;
  if (sqlState !== undefined && sqlState !== '') {
    if (errno === READ_ONLY) return new QueryRefused('query.writes');
    if (ENDED.includes(errno)) return new QueryRefused('query.tooSlow');
    const refused = !isIn || NOT_LET_IN.includes(errno);
    return new QueryRefused(refused ? 'connection.refused' : 'query.failed', { detail: detailOf(message) });
  }
  if (isIn) return new QueryRefused('query.broken');
  const isTls =
    code === 'HANDSHAKE_NO_SSL_SUPPORT' || /CERT|TLS|SSL|SIGNATURE/.test(code) || /certificate/i.test(message);
  return new QueryRefused(isTls ? 'connection.tls' : 'connection.unreachable');
}
