import { open, type FileHandle } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { ByteConnection, ByteConnectionTimeouts } from './byte-connection.ts';
import type { StatusAnswer } from '#printing/status/readiness.ts';
import type { StatusQuestion } from '#printing/status/answer-reader.ts';
import type { RawAddress } from './raw-address.ts';
import { createQueueConnection } from './raw-queue.ts';

export function createRawConnection(target: RawAddress['target'], timeouts: ByteConnectionTimeouts): ByteConnection {
  switch (target.type) {
    case 'tcp':
      return createTcpConnection(target.host, target.port, timeouts);
    case 'device':
      return createDeviceConnection(target.path);
    case 'queue':
      return createQueueConnection(target.uri, timeouts);
  }
}

/** AppSocket: the printer prints what is sent to the port. */
function createTcpConnection(host: string, port: number, timeouts: ByteConnectionTimeouts): ByteConnection {
  return {
    async isThere() {
      const socket = await reach(host, port, timeouts.connectMs);
      if (!('write' in socket)) return socket.busy;
      socket.destroy();
      return true;
    },

    async status(question) {
      const socket = await reach(host, port, timeouts.connectMs);
      if (!('write' in socket)) return { type: 'away' };
      return answerOn(socket, question, timeouts.statusMs);
    },

    async send(parts) {
      const socket = await reach(host, port, timeouts.connectMs);
      if (!('write' in socket)) return { type: 'refused', ...socket };
      socket.setTimeout(timeouts.writeTimeoutMs, () => socket.destroy(new Error('the printer does not accept data')));
      try {
        for (const part of parts) {
          if (!socket.write(part)) await orFailed(socket, 'drain');
        }
        const closed = orFailed(socket, 'close');
        socket.end();
        // A printer closes its side when it has read everything; its earlier output is ignored.
        socket.resume();
        await closed;
        return { type: 'taken' };
      } catch (error) {
        return { type: 'broken', reason: messageOf(error) };
      } finally {
        socket.destroy();
      }
    },
  };
}

/** The printer's answer within the timeout; ends the socket. */
async function answerOn(socket: Socket, question: StatusQuestion, ms: number): Promise<StatusAnswer> {
  return new Promise((resolve) => {
    let heard = Buffer.alloc(0);
    const finish = (answer: StatusAnswer): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish({ type: 'noResponse' }), ms);
    socket.on('error', () => finish({ type: 'noResponse' }));
    socket.on('close', () => finish({ type: 'noResponse' }));
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part]);
      const read = question.read(heard);
      if (read === null || (read === 'more' && heard.length >= question.mostBytes)) finish({ type: 'noResponse' });
      else if (read !== 'more') finish({ type: 'faults', faults: read });
    });
    socket.write(question.question);
  });
}

/** Rejects with the error that ended the socket. */
async function orFailed(socket: Socket, event: 'drain' | 'close'): Promise<void> {
  if (socket.errored !== null) throw socket.errored;
  await once(socket, event);
  if (socket.errored !== null) throw socket.errored;
}

async function reach(
  host: string,
  port: number,
  timeoutMs: number,
): Promise<Socket | { readonly busy: boolean; readonly reason: string }> {
  const socket = connect({ host, port, noDelay: true });
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    return { busy: isBusy(error), reason: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** A device file such as `/dev/usb/lp0`: the kernel's driver passes on what is written. */
function createDeviceConnection(path: string): ByteConnection {
  // Never created here: a printer that is switched off has no device file, and a plain file would swallow the pages.
  const openDevice = (): Promise<FileHandle> => open(path, 'r+');
  return {
    isThere: () =>
      openDevice().then(
        (file) => file.close().then(() => true),
        (error: unknown) => isBusy(error),
      ),

    async send(parts) {
      let file: FileHandle;
      try {
        file = await openDevice();
      } catch (error) {
        return { type: 'refused', busy: isBusy(error), reason: messageOf(error) };
      }
      try {
        for (const part of parts) await file.writeFile(part);
        return { type: 'taken' };
      } catch (error) {
        return { type: 'broken', reason: messageOf(error) };
      } finally {
        await file.close();
      }
    },
  };
}

/** Codes of a reachable printer that serves another client. */
const BUSY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EBUSY']);

function isBusy(error: unknown): boolean {
  return BUSY.has((error as NodeJS.ErrnoException).code ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
