import { generateKeyPairSync } from 'node:crypto';
import { describe } from 'vitest';
import {
  after,
  endlessly,
  many,
  myBeforeRows,
  myColumn,
  myEof,
  myError,
  myGreeting,
  myOk,
  myPacket,
  mySwitch,
  once,
  silence,
  trickle,
} from '#tests/support/hostile-database.ts';
import {
  BROKEN,
  describeHostile,
  FILE,
  NOT_ENCRYPTED,
  TLS,
  TOO_LARGE,
  TOO_LONG,
  UNREACHABLE,
  type Case,
} from './hostile-servers.ts';

const INFILE = Buffer.concat([Buffer.from([0xfb]), Buffer.from(FILE)]);
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OWN_KEY = Buffer.concat([Buffer.from([1]), Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))]);

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

describe('a hostile server of MySQL', () => describeHostile('mysql', MYSQL));
