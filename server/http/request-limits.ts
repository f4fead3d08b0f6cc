import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerBare } from './error-answers.ts';
import { sendApiError } from './answers.ts';
import { clientAddress, countedFor } from '../core/net/client-address.ts';
import { requestLanguage } from '../core/messages.ts';
import { apiError } from '../core/api-error.ts';

/** Limits of a client's share of the server. */
export interface RequestLimits {
  /** Timeout of the request's first line and headers. */
  readonly headersMs: number;
  /** Timeout of the whole request. */
  readonly requestMs: number;
  /** How often the server checks that a body is still coming in. */
  readonly bodyCheckMs: number;
  /** Least bytes since the last check. */
  readonly bodyBytesPerCheck: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Bytes of all bodies being received. Each counts with its announced size. */
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
}

/** A browser opens 6 connections; the largest file, 20 MB, arrives in time at 1.5 Mbit/s. */
export const REQUEST_LIMITS: RequestLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  bodyCheckMs: 10_000,
  bodyBytesPerCheck: 10_000,
  connections: 4_000,
  connectionsPerAddress: 500,
  bodyBytes: 268_435_456,
  bodyBytesPerAddress: 67_108_864,
};
const RETRY_SECONDS = 5;

/**
 * Keeps the server available: a body that stops or trickles is rejected with 408; connections and the memory for bodies
 * are limited in all and per address, and one IPv6 /48 has at most half. Behind a proxy all connections are the proxy's
 * own: with `proxied` their number is left to it.
 */
export function addRequestLimits(app: FastifyInstance, limits: RequestLimits, proxied: boolean): void {
  limitConnections(app.server, limits, proxied);
  const bodies = createBudget(limits.bodyBytes, limits.bodyBytes / 2, limits.bodyBytesPerAddress);
  app.addHook('onRequest', async (request, reply) => {
    const length = bodyLength(request);
    if (length === 0) return;
    const address = clientAddress(request.ip);
    if (!bodies.take(address, length)) {
      return sendApiError(
        reply,
        requestLanguage(request.headers),
        apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }),
      );
    }
    reply.raw.once('close', () => bodies.give(address, length));
    watchBody(request, reply, limits);
  });
}

function limitConnections(server: HttpServer, limits: RequestLimits, proxied: boolean): void {
  server.maxConnections = limits.connections;
  if (proxied) return;
  const open = createBudget(limits.connections, limits.connections / 2, limits.connectionsPerAddress);
  server.on('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? '');
    if (!open.take(address, 1)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => open.give(address, 1));
  });
}

interface Budget {
  /** False when the limit doesn't allow that much more now. */
  take(address: string, amount: number): boolean;
  give(address: string, amount: number): void;
}

/** A budget with limits in all, for one IPv6 /48 (at least that of an address), and for one address. */
function createBudget(most: number, mostOfSite: number, perAddress: number): Budget {
  let total = 0;
  const held = new Map<string, number>();
  return {
    take(address, amount) {
      const counted = countedFor(address, perAddress).map(([who, max]) => {
        const limit = max === perAddress ? max : Math.max(perAddress, Math.min(max, mostOfSite));
        return { who, now: (held.get(who) ?? 0) + amount, limit };
      });
      if (total + amount > most || counted.some(({ now, limit }) => now > limit)) return false;
      for (const { who, now } of counted) held.set(who, now);
      total += amount;
      return true;
    },
    give(address, amount) {
      total -= amount;
      for (const [who] of countedFor(address, perAddress)) {
        const left = (held.get(who) ?? 0) - amount;
        if (left <= 0) held.delete(who);
        else held.set(who, left);
      }
    },
  };
}

/** The announced size, or the limit of its route if that is less or none is announced. */
function bodyLength(request: FastifyRequest): number {
  const limit = request.routeOptions.bodyLimit;
  if (request.headers['transfer-encoding'] !== undefined) return limit;
  const length = Number(request.headers['content-length'] ?? 0);
  return Number.isFinite(length) ? Math.min(limit, length) : limit;
}

function watchBody(request: FastifyRequest, reply: FastifyReply, limits: RequestLimits): void {
  const { raw } = request;
  const { socket } = raw;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const brought = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (brought < limits.bodyBytesPerCheck) giveUp();
  }, limits.bodyCheckMs);
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop);
  raw.once('close', stop);

  function giveUp(): void {
    stop();
    if (reply.raw.headersSent) {
      socket.destroy();
      return;
    }
    // Fastify waits for the rest of the body and must not answer.
    reply.hijack();
    answerBare(reply.raw, requestLanguage(request.headers), apiError('tooSlow', 'request.tooSlow'));
  }
}
