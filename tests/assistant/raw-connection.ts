import { WebSocket } from 'ws';
import { ORIGIN } from './start-assistant.ts';

export interface RawReply {
  readonly fun: string;
  readonly code: number;
  readonly data: unknown;
}

/** A websocket that sends the frames of the test, well formed or not. */
export interface RawConnection extends AsyncDisposable {
  send(frame: string | Uint8Array): void;
  next(): Promise<RawReply>;
  ask(fun: string, data: unknown): Promise<RawReply>;
  readonly closed: Promise<number>;
}

/** With `ca` (PEM) over TLS, trusting that authority alone. With a null origin, like programs other than browsers. */
export async function connectRaw(port: number, origin: string | null = ORIGIN, ca?: string): Promise<RawConnection> {
  const named = origin === null ? {} : { origin };
  const socket =
    ca === undefined
      ? new WebSocket(`ws://127.0.0.1:${port}`, named)
      : new WebSocket(`wss://127.0.0.1:${port}`, { ...named, ca });
  const replies: RawReply[] = [];
  const waiters: ((reply: RawReply) => void)[] = [];
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as RawReply;
    const waiter = waiters.shift();
    if (waiter === undefined) replies.push(reply);
    else waiter(reply);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  const next = (): Promise<RawReply> => {
    const reply = replies.shift();
    return reply === undefined ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve(reply);
  };
  return {
    send: (frame) => socket.send(frame),
    next,
    ask(fun, data) {
      socket.send(`hmarkwebclient ${JSON.stringify({ fun, data })}`);
      return next();
    },
    closed,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}
