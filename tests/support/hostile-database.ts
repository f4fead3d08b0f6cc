import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** Sends bytes, a part at a time as fast as the other side reads them; ends without an error when it leaves. */
export type Attack = (socket: Socket) => void;

export interface HostileDatabase {
  readonly port: number;
  /** All bytes that clients have sent, over all connections, except over TLS. */
  readonly received: () => Buffer;
  readonly connections: () => number;
  readonly close: () => void;
}

/**
 * The point at which the attack replaces an honest server's message: its greeting, its answer to the first message of
 * the client, its answer to a query that sets the session, or that to the query of the user.
 */
export type Stage = 'greeting' | 'login' | 'session' | 'rows';

export interface Script {
  readonly stage: Stage;
  readonly attack: Attack;
  /** Certificate and key of a server with TLS; without, it has none. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A server on this machine; `serve` answers one client. */
async function listen(serve: (socket: Socket) => void): Promise<HostileDatabase> {
  const received: Buffer[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(received),
    connections: () => connections,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The same bytes again and again. */
export function endlessly(part: Buffer): Attack {
  return (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', more);
    more();
  };
}

export const PART: number = 64 * 1024;

/** The same bytes, repeated to the length of a part. */
export function many(bytes: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(PART / bytes.length) }, () => bytes));
}

/** Every part once, then silence. */
export function once(...parts: readonly Buffer[]): Attack {
  return (socket) => void socket.write(Buffer.concat(parts));
}

/** One byte every 20 ms. */
export function trickle(bytes: Buffer): Attack {
  return (socket) => {
    let at = 0;
    const timer = setInterval(() => {
      if (at >= bytes.length || socket.destroyed) clearInterval(timer);
      else socket.write(bytes.subarray(at, ++at));
    }, 20);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Parts one after another, then one attack more. */
export function after(parts: readonly Buffer[], attack: Attack): Attack {
  return (socket) => {
    socket.write(Buffer.concat(parts));
    attack(socket);
  };
}

export const silence: Attack = () => undefined;

// ---- PostgreSQL, protocol 3.0

/** A message of the server; `length` is its declared length. */
export function pgMessage(type: string, body: Buffer = Buffer.alloc(0), length: number = body.length + 4): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(length >>> 0, 1);
  return Buffer.concat([head, body]);
}

export const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
export const zeroEnded = (text: string): Buffer => Buffer.from(`${text}\0`);

export const pgAuthentication = (kind: number, rest: Buffer = Buffer.alloc(0)): Buffer =>
  pgMessage('R', Buffer.concat([int32(kind), rest]));
export const pgReady: Buffer = pgMessage('Z', Buffer.from('I'));
export const pgColumns = (...names: readonly string[]): Buffer =>
  pgMessage(
    'T',
    Buffer.concat([
      int16(names.length),
      ...names.map((name) =>
        Buffer.concat([zeroEnded(name), Buffer.alloc(6), int32(25), int16(-1), int32(-1), int16(0)]),
      ),
    ]),
  );
export const pgRow = (...values: readonly string[]): Buffer =>
  pgMessage(
    'D',
    Buffer.concat([
      int16(values.length),
      ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
    ]),
  );
export const pgError = (fields: Readonly<Record<string, string>>, type: 'E' | 'N' = 'E'): Buffer =>
  pgMessage(
    type,
    Buffer.concat([...Object.entries(fields).map(([name, value]) => zeroEnded(name + value)), Buffer.alloc(1)]),
  );

/** A PostgreSQL server that is honest up to a stage. */
export function startHostilePostgres({ stage, attack, tls }: Script): Promise<HostileDatabase> {
  return listen((plain) => {
    if (stage === 'greeting') return attack(plain);
    let socket = plain;
    let isStarted = false;
    let hasAttacked = false;
    const strike = (): void => {
      if (hasAttacked) return;
      hasAttacked = true;
      attack(socket);
    };
    const answer = (bytes: Buffer): void => {
      if (!isStarted) {
        // A request for TLS is eight bytes; a longer one is the first message.
        if (bytes.length === 8) {
          if (tls === undefined) return void socket.write('N');
          socket.write('S');
          socket.removeListener('data', answer);
          socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(tls) });
          socket.on('error', () => undefined);
          socket.on('data', answer);
          return;
        }
        isStarted = true;
        if (stage === 'login') return strike();
        return void socket.write(Buffer.concat([pgAuthentication(0), pgMessage('K', Buffer.alloc(8)), pgReady]));
      }
      if (hasAttacked) return;
      const type = String.fromCharCode(bytes[0] ?? 0);
      if (type === 'Q') {
        if (stage === 'session') return strike();
        socket.write(Buffer.concat([pgMessage('C', zeroEnded('SET')), pgReady]));
      } else if (type === 'P') {
        if (stage === 'rows') strike();
        else socket.write(Buffer.concat([pgMessage('1'), pgMessage('2'), pgColumns('a')]));
      } else if (type === 'E') {
        socket.write(Buffer.concat([pgRow('1'), pgMessage('C', zeroEnded('SELECT 1')), pgReady]));
      }
    };
    plain.on('data', answer);
  });
}

/** The messages before the rows of a query, with these columns. */
export const pgBeforeRows = (...names: readonly string[]): readonly Buffer[] => [
  pgMessage('1'),
  pgMessage('2'),
  pgColumns(...names),
];

