import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { makeServerCertificate } from '#print-assistant/make-certificate.ts';
import {
  startHostileMysql,
  startHostilePostgres,
  type HostileDatabase,
  type Script,
} from '#tests/support/hostile-database.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import {
  AUTHORITY,
  databaseConnection,
  fetchQuery,
  keepQuery,
  OWN_DATABASES,
  SECRET,
  type DatabaseKind,
} from './connection-databases.ts';
import { createTestServer, createUser, type TestUser } from './create-test-server.ts';

const AT_ONCE = 4;
/** A file of the server that must not be read: this one. */
export const FILE: string = import.meta.filename;
const FILE_TEXT = 'A file of the server that is for nobody else: this one.';

export const TOO_LONG: RegExp = /took too long/;
export const TOO_LARGE: RegExp = /1 MB|more than 100 rows/;
export const BROKEN: RegExp = /broke off/;
export const UNREACHABLE: RegExp = /cannot be reached/;
export const NOT_LET_IN: RegExp = /does not let this user in/;
export const NOT_ENCRYPTED: RegExp = /encrypted/;

/** A server's behavior, and the message to its user; displayed rows begin with a bracket. */
export interface Case {
  readonly what: string;
  readonly script: Script;
  readonly says: RegExp;
  /** Fetches every row, not only the first ones. */
  readonly whole?: true;
  readonly tls?: 'off' | 'unverified' | 'verified';
  /** MySQL's first message. */
  readonly greeting?: Buffer;
}

const opened = { key: createPrivateKey(AUTHORITY.key), certificate: new X509Certificate(AUTHORITY.certificate) };
const pair = makeServerCertificate(opened, Date.now());
/** Of a server with an untrusted authority. */
export const TLS: { readonly cert: string; readonly key: string } = { cert: pair.certificate, key: pair.key };

interface Outcome {
  readonly message: string;
  readonly received: Buffer;
}

/** Runs the attacks of a server of that kind, some concurrently, and then checks each. */
export function describeHostile(kind: DatabaseKind, cases: readonly Case[]): void {
  const outcomes = new Map<string, Outcome>();
  const ends: (() => unknown)[] = [];
  let longestMs = 0;
  let threadsLeft = 0;

  async function play(user: TestUser, { script, tls = 'off', greeting, whole }: Case): Promise<Outcome> {
    const database: HostileDatabase = await (kind === 'mysql'
      ? startHostileMysql(script, greeting)
      : startHostilePostgres(script));
    ends.push(database.close);
    const connection = { ...databaseConnection(kind, database.port), tls };
    if (whole === true) {
      const answer = await fetchQuery(user, await keepQuery(user, connection, 'SELECT 1'));
      const { message } = (await answer.json()) as { message: string };
      database.close();
      return { message, received: database.received() };
    }
    const { id } = expectOk(await user.api.call('saveDataConnection', connection));
    const answer = await user.api.call('tryDataQuery', { connection_id: id, text: 'SELECT 1', parameters: [] });
    await user.api.call('delDataConnection', { id });
    database.close();
    return {
      message: answer.ok ? JSON.stringify(answer.value.rows) : answer.error.message,
      received: database.received(),
    };
  }

  beforeAll(async () => {
    const server = await createTestServer(
      {
        databasePolicy: OWN_DATABASES,
        queryLimits: { connectMs: 4_000, totalMs: 20_000, rows: 100, cpuMs: 4_000 },
        netLimits: { bytes: 2 ** 20, atOnce: 100, inAll: 100, perHour: 10_000 },
      },
      (end) => ends.push(end),
    );
    const user = await createUser(server.url, 'user');
    const left = [...cases];
    const before = threadCount();
    longestMs = await longestTurnMs(async () => {
      const work = async (): Promise<void> => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          outcomes.set(next.what, await play(user, next));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    });
    threadsLeft = threadCount() - before;
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test.each(cases)('that $what is aborted with a message, and gets no secret', ({ what, says }) => {
    const { message, received } = outcomes.get(what) ?? { message: '', received: Buffer.alloc(0) };
    expect(message).toMatch(says);
    expect(message.length).toBeLessThan(600);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(received.includes(SECRET)).toBe(false);
    expect(received.includes(FILE_TEXT)).toBe(false);
  });

  test('blocks the main thread for at most 200 ms', () => {
    expect(longestMs).toBeLessThan(200);
  });

  test('leaves no thread behind that would keep its memory', () => {
    // Node may have started a few of its own meanwhile.
    expect(threadsLeft).toBeLessThan(6);
  });
}

function threadCount(): number {
  return readdirSync('/proc/self/task').length;
}
