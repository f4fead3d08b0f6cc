import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutQueries } from './redaction.ts';

const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w-]{8,64}$/;

const users = new WeakMap<FastifyRequest, string>();

/** Records a request's user for the log. */
export function noteUser(request: FastifyRequest, userId: string): void {
  users.set(request, userId);
}

/** Ids of requests: from a trusted proxy, else random. */
export function requestIds(proxied: boolean): (request: IncomingMessage) => string {
  return (request) => {
    const named = proxied ? request.headers[REQUEST_ID_HEADER] : undefined;
    return typeof named === 'string' && REQUEST_ID.test(named) ? named : randomBytes(12).toString('base64url');
  };
}

/**
 * Adds its request id to each answer, and logs a line for each: the user by id, never by name, and the path without the
 * query.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // On the raw response, so that answers outside fastify's reply have it as well.
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