// ---- MySQL, protocol 10

const CAPABILITIES = {
  longPassword: 0x1,
  connectWithDb: 0x8,
  localFiles: 0x80,
  protocol41: 0x200,
  ssl: 0x800,
  secureConnection: 0x8000,
  pluginAuth: 0x80000,
  sessionTrack: 0x800000,
} as const;

/** A packet of MySQL; `length` is its declared length. */
export function myPacket(sequence: number, body: Buffer, length: number = body.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(length, 0, 3);
  head[3] = sequence & 0xff;
  return Buffer.concat([head, body]);
}

export const myOk = (sequence: number): Buffer => myPacket(sequence, Buffer.from('00000002000000', 'hex'));
export const myEof = (sequence: number): Buffer => myPacket(sequence, Buffer.from('fe00000200', 'hex'));
export const myText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  if (bytes.length < 251) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const head = Buffer.alloc(4, 0xfd);
  head.writeUIntLE(bytes.length, 1, 3);
  return Buffer.concat([head, bytes]);
};
export const myError = (sequence: number, code: number, text: string, state = 'HY000'): Buffer => {
  const head = Buffer.from([0xff, code & 0xff, code >> 8]);
  return myPacket(sequence, Buffer.concat([head, Buffer.from(`#${state}${text}`)]));
};
export const myColumn = (sequence: number, name: string, type = 0xfd): Buffer =>
  myPacket(
    sequence,
    Buffer.concat([
      ...['def', '', '', '', name, ''].map(myText),
      Buffer.from([0x0c, 0x2d, 0, 0, 1, 0, 0, type, 0, 0, 0, 0, 0]),
    ]),
  );
export const mySwitch = (plugin: string): Buffer =>
  myPacket(2, Buffer.concat([Buffer.from([0xfe]), zeroEnded(plugin), Buffer.alloc(20, 'x'), Buffer.alloc(1)]));

export function myGreeting({ plugin = 'mysql_native_password', isTls = false, version = '8.0.40' } = {}): Buffer {
  const { longPassword, connectWithDb, localFiles, protocol41, secureConnection, pluginAuth, sessionTrack, ssl } =
    CAPABILITIES;
  const flags =
    longPassword |
    connectWithDb |
    localFiles |
    protocol41 |
    secureConnection |
    pluginAuth |
    sessionTrack |
    (isTls ? ssl : 0);
  const capabilities = Buffer.alloc(4);
  capabilities.writeUInt32LE(flags);
  return myPacket(
    0,
    Buffer.concat([
      Buffer.from([10]),
      zeroEnded(version),
      Buffer.from('07000000', 'hex'),
      Buffer.alloc(8, 'x'),
      Buffer.alloc(1),
      capabilities.subarray(0, 2),
      Buffer.from('2d0200', 'hex'),
      capabilities.subarray(2),
      Buffer.from([21]),
      Buffer.alloc(10),
      Buffer.alloc(12, 'x'),
      Buffer.alloc(1),
      zeroEnded(plugin),
    ]),
  );
}

const QUERY = 3;
const PREPARE = 0x16;
const EXECUTE = 0x17;

/** The head of an answer with rows. */
export const myBeforeRows = (...names: readonly string[]): readonly Buffer[] => [
  myPacket(1, Buffer.from([names.length])),
  ...names.map((name, at) => myColumn(at + 2, name)),
  myEof(names.length + 2),
];

/** A MySQL server that is honest up to a stage. `greeting` is its first message, unless that is the attack. */
export function startHostileMysql({ stage, attack, tls }: Script, greeting = myGreeting()): Promise<HostileDatabase> {
  return listen((plain) => {
    if (stage === 'greeting') return attack(plain);
    let socket = plain;
    let isIn = false;
    let hasAttacked = false;
    const strike = (): void => {
      hasAttacked = true;
      attack(socket);
    };
    const answer = (bytes: Buffer): void => {
      if (hasAttacked) return;
      if (!isIn) {
        // A request for TLS has 32 bytes; with the user after them it is the whole answer.
        if (tls !== undefined && socket === plain && bytes.readUIntLE(0, 3) === 32) {
          plain.removeListener('data', answer);
          socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(tls) });
          socket.on('error', () => undefined);
          socket.on('data', answer);
          return;
        }
        isIn = true;
        if (stage === 'login') return strike();
        return void socket.write(myOk(2));
      }
      const command = bytes[4];
      const text = bytes.toString('latin1', 5);
      if (command === QUERY && text.startsWith('SELECT VERSION()')) {
        if (stage === 'session') return strike();
        const row = myPacket(4, myText('8.0.40'));
        socket.write(Buffer.concat([...myBeforeRows('v'), row, myEof(5)]));
      } else if (command === QUERY) socket.write(myOk(1));
      else if (command === PREPARE) {
        const header = Buffer.from('000100000000000000000000', 'hex');
        socket.write(myPacket(1, header));
      } else if (command === EXECUTE) {
        if (stage === 'rows') strike();
        else socket.write(Buffer.concat([...myBeforeRows('a'), myPacket(4, Buffer.from('00000131', 'hex')), myEof(5)]));
      }
    };
    plain.on('data', answer);
    plain.write(greeting);
  });
}
