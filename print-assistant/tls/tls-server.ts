import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerIdentity } from './certificate-files.ts';

type OnRequest = (request: IncomingMessage, response: ServerResponse) => void;
type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface TlsServerOptions {
  readonly identity: ServerIdentity;
  readonly onRequest: OnRequest;
  readonly onUpgrade: OnUpgrade;
  /** Requests in plain text: who sends them is told to come by TLS. */
  readonly onPlainRequest: OnRequest;
  readonly onPlainUpgrade: OnUpgrade;
  /** The time for the first byte, for the handshake, for a request's headers, and all the time of a plain connection. */
  readonly handshakeMs: number;
}

/** The type of a record that begins a handshake (RFC 8446, clause 5.1). No request of HTTP begins with it. */
const HANDSHAKE = 0x16;

/**
 * A server of HTTPS that also understands plain HTTP on its port, far enough to say that it wants TLS: a client that
 * tried plain text first would otherwise see a program that answers nothing.
 */
export function createTlsServer(options: TlsServerOptions): Server {
  const { identity, handshakeMs } = options;
  const times = { headersTimeout: handshakeMs, requestTimeout: handshakeMs };
  const secure = createSecureServer(
    { ...secretsOf(identity), minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs, ...times },
    options.onRequest,
  );
  secure.on('upgrade', options.onUpgrade);
  const plain = createPlainServer(options.onPlainRequest);
  plain.on('upgrade', options.onPlainUpgrade);
  const shakeHands = secure.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  secure.removeAllListeners('connection');
  secure.on('connection', (socket: Socket) => {
    const limit = setTimeout(() => socket.destroy(), handshakeMs).unref();
    socket.once('close', () => clearTimeout(limit));
    // Who goes away before a word was said is missed by nobody.
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === HANDSHAKE) {
        clearTimeout(limit);
        for (const listener of shakeHands) listener.call(secure, socket);
      } else {
        plain.emit('connection', socket);
        socket.resume();
      }
    });
  });
  return secure;
}

/** New connections get the new certificate; those that are open stay. */
export function renew(server: Server, identity: ServerIdentity): void {
  server.setSecureContext(secretsOf(identity));
}

function secretsOf({ key, certificate }: ServerIdentity): { readonly key: string; readonly cert: string } {
  return { key, cert: certificate };
}
