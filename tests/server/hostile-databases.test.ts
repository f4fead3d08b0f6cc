import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { makeServerCertificate } from '#print-assistant/tls/make-certificate.ts';
import {
  after,
  endlessly,
  int16,
  int32,
  myBeforeRows,
  myColumn,
  myEof,
  myError,
  myGreeting,
  myOk,
  myPacket,
  mySwitch,
  once,
  pgAuthentication,
  pgBeforeRows,
  pgError,
  pgMessage,
  pgReady,
  pgRow,
  silence,
  startHostileMysql,
  startHostilePostgres,
  trickle,
  zeroEnded,
  type HostileDatabase,
  type Script,
} from '#tests/support/hostile-database.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { AUTHORITY, databaseConnection, fetchQuery, keepQuery, OWN_DATABASES, SECRET } from './connection-databases.ts';
import { createTestServer, createUser, type TestUser } from './create-test-server.ts';

const PART = 64 * 1024;
const AT_ONCE = 4;
/** In a file that a server asks for: this one. */
const FILE_TEXT = 'createPrivateKey, generateKeyPairSync';

const TOO_LONG = /took too long/;
const TOO_LARGE = /1 MB|more than 100 rows/;
const BROKEN = /broke off/;
const UNREACHABLE = /cannot be reached/;
const NOT_LET_IN = /does not let this user in/;
const NOT_ENCRYPTED = /encrypted/;

interface Case {
  readonly what: string;
  readonly script: Script;
  readonly says: RegExp;
  /** Every row is fetched, not the first ones alone. */
  readonly whole?: true;
  readonly tls?: 'off' | 'unverified' | 'verified';
  /** What MySQL says first. */
  readonly greeting?: Buffer;
}

const opened = { key: createPrivateKey(AUTHORITY.key), certificate: new X509Certificate(AUTHORITY.certificate) };
const pair = makeServerCertificate(opened, Date.now());
const TLS = { cert: pair.certificate, key: pair.key };

const scram =
  (iterations: string) =>
  (socket: Socket): void => {
    socket.write(pgAuthentication(10, Buffer.concat([zeroEnded('SCRAM-SHA-256'), Buffer.alloc(1)])));
    socket.once('data', (bytes: Buffer) => {
      const nonce = /r=([^,]+)$/.exec(bytes.toString('latin1'))?.[1] ?? '';
      socket.write(pgAuthentication(11, Buffer.from(`r=${nonce}x,s=c2FsdA==,i=${iterations}`)));
    });
  };
const INFILE = Buffer.concat([Buffer.from([0xfb]), Buffer.from(import.meta.filename)]);
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OWN_KEY = Buffer.concat([Buffer.from([1]), Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))]);

const notice = pgError({ S: 'NOTICE', C: '00000', M: 'n'.repeat(1000) }, 'N');
const many = (part: Buffer): Buffer => Buffer.concat(Array.from({ length: Math.ceil(PART / part.length) }, () => part));
const longRow = (length: number): Buffer => pgMessage('D', Buffer.concat([int16(1), int32(length)]), length + 10);

