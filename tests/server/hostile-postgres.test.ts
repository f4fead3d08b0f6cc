import type { Socket } from 'node:net';
import { describe } from 'vitest';
import {
  after,
  endlessly,
  int16,
  int32,
  many,
  once,
  PART,
  pgAuthentication,
  pgBeforeRows,
  pgError,
  pgMessage,
  pgReady,
  pgRow,
  silence,
  trickle,
  zeroEnded,
} from '#tests/support/hostile-database.ts';
import {
  BROKEN,
  describeHostile,
  NOT_ENCRYPTED,
  NOT_LET_IN,
  TLS,
  TOO_LARGE,
  TOO_LONG,
  UNREACHABLE,
  type Case,
} from './hostile-servers.ts';

const scram =
  (iterations: string) =>
  (socket: Socket): void => {
    socket.write(pgAuthentication(10, Buffer.concat([zeroEnded('SCRAM-SHA-256'), Buffer.alloc(1)])));
    socket.once('data', (bytes: Buffer) => {
      const nonce = /r=([^,]+)$/.exec(bytes.toString('latin1'))?.[1] ?? '';
      socket.write(pgAuthentication(11, Buffer.from(`r=${nonce}x,s=c2FsdA==,i=${iterations}`)));
    });
  };
const notice = pgError({ S: 'NOTICE', C: '00000', M: 'n'.repeat(1000) }, 'N');
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

describe('a hostile server of PostgreSQL', () => describeHostile('postgres', POSTGRES));
