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
  /** Handles requests in plain text, which are referred to TLS. */
  readonly onPlainRequest: OnRequest;
  readonly onPlainUpgrade: OnUpgrade;
  /** Timeout for the first byte, for the handshake, for a request's headers, and for a whole plain connection. */
  readonly handshakeMs: number;
}

/** Type of a record that begins a handshake (RFC 8446, clause 5.1). No HTTP request begins with it. */
const HANDSHAKE = 0x16;

/**
 * An HTTPS server that also understands plain HTTP on its port, only to answer that it requires TLS: a client that
 * tried plain text first would otherwise get no answer.
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
    // A client that disconnects early needs no error.
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

/** New connections get the new certificate; open ones keep theirs. */
export function renew(server: Server, identity: ServerIdentity): void {
  server.setSecureContext(secretsOf(identity));
}

function secretsOf({ key, certificate }: ServerIdentity): { readonly key: string; readonly cert: string } {
  return { key, cert: certificate };
}
