import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutQueries } from './redaction.ts';

const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w-]{8,64}$/;

const users = new WeakMap<FastifyRequest, string>();

/** Notes whose request it is, for the log. */
export function noteUser(request: FastifyRequest, userId: string): void {
  users.set(request, userId);
}

/** Names requests: by what a proxy that is trusted has named them, else at random. */
export function requestIds(proxied: boolean): (request: IncomingMessage) => string {
  return (request) => {
    const named = proxied ? request.headers[REQUEST_ID_HEADER] : undefined;
    return typeof named === 'string' && REQUEST_ID.test(named) ? named : randomBytes(12).toString('base64url');
  };
}

/**
 * Gives each answer the id of its request, and writes a line for each: whose it was by id, never by name, and its path
 * without the query.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // On the bare response, so that answers without fastify's reply have it as well.
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: withoutQueries(request.url).slice(0, 200),
        route: request.routeOptions.url ?? '',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: users.get(request) ?? null,
      },
      'request',
    );
  });
}