const POSTGRES: readonly Case[] = [
  { what: 'says nothing at all', script: { stage: 'greeting', attack: silence }, says: UNREACHABLE },
  { what: 'never lets anybody in', script: { stage: 'login', attack: silence }, says: UNREACHABLE },
  {
    what: 'sends its first answer a byte at a time',
    script: { stage: 'login', attack: trickle(Buffer.alloc(10_000, 'N')) },
    says: UNREACHABLE,
  },
  {
    what: 'is no database',
    script: { stage: 'greeting', attack: once(Buffer.from('HTTP/1.1 400\r\n\r\n')) },
    says: UNREACHABLE,
  },
  {
    what: 'sends endless settings before it lets anybody in',
    script: { stage: 'login', attack: endlessly(many(pgMessage('S', zeroEnded('a\0b')))) },
    says: /1 MB|cannot be reached/,
  },
  {
    what: 'sends an error without its end',
    script: { stage: 'login', attack: once(pgMessage('E')) },
    says: /too long|MB|broke off|cannot be reached/,
  },
  {
    what: 'sends a notice without its end among the rows',
    script: { stage: 'rows', attack: after(pgBeforeRows('a'), once(pgMessage('N'))) },
    says: /too long|MB|broke off/,
  },
  {
    what: 'asks for a way to sign in that does not exist',
    script: { stage: 'login', attack: once(pgAuthentication(99)) },
    says: UNREACHABLE,
  },
  {
    what: 'asks for the password as it is, without TLS',
    script: { stage: 'login', attack: once(pgAuthentication(3)) },
    says: NOT_ENCRYPTED,
  },
  {
    what: 'lets nobody in with two billion rounds of SCRAM',
    script: { stage: 'login', attack: scram('2147483647') },
    says: NOT_LET_IN,
  },
  {
    what: 'sends a nonce of SCRAM that is not a continuation',
    script: {
      stage: 'login',
      attack: once(
        pgAuthentication(10, Buffer.concat([zeroEnded('SCRAM-SHA-256'), Buffer.alloc(1)])),
        pgAuthentication(11, Buffer.from('r=x,s=c2FsdA==,i=4096')),
      ),
    },
    says: /does not let this user in|cannot be reached/,
  },
  {
    what: 'has no TLS where it is demanded',
    script: { stage: 'session', attack: silence },
    tls: 'unverified',
    says: NOT_ENCRYPTED,
  },
  {
    what: 'sends bytes in the clear together with its yes to TLS',
    script: { stage: 'greeting', attack: once(Buffer.from('S'), pgAuthentication(3)) },
    tls: 'unverified',
    says: NOT_ENCRYPTED,
  },
  {
    what: 'has a certificate that nobody trusts',
    script: { stage: 'session', attack: silence, tls: TLS },
    tls: 'verified',
    says: NOT_ENCRYPTED,
  },
  {
    what: 'sends endless rows over TLS',
    whole: true,
    script: { stage: 'rows', attack: after(pgBeforeRows('a'), endlessly(many(pgRow('x'.repeat(100))))), tls: TLS },
    tls: 'unverified',
    says: TOO_LARGE,
  },
  {
    what: 'sends endless notices',
    script: { stage: 'session', attack: endlessly(many(notice)) },
    says: TOO_LARGE,
  },
  {
    what: 'sends endless rows that nobody asked for',
    script: { stage: 'rows', attack: after(pgBeforeRows('a'), endlessly(many(pgRow('1')))) },
    says: TOO_LARGE,
  },
  {
    what: 'sends a row of one gigabyte',
    script: {
      stage: 'rows',
      attack: after([...pgBeforeRows('a'), longRow(2 ** 30)], endlessly(Buffer.alloc(PART, 'x'))),
    },
    says: TOO_LARGE,
  },
  {
    what: 'sends rows a byte at a time',
    script: { stage: 'rows', attack: after(pgBeforeRows('a'), trickle(Buffer.alloc(10_000, pgRow('1')))) },
    says: TOO_LONG,
  },
  {
    what: 'sends a row with fewer bytes than it says',
    script: {
      stage: 'rows',
      attack: after(pgBeforeRows('a'), once(pgMessage('D', Buffer.concat([int16(1000), int32(4)])))),
    },
    says: BROKEN,
  },
  {
    what: 'sends a row with a negative number of values',
    script: { stage: 'rows', attack: after(pgBeforeRows('a'), once(pgMessage('D', int16(-2)))) },
    says: BROKEN,
  },
  {
    what: 'sends a value of negative length',
    script: {
      stage: 'rows',
      attack: after(
        pgBeforeRows('a'),
        once(
          pgMessage('D', Buffer.concat([int16(1), int32(-2_000_000_000)])),
          pgMessage('C', zeroEnded('SELECT 1')),
          pgReady,
        ),
      ),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'sends more values than columns',
    script: {
      stage: 'rows',
      attack: after(pgBeforeRows('a'), once(pgRow('1', '2', '3'), pgMessage('C', zeroEnded('SELECT 1')), pgReady)),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'describes 32,767 columns in a few bytes',
    script: { stage: 'rows', attack: once(pgMessage('1'), pgMessage('2'), pgMessage('T', int16(32_767))) },
    says: BROKEN,
  },
  {
    what: 'sends messages that say they have no length',
    script: { stage: 'rows', attack: endlessly(Buffer.alloc(PART)) },
    says: /MB|broke off|invalid response/,
  },
  {
    what: 'sends rows before their columns',
    script: { stage: 'rows', attack: once(pgRow('1'), pgReady, pgMessage('2'), pgMessage('1')) },
    says: /broke off|too long/,
  },
  {
    what: 'says that it is ready without an answer',
    script: { stage: 'rows', attack: endlessly(many(pgReady)) },
    says: /broke off|MB|too long|no columns/,
  },
  {
    what: 'asks for a file to be copied to it',
    script: {
      stage: 'rows',
      attack: once(pgMessage('1'), pgMessage('2'), pgMessage('G', Buffer.from('000001', 'hex'))),
    },
    says: /broke off|too long|not allow/,
  },
  {
    what: 'refuses with ten megabytes of control characters',
    script: {
      stage: 'rows',
      attack: once(pgError({ S: 'ERROR', C: '42601', M: '\u001b[2J\u202e'.repeat(100_000) + 'x'.repeat(10_000_000) })),
    },
    says: /MB|The database says/,
  },
  {
    what: 'refuses with control characters',
    script: { stage: 'rows', attack: once(pgError({ S: 'ERROR', C: '42601', M: 'a\u001b[2J\u0007\u202eb' })) },
    says: /a \[2J b/,
  },
];

const MYSQL: readonly Case[] = [
  { what: 'says nothing at all', script: { stage: 'greeting', attack: silence }, says: UNREACHABLE },
  { what: 'never lets anybody in', script: { stage: 'login', attack: silence }, says: UNREACHABLE },
  {
    what: 'sends its greeting a byte at a time',
    script: { stage: 'greeting', attack: trickle(Buffer.alloc(10_000, 'N')) },
    says: UNREACHABLE,
  },
  {
    what: 'is no database',
    script: { stage: 'greeting', attack: once(Buffer.from('HTTP/1.1 400\r\n\r\n')) },
    says: UNREACHABLE,
  },
  {
    what: 'greets with an empty packet',
    script: { stage: 'greeting', attack: once(myPacket(0, Buffer.alloc(0))) },
    says: UNREACHABLE,
  },
  {
    what: 'greets with half a packet',
    script: { stage: 'greeting', attack: once(myPacket(0, myGreeting().subarray(4, 20))) },
    says: UNREACHABLE,
  },
  {
    what: 'asks for the password as it is',
    script: { stage: 'login', attack: once(mySwitch('mysql_clear_password')) },
    says: UNREACHABLE,
  },
  {
    what: 'asks for the password under a key of its own, without TLS',
    script: {
      stage: 'login',
      attack: (socket) => {
        socket.write(mySwitch('caching_sha2_password'));
        // The proof, the request for the key, the password.
        socket.once('data', () => {
          socket.write(myPacket(4, Buffer.from([1, 4])));
          socket.once('data', () => socket.write(myPacket(6, OWN_KEY)));
        });
      },
    },
    says: NOT_ENCRYPTED,
  },
  {
    what: 'asks for the password by the old way under a key of its own, without TLS',
    script: {
      stage: 'login',
      attack: (socket) => {
        socket.write(mySwitch('sha256_password'));
        socket.once('data', () => socket.write(myPacket(4, OWN_KEY)));
      },
    },
    says: NOT_ENCRYPTED,
  },
  {
    what: 'asks for a way to sign in that does not exist',
    script: { stage: 'login', attack: once(mySwitch('__proto__')) },
    says: UNREACHABLE,
  },
  {
    what: 'switches the way to sign in again and again',
    script: { stage: 'login', attack: endlessly(many(mySwitch('mysql_native_password'))) },
    says: /cannot be reached|MB/,
  },
  {
    what: 'has no TLS where it is demanded',
    script: { stage: 'session', attack: silence },
    tls: 'unverified',
    says: NOT_ENCRYPTED,
  },
  {
    what: 'has a certificate that nobody trusts',
    script: { stage: 'session', attack: silence, tls: TLS },
    greeting: myGreeting({ isTls: true }),
    tls: 'verified',
    says: NOT_ENCRYPTED,
  },
  {
    what: 'sends endless rows over TLS',
    whole: true,
    script: {
      stage: 'rows',
      attack: after(myBeforeRows('a'), endlessly(many(myPacket(4, Buffer.from('00000131', 'hex'))))),
      tls: TLS,
    },
    greeting: myGreeting({ isTls: true }),
    tls: 'unverified',
    says: TOO_LARGE,
  },
  {
    what: 'asks for a file of the server',
    script: { stage: 'session', attack: once(myPacket(1, INFILE)) },
    says: /broke off|too long/,
  },
  {
    what: 'asks for a file of the server in place of the rows',
    script: { stage: 'rows', attack: once(myPacket(1, INFILE)) },
    says: /broke off|too long|no columns/,
  },
  {
    what: 'sends endless rows',
    whole: true,
    script: {
      stage: 'rows',
      attack: after(myBeforeRows('a'), endlessly(many(myPacket(4, Buffer.from('00000131', 'hex'))))),
    },
    says: TOO_LARGE,
  },
  {
    what: 'sends endless columns',
    script: {
      stage: 'rows',
      attack: after([myPacket(1, Buffer.from('feffffff7f00000000', 'hex'))], endlessly(many(myColumn(2, 'a')))),
    },
    says: TOO_LARGE,
  },
  {
    what: 'sends a row of one gigabyte',
    script: {
      stage: 'rows',
      attack: after(
        myBeforeRows('a'),
        endlessly(Buffer.concat([Buffer.from('ffffff04', 'hex'), Buffer.alloc(2 ** 24 - 1, 'x')])),
      ),
    },
    says: TOO_LARGE,
  },
  {
    what: 'sends rows a byte at a time',
    script: {
      stage: 'rows',
      attack: after(myBeforeRows('a'), trickle(Buffer.alloc(10_000, myPacket(4, Buffer.from('00000131', 'hex'))))),
    },
    says: TOO_LONG,
  },
  {
    what: 'sends endless results',
    script: { stage: 'rows', attack: endlessly(many(myPacket(1, Buffer.from('0000000a000000', 'hex')))) },
    says: /MB|broke off|too long|no columns/,
  },
  {
    what: 'sends a row with fewer bytes than it says',
    script: {
      stage: 'rows',
      attack: after(myBeforeRows('a'), once(myPacket(4, Buffer.from('0000fe', 'hex')), myEof(5))),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'sends a value that is longer than its packet',
    script: {
      stage: 'rows',
      attack: after(myBeforeRows('a'), once(myPacket(4, Buffer.from('0000feffffffff00000000', 'hex')), myEof(5))),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'sends half a column',
    script: { stage: 'rows', attack: once(myPacket(1, Buffer.from([1])), myPacket(2, Buffer.from('0364', 'hex'))) },
    says: BROKEN,
  },
  {
    what: 'sends an empty answer',
    script: { stage: 'rows', attack: once(myPacket(1, Buffer.alloc(0))) },
    says: /broke off|too long/,
  },
  {
    what: 'sends packets out of order',
    script: { stage: 'rows', attack: once(myEof(9), ...myBeforeRows('a').toReversed(), myOk(77)) },
    says: /broke off|too long|^\[|no columns/,
  },
  {
    what: 'sends changes of the session without end',
    script: { stage: 'session', attack: once(myPacket(1, Buffer.from('000000024000000000feffffffffffffff7f', 'hex'))) },
    says: /broke off|too long|MB/,
  },
  {
    what: 'sends a date that is none',
    script: {
      stage: 'rows',
      attack: once(
        myPacket(1, Buffer.from([1])),
        myColumn(2, 'a', 12),
        myEof(3),
        myPacket(4, Buffer.from('00000bffffffffffffffffffffff', 'hex')),
        myEof(5),
      ),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'sends a type that does not exist',
    script: {
      stage: 'rows',
      attack: once(
        myPacket(1, Buffer.from([1])),
        myColumn(2, 'a', 0x77),
        myEof(3),
        myPacket(4, Buffer.from('00000131', 'hex')),
        myEof(5),
      ),
    },
    says: /broke off|^\[/,
  },
  {
    what: 'refuses with control characters',
    script: { stage: 'rows', attack: once(myError(1, 1064, 'a\u001b[2J\u0007\u202eb')) },
    says: /a \[2J b/,
  },
  {
    what: 'refuses with ten megabytes',
    script: {
      stage: 'rows',
      attack: once(
        myPacket(
          1,
          Buffer.concat([Buffer.from('ff2804', 'hex'), Buffer.from('#HY000'), Buffer.alloc(10_000_000, '\u0007')]),
        ),
      ),
    },
    says: /MB|The database says/,
  },
];

interface Outcome {
  readonly message: string;
  readonly received: Buffer;
}

const KINDS = { postgres: POSTGRES, mysql: MYSQL } as const;

describe.each(['postgres', 'mysql'] as const)('a hostile server of %s', (kind) => {
  const only = process.env['ONLY'];
  const cases = KINDS[kind].filter(({ what }) => only === undefined || what === only);
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
        queryLimits: { connectMs: 1_000, totalMs: 10_000, rows: 100, cpuMs: 3_000 },
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

  test.each(cases)('that $what is given up with a message, and gets no secret', ({ what, says }) => {
    const { message, received } = outcomes.get(what) ?? { message: '', received: Buffer.alloc(0) };
    expect(message).toMatch(says);
    expect(message.length).toBeLessThan(600);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(received.includes(SECRET)).toBe(false);
    expect(received.includes(FILE_TEXT)).toBe(false);
  });

  test('keeps the main thread at work for 200 ms at most', () => {
    expect(longestMs).toBeLessThan(200);
  });

  test('leaves no thread behind that would keep its memory', () => {
    // Node may have made a few of its own meanwhile.
    expect(threadsLeft).toBeLessThan(6);
  });
});

function threadCount(): number {
  return readdirSync('/proc/self/task').length;
}
